/** Says what went wrong with the server, once, and offers what mends it. */

import { commands, env, window } from "vscode";

import type { Connection } from "./connection";
import type { NoServer } from "./python";
import type { Condition } from "./status";

const INSTALL = "pip install blastlens";
const SHOW_LOG = "Show Log";
const CRASH_TOLD_AGAIN_MS = 10_000;

let crashTold = Number.NEGATIVE_INFINITY;

export async function explain(condition: Condition): Promise<void> {
  if (condition.is === "missing") {
    await explainMissing(condition.why);
  } else if (condition.is === "crashed") {
    // The editor shows three messages at most that come at once: these must not keep back the one that says what to do.
    if (Date.now() - crashTold < CRASH_TOLD_AGAIN_MS) {
      return;
    }
    crashTold = Date.now();
    const words = "Blastlens: the server stopped unexpectedly and is started again.";
    await follow(await window.showWarningMessage(words, SHOW_LOG));
  } else if (condition.is === "failed") {
    await follow(await window.showErrorMessage(`Blastlens: the server does not run: ${condition.why}.`, "Restart Server", SHOW_LOG));
  }
}

/** An error of a command, in the server's words. */
export async function explainError(error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  await follow(await window.showErrorMessage(`Blastlens: ${words}`, SHOW_LOG));
}

async function follow(choice: string | undefined): Promise<void> {
  if (choice !== undefined) {
    await commands.executeCommand(choice === SHOW_LOG ? "blastlens.showLog" : "blastlens.restartServer");
  }
}

async function explainMissing({ tried, python }: NoServer): Promise<void> {
  const install = python === undefined ? "Copy Install Command" : "Install into This Python";
  const choice = await window.showErrorMessage(
    `Blastlens: no language server (${tried.join("; ")}). Install it with "${INSTALL}" into Python 3.11 or newer, or set blastlens.server.path.`,
    install,
    "Open Settings",
  );
  if (choice === "Open Settings") {
    await commands.executeCommand("workbench.action.openSettings", "blastlens.server");
  } else if (choice === install) {
    await installServer(python);
  }
}

/** Offers to install the server, for the menu and the views. */
export async function offerInstall(server: Connection): Promise<void> {
  if (server.condition.is === "missing") {
    await explainMissing(server.condition.why);
  } else {
    void window.showInformationMessage("Blastlens: the server is installed.");
  }
}

async function installServer(python: string | undefined): Promise<void> {
  if (python === undefined) {
    await env.clipboard.writeText(INSTALL);
    void window.showInformationMessage(`Copied: ${INSTALL}`);
    return;
  }
  const terminal = window.createTerminal("Install Blastlens");
  terminal.show();
  // PowerShell runs a quoted path only after an ampersand.
  terminal.sendText(`${process.platform === "win32" ? "& " : ""}"${python}" -m ${INSTALL}`);
}
