/** Starts the Blastlens language server and shows its answers. All knowledge of the code is the server's. */

import { commands, env, window, workspace, type ExtensionContext, type Position } from "vscode";

import { Connection, LENS_COMMAND, type Condition } from "./connection";
import { present, type Place } from "./presentation";
import { QUESTIONS, type Question } from "./questions";
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
    ...QUESTIONS.map((question) =>
      commands.registerCommand(question.command, (...args: unknown[]) => ask(server, question, args, undefined)),
    ),
    commands.registerCommand(LENS_COMMAND, (wanted: { command: string; args: unknown[]; at: Position }) => {
      const question = QUESTIONS.find(({ command }) => command === wanted.command);
      return question && ask(server, question, wanted.args, wanted.at);
    }),
    commands.registerCommand("blastlens.restartServer", () => server.restart()),
    commands.registerCommand("blastlens.showLog", () => server.log.show()),
  ];
}

/** Asks about what `args` name, or about what stands at the cursor when they name nothing. */
async function ask(server: Connection, question: Question, args: unknown[], at: Position | undefined): Promise<void> {
  const place = currentPlace(at);
  const about = args.length > 0 ? args : place === undefined ? [] : [{ uri: place.uri.toString(), position: place.position }];
  try {
    const answer = await server.ask(question.command, about);
    if (answer === undefined) {
      void window.showInformationMessage(`Blastlens: ${question.empty}`);
    } else {
      await present(question, answer, place);
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const choice = await window.showErrorMessage(`Blastlens: ${words}`, "Show Log");
    if (choice !== undefined) {
      server.log.show();
    }
  }
}

function currentPlace(at: Position | undefined): Place | undefined {
  const editor = window.activeTextEditor;
  return editor && { uri: editor.document.uri, position: at ?? editor.selection.active };
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
    terminal.sendText(`& "${python}" -m ${INSTALL}`.replace(/^& /, process.platform === "win32" ? "& " : ""));
  }
}
