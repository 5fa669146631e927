/** The server's commands that only code actions run: no palette has them. */

import { commands, window, type Disposable } from "vscode";

import { nameOf, type Row } from "./answer";
import type { Connection } from "./connection";
import { explainError } from "./troubles";

const EXPLAIN = "blastlens.explain";
const ACTIONS = [
  "blastlens.goTo",
  "blastlens.acceptFinding",
  "blastlens.confirmEdge",
  "blastlens.rejectEdge",
  "blastlens.withdrawEdge",
] as const;

export function registerActionCommands(server: Connection): Disposable[] {
  const on = (command: string, run: (about: unknown) => Promise<void>): Disposable =>
    commands.registerCommand(command, async (about: unknown) => {
      try {
        await run(about);
      } catch (error) {
        await explainError(error);
      }
    });
  return [
    ...ACTIONS.map((command) =>
      on(command, async (about) => {
        await server.ask(command, [about]);
      }),
    ),
    on(EXPLAIN, async (about) => {
      const answer = await server.ask(EXPLAIN, [about]);
      const said = (answer?.results ?? []).map(words);
      await window.showInformationMessage(said.length > 0 ? said.join(" ") : (answer?.reason ?? "There is no edge."));
    }),
  ];
}

/** `pay → charge: the name is imported (EXTRACTED 0.99).` */
function words(row: Row): string {
  const callee = String(row.callee ?? "").replace(/^.*::/, "");
  return `${nameOf(row)} → ${callee}: ${String(row.why)} (${String(row.tier)} ${String(row.confidence)}).`;
}
