/** What the menus of the views do with an item. */

import { commands, env, Position, Range, Uri, window, workspace, type Disposable } from "vscode";

import type { Connection } from "./connection";
import { present, type Place } from "./presentation";
import { QUESTIONS } from "./questions";
import type { Spot } from "./tree/node";
import { shortName } from "./tree/node";
import { explainError } from "./troubles";
import type { Element } from "./views/answer-view";
import type { RadiusView } from "./views/radius-view";

export function registerItemCommands(server: Connection, radius: RadiusView): Disposable[] {
  const on = (command: string, run: (item: Element) => unknown): Disposable =>
    commands.registerCommand(command, async (item?: Element) => {
      if (item === undefined) {
        return; // bound to a key while no item is chosen
      }
      try {
        await run(item);
      } catch (error) {
        await explainError(error);
      }
    });
  return [
    on("blastlens.openItem", (item) => open(server, item, false)),
    on("blastlens.openItemToTheSide", (item) => open(server, item, true)),
    on("blastlens.callersOfItem", (item) => callers(server, item)),
    on("blastlens.blastRadiusOfItem", ({ node, folder }) =>
      node.symbol === undefined ? undefined : radius.show(ofSymbol(folder, node.symbol)),
    ),
    on("blastlens.copyPathOfItem", ({ node, folder }) =>
      node.spot === undefined ? undefined : env.clipboard.writeText(`${Uri.joinPath(folder, node.spot.file).fsPath}:${node.spot.line}`),
    ),
    on("blastlens.copySymbolOfItem", ({ node }) =>
      node.symbol === undefined ? undefined : env.clipboard.writeText(node.symbol),
    ),
  ];
}

export function ofSymbol(folder: Uri, symbol: string): { is: "symbol"; root: string; about: { symbol: string }; name: string } {
  return { is: "symbol", root: folder.toString(), about: { symbol }, name: shortName(symbol) };
}

async function open(server: Connection, { node, folder }: Element, toTheSide: boolean): Promise<void> {
  if (node.spot === undefined) {
    return;
  }
  const { uri, position } = await placeOf(server, folder, node.spot, node.symbol);
  const column = toTheSide ? { viewColumn: -2 } : {};
  await window.showTextDocument(uri, { selection: new Range(position, position), preview: true, ...column });
}

async function callers(server: Connection, { node, folder }: Element): Promise<void> {
  const question = QUESTIONS.find(({ command }) => command === "blastlens.callers");
  if (question === undefined || node.symbol === undefined || node.spot === undefined) {
    return;
  }
  const place = await placeOf(server, folder, node.spot, node.symbol);
  const answer = await server.ask(question.command, [{ root: folder.toString(), symbol: node.symbol }]);
  if (answer !== undefined) {
    await present(question, answer, { ...place, isInView: true }, workspace.getWorkspaceFolder(folder));
  }
}

/** Where an item's name stands; the beginning of its line where the line has it no more. */
async function placeOf(server: Connection, folder: Uri, spot: Spot, symbol: string | undefined): Promise<Place> {
  const uri = Uri.joinPath(folder, spot.file);
  const line = spot.line > 0 || symbol === undefined ? spot.line : await lineOf(server, folder, symbol);
  const document = await workspace.openTextDocument(uri);
  const row = Math.min(Math.max(line - 1, 0), document.lineCount - 1);
  const column = spot.name === "" ? -1 : document.lineAt(row).text.search(new RegExp(`(?<!\\w)${escapeForRegExp(spot.name)}(?!\\w)`));
  return { uri, position: new Position(row, column >= 0 ? column : document.lineAt(row).firstNonWhitespaceCharacterIndex) };
}

/** Where a symbol is defined, for lists that name symbols alone. */
async function lineOf(server: Connection, folder: Uri, symbol: string): Promise<number> {
  const answer = await server.ask("blastlens.callers", [{ root: folder.toString(), symbol }]);
  const target = answer?.["target"];
  const line = typeof target === "object" && target !== null ? (target as { line?: unknown }).line : undefined;
  return typeof line === "number" ? line : 1;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
