/** Starts the Blastlens language server and shows its answers. All knowledge of the code is the server's. */

import { commands, window, workspace, type ExtensionContext } from "vscode";

import { registerActionCommands } from "./action-commands";
import { folders } from "./asked";
import { registerCommands } from "./commands";
import { Connection } from "./connection";
import { Decorations } from "./decorations";
import { registerGraph } from "./graph/graph-commands";
import { registerItemCommands } from "./item-commands";
import { onInterpreterChange } from "./server-location";
import { phase } from "./status";
import { StatusBar } from "./status-bar";
import { explain } from "./troubles";
import { RadiusView } from "./views/radius-view";
import { StructureViews } from "./views/structure-views";

const WELCOMED = "welcomed";

let connection: Connection | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const server = new Connection();
  connection = server;
  const radius = new RadiusView(server, () => Decorations.areOn);
  const structure = new StructureViews(server);
  const statusBar = new StatusBar(server, () => radius.summary);
  context.subscriptions.push(
    server,
    radius,
    structure,
    statusBar,
    new Decorations(radius),
    ...registerCommands(server, radius, structure, context.extension.id),
    ...registerItemCommands(server, radius),
    ...registerActionCommands(server),
    ...registerGraph(server, context.extensionUri),
    radius.onDidChange(() => statusBar.show()),
    server.onCondition((condition) => void explain(condition)),
    server.onCondition(() => tellPhase(server)),
    server.onStatus(() => tellPhase(server)),
    workspace.onDidChangeWorkspaceFolders(() => tellPhase(server)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("blastlens.server")) {
        void server.restart();
      }
    }),
  );
  const listening = await onInterpreterChange(() => void server.restart());
  if (listening !== undefined) {
    context.subscriptions.push(listening);
  }
  await server.restart();
  void welcome(context);
}

/** Offers the way around, once, unless the user wants no such thing of any extension. The file that was opened stays in front. */
async function welcome(context: ExtensionContext): Promise<void> {
  const wanted = workspace.getConfiguration("workbench.welcomePage.walkthroughs").get<boolean>("openOnInstall", true);
  if (wanted && context.globalState.get(WELCOMED) !== true) {
    await context.globalState.update(WELCOMED, true);
    const open = "Open Walkthrough";
    if ((await window.showInformationMessage("Blastlens is new here. See what it shows, and where?", open)) === open) {
      await commands.executeCommand("blastlens.openWalkthrough");
    }
  }
}

export async function deactivate(): Promise<void> {
  await connection?.stop();
}

let told = "";

/** Decides which welcome an empty view shows. */
function tellPhase(server: Connection): void {
  const now = phase(server.condition, server.indexes, folders().length);
  if (now !== told) {
    told = now;
    void commands.executeCommand("setContext", "blastlens.phase", now);
  }
}
