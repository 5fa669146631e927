/** Runs the tests that a change affects, with the project's own runner, in a terminal. */

import { Uri, window, workspace, type Terminal, type WorkspaceFolder } from "vscode";

import type { Answer } from "./answer";
import { remarksOn } from "./answer";
import { folders } from "./asked";
import type { Connection } from "./connection";
import { aboutOf, subjectWords, type Subject } from "./subject";

const TERMINAL = "Blastlens";

export interface RunCommand {
  readonly command: string;
  /** Relative to the workspace folder. */
  readonly folder: string;
}

/** The commands are typed into a terminal of this name, which shows them, and runs them at once. */
export async function runAffectedTests(server: Connection, subject: Subject): Promise<void> {
  if (!workspace.isTrusted) {
    void window.showWarningMessage("Blastlens: tests run code of this folder, which you have not said that you trust.");
    return;
  }
  let ran = 0;
  const silent: string[] = [];
  for (const folder of folders()) {
    const about = aboutOf(subject, folder.uri.toString());
    if (about === undefined) {
      continue;
    }
    const answer = await server.ask("blastlens.affectedTests", [{ root: folder.uri.toString(), ...about }]);
    if (answer === undefined) {
      continue;
    }
    const running = runCommands(folder, answer);
    ran += running;
    if (running === 0) {
      silent.push(whyNone(answer));
    }
  }
  if (ran === 0) {
    const why = silent.length > 0 ? silent.join("; ") : "no folder is open";
    void window.showInformationMessage(`Blastlens: no test to run for ${subjectWords(subject)} (${why}).`);
  }
}

/** Runs what the answer says, and says how many commands that are. */
export function runCommands(folder: WorkspaceFolder, answer: Answer): number {
  const commands = commandsOf(answer);
  commands.forEach((command) => run(folder, command));
  return commands.length;
}

export function commandsOf(answer: Answer): readonly RunCommand[] {
  const commands = answer["commands"];
  return Array.isArray(commands) ? (commands as RunCommand[]) : [];
}

function whyNone(answer: Answer): string {
  if (answer.results.length > 0) {
    return `${answer.results.length} tests found, but it is not known how this project runs them`;
  }
  return answer.complete ? "no test reaches what changed" : remarksOn(answer).join("; ");
}

function run(folder: WorkspaceFolder, { command, folder: below }: RunCommand): void {
  const cwd = below === "" ? folder.uri : Uri.joinPath(folder.uri, below);
  const terminal = terminalIn(cwd);
  terminal.show(true);
  terminal.sendText(command);
}

/** The terminal of an earlier run, where it still is there and of the same folder. */
function terminalIn(cwd: Uri): Terminal {
  const before = window.terminals.find(({ name, exitStatus, creationOptions }) => {
    const where = "cwd" in creationOptions ? creationOptions.cwd : undefined;
    return name === TERMINAL && exitStatus === undefined && where instanceof Uri && where.toString() === cwd.toString();
  });
  return before ?? window.createTerminal({ name: TERMINAL, cwd });
}
