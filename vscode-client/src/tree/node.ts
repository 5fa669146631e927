/** What a view shows, as plain data: made from answers without the editor, so that it can be tested without it. */

import type { Row } from "../answer";

/** Where a click leads. `file` is relative to the folder; `line` is 1-based. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  /** The name to put the cursor on, where the line has it. */
  readonly name: string;
}

export interface Node {
  /** Distinct in its view and the same for the same thing in the next answer: an opened node stays open. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Markdown. */
  readonly tooltip?: string;
  /** Name of one of the editor's icons. */
  readonly icon?: string;
  readonly tint?: "warning" | "error" | "passed" | "faint";
  readonly spot?: Spot;
  /** Id of the symbol, for questions about it. */
  readonly symbol?: string;
  /** Shown opened at first. */
  readonly open?: boolean;
  readonly children: readonly Node[];
}

/** A whole view of one folder's answer. */
export interface Tree {
  readonly nodes: readonly Node[];
  /** What the view is about, counted: for the badge and the view's description. */
  readonly count: number;
  /** "none" is a claim and needs a complete answer; "nothing" is what was found so far. */
  readonly state: "filled" | "none" | "nothing";
  /** Why the answer is not whole, and other things to know; said above the rows. */
  readonly remarks: readonly string[];
}

export function treeOf(nodes: readonly Node[], count: number, complete: boolean, remarks: readonly string[]): Tree {
  const state = nodes.length > 0 ? "filled" : complete ? "none" : "nothing";
  return { nodes, count, state, remarks };
}

const ICONS: Readonly<Record<string, string>> = {
  function: "symbol-function",
  method: "symbol-method",
  class: "symbol-class",
  interface: "symbol-interface",
  module: "symbol-file",
  test: "beaker",
  fixture: "symbol-event",
};

export function iconOf(row: Row): string {
  return ICONS[String(row["kind"])] ?? "symbol-misc";
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : nouns}`;
}

/** Text that Markdown shows as it is. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, "\\$&");
}

/** File part of a symbol's id, or of a path. */
export function fileOf(row: Row): string {
  return row.file ?? row.symbol?.split("::")[0] ?? "";
}

/** `Cart.total` of `pkg/cart.py::Cart.total@12`; top-level code is its file's name. */
export function shortName(symbol: string): string {
  const [file = "", qualname] = symbol.split("::");
  if (qualname === undefined || qualname === "<module>") {
    return file.split("/").at(-1) ?? file;
  }
  return qualname.replace(/[#@]\d+$/, "");
}

/** Where a row's symbol, or its file, begins. */
export function spotOf(row: Row): Spot {
  const qualname = row.symbol?.split("::")[1] ?? "";
  const last = qualname === "<module>" ? "" : (qualname.replace(/[#@]\d+$/, "").split(".").at(-1) ?? "");
  return { file: fileOf(row), line: row.line ?? 1, name: last };
}

/** Nodes are compared as text: what looks the same is not drawn again. */
export function isSame(one: readonly Node[], other: readonly Node[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
