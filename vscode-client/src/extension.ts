/** Starts the Blastlens language server and shows its answers. All knowledge of the code is the server's. */

import { commands, env, Position, Uri, window, workspace, type ExtensionContext } from "vscode";

import { Connection, type Condition } from "./connection";
import { present, type Place } from "./presentation";
import { QUESTIONS, VARIANTS, type Question } from "./questions";
import { onInterpreterChange, type NoServer } from "./server-location";
import { StatusBar } from "./status-bar";

const INSTALL = "pip install blastlens";

let connection: Connection | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const statusBar = new StatusBar();
  const server = new Connection((condition) => {
    statusBar.show(condition);
    void explain(condition);
  });
  connection = server;
  context.subscriptions.push(statusBar, server, ...registerCommands(server));
  context.subscriptions.push(
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
}

export async function deactivate(): Promise<void> {
  await connection?.stop();
}

function registerCommands(server: Connection): { dispose(): void }[] {
  return [
    // A lens of the server runs its command with one argument; the palette and menus run it with none.
    ...QUESTIONS.map((question) =>
      commands.registerCommand(question.command, (about?: About) => ask(server, question, about)),
    ),
    ...VARIANTS.map(({ command, question, about }) =>
      commands.registerCommand(command, () => ask(server, question, { ...atCursor(), ...about })),
    ),
    commands.registerCommand("blastlens.restartServer", () => server.restart()),
    commands.registerCommand("blastlens.showLog", () => server.log.show()),
  ];
}

/** What a question is about, as the server reads it; a lens adds the symbol. Positions are zero-based. */
interface About {
  readonly uri?: string;
  readonly position?: { readonly line: number; readonly character: number };
  readonly [key: string]: unknown;
}

/** Asks about what is given, or about what stands at the cursor. */
async function ask(server: Connection, question: Question, given: About | undefined): Promise<void> {
  // Menus of the editor pass the file that was clicked, which is where the cursor is anyway.
  const about = given === undefined || given instanceof Uri ? atCursor() : given;
  try {
    const answer = await server.ask(question.command, about === undefined ? [] : [about]);
    if (answer === undefined) {
      void window.showInformationMessage(`Blastlens: ${question.empty}`);
    } else {
      await present(question, answer, placeOf(about));
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const choice = await window.showErrorMessage(`Blastlens: ${words}`, "Show Log");
    if (choice !== undefined) {
      server.log.show();
    }
  }
}

function atCursor(): About | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

function placeOf(about: About | undefined): Place | undefined {
  if (about?.uri === undefined || about.position === undefined) {
    return undefined;
  }
  return { uri: Uri.parse(about.uri), position: new Position(about.position.line, about.position.character) };
}

/** Says what went wrong with the server, and offers what mends it. */
async function explain(condition: Condition): Promise<void> {
  if (condition.is === "missing") {
    await explainMissing(condition.why);
  } else if (condition.is === "failed") {
    const choice = await window.showErrorMessage(
      `Blastlens: the server did not start (${condition.why}).`,
      "Show Log",
      "Try Again",
    );
    if (choice !== undefined) {
      await commands.executeCommand(choice === "Show Log" ? "blastlens.showLog" : "blastlens.restartServer");
    }
  }
}

async function explainMissing({ tried, python }: NoServer): Promise<void> {
  const install = python === undefined ? "Copy Install Command" : "Install into This Python";
  const choice = await window.showErrorMessage(
    `Blastlens: no language server (${tried.join("; ")}). Install it with "${INSTALL}", or set blastlens.server.path.`,
    install,
    "Open Settings",
  );
  if (choice === "Open Settings") {
    await commands.executeCommand("workbench.action.openSettings", "blastlens.server");
  } else if (choice === install && python === undefined) {
    await env.clipboard.writeText(INSTALL);
  } else if (choice === install) {
    const terminal = window.createTerminal("Install Blastlens");
    terminal.show();
    // PowerShell runs a quoted path only after an ampersand.
    terminal.sendText(`${process.platform === "win32" ? "& " : ""}"${python}" -m ${INSTALL}`);
  }
}
