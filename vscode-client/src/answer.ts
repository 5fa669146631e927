/** The server's answer to a question: the same JSON envelope as on the command line. */

import type { Location } from "vscode-languageclient/node";

/** One row. `line` is 1-based; `file` is relative to the folder. Further fields depend on the question. */
export interface Row {
  readonly symbol?: string;
  readonly file?: string;
  readonly line?: number;
  readonly confidence?: number;
  readonly basis?: string;
  readonly members?: readonly string[];
  readonly [field: string]: unknown;
}

export interface Answer {
  readonly question: Readonly<Record<string, unknown>>;
  readonly results: readonly Row[];
  /** False when the view behind the answer is partial; `reason` says why. */
  readonly complete: boolean;
  readonly reason: string | null;
  readonly revision: number;
  readonly stale: readonly string[];
  /** Where each result stands, in the order of `results`. */
  readonly locations: readonly Location[];
  /** For callers: every call, several a caller where it calls more than once. */
  readonly callSites?: readonly Location[];
  readonly [field: string]: unknown;
}

/** Rows that the server tells apart: `head` says in words how many of which. */
export interface Group {
  readonly name: string;
  readonly head: string;
}

export function groupsOf(answer: Answer): readonly Group[] {
  const groups = answer["groups"];
  return Array.isArray(groups) ? (groups as readonly Group[]) : [];
}

/** What the server sent, as an answer; undefined when it is none. */
export function asAnswer(value: unknown): Answer | undefined {
  if (typeof value !== "object" || value === null || !Array.isArray((value as { results?: unknown }).results)) {
    return undefined;
  }
  const given = value as Partial<Answer>;
  return {
    ...given,
    question: given.question ?? {},
    results: given.results ?? [],
    complete: given.complete !== false,
    reason: given.reason ?? null,
    revision: given.revision ?? 0,
    stale: given.stale ?? [],
    locations: given.locations ?? [],
  };
}

/** `pkg/cart.py::Cart.total` as `Cart.total`; a row without a symbol as what it says of its file, or as the file. */
export function nameOf(row: Row): string {
  if (row.symbol === undefined && typeof row["why"] === "string") {
    return row["why"];
  }
  if (row.members !== undefined) {
    return row.members.join(" → ");
  }
  return row.symbol?.split("::").at(-1) ?? row.file ?? "";
}

/** Where the row stands, for people: `pkg/cart.py:12`. */
export function placeOf(row: Row): string {
  const file = row.file ?? row.symbol?.split("::")[0] ?? "";
  return row.line === undefined ? file : `${file}:${row.line}`;
}

/** How sure the row is and how it was found: `0.97 import`. */
export function certaintyOf(row: Row): string {
  const shown = [row.confidence?.toFixed(2), typeof row.basis === "string" ? row.basis : undefined];
  return shown.filter((part) => part !== undefined).join(" ");
}

/** How an indirect row gets there: `Cart.total → discounted → price_of`. */
export function pathOf(row: Row): string | undefined {
  const path = row["path"];
  if (!Array.isArray(path) || path.length <= 2) {
    return undefined;
  }
  return path.map((symbol) => nameOf({ symbol: String(symbol) })).join(" → ");
}

/** The rows that an answer has beside its results, under a key of their own. */
export function rowsAt(answer: Answer, key: string): readonly Row[] {
  const rows = answer[key];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** What must be said beside the rows. */
export function remarksOn(answer: Answer): string[] {
  const remarks: string[] = [];
  if (!answer.complete) {
    remarks.push(`incomplete: ${answer.reason ?? "no reason given"}`);
  }
  if (answer.stale.length > 0) {
    remarks.push(`${answer.stale.length} files differ from the index`);
  }
  return remarks;
}
