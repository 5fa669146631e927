/** How the server and its indexes are, and what the status bar says of it. */

import type { NoServer } from "./python";

/** What the server tells of one folder's index, as notification `blastlens/status`. */
export interface IndexStatus {
  readonly root: string;
  readonly name: string;
  readonly state: "opening" | "indexing" | "updating" | "ready" | "failed" | "closed";
  /** 0 to 100. */
  readonly percent: number;
  /** Why answers are not whole, or "". */
  readonly reason: string;
  /** What else a user should know, or "". */
  readonly note: string;
  /** Another number whenever answers may differ from before. */
  readonly generation: number;
}

export type Condition =
  | { readonly is: "stopped" | "starting" | "running" | "crashed" }
  | { readonly is: "missing"; readonly why: NoServer }
  | { readonly is: "failed"; readonly why: string };

export interface Appearance {
  /** With the editor's icons, as `$(name)`. */
  readonly text: string;
  readonly lines: readonly string[];
  readonly trouble: boolean;
}

export function appearance(condition: Condition, indexes: readonly IndexStatus[]): Appearance {
  switch (condition.is) {
    case "starting":
      return { text: "$(loading~spin) Blastlens", lines: ["The server is starting"], trouble: false };
    case "crashed":
      return { text: "$(loading~spin) Blastlens", lines: ["The server stopped and is started again"], trouble: true };
    case "stopped":
      return { text: "$(warning) Blastlens", lines: ["The server has stopped"], trouble: true };
    case "missing":
      return { text: "$(warning) Blastlens", lines: ["No server was found:", ...condition.why.tried], trouble: true };
    case "failed":
      return { text: "$(warning) Blastlens", lines: [`The server does not run: ${condition.why}`], trouble: true };
    case "running":
      return ofIndexes(indexes);
  }
}

function ofIndexes(indexes: readonly IndexStatus[]): Appearance {
  if (indexes.length === 0) {
    return { text: "$(flame) Blastlens", lines: ["No folder is open"], trouble: false };
  }
  const lines = indexes.flatMap((one) => [`${one.name}: ${indexWords(one)}`, ...(one.note === "" ? [] : [one.note])]);
  const working = indexes.filter(isWorking);
  if (working.length > 0) {
    const percent = Math.min(...working.map((one) => one.percent));
    return { text: `$(sync~spin) Blastlens ${percent} %`, lines, trouble: false };
  }
  if (indexes.some((one) => one.state === "failed")) {
    return { text: "$(error) Blastlens: no index", lines, trouble: true };
  }
  if (indexes.some((one) => one.reason !== "")) {
    return { text: "$(warning) Blastlens: stale", lines, trouble: true };
  }
  return { text: "$(flame) Blastlens", lines, trouble: false };
}

export function isWorking(one: IndexStatus): boolean {
  return one.state === "opening" || one.state === "indexing" || one.state === "updating";
}

/** Whether answers can be asked for: before, they would be empty. */
export function answers(one: IndexStatus | undefined): boolean {
  return one !== undefined && (one.state === "ready" || one.state === "updating");
}

export function indexWords(one: IndexStatus): string {
  switch (one.state) {
    case "opening":
      return "opening the index";
    case "indexing":
      return `indexing, ${one.percent} %`;
    case "updating":
      return `updating, ${one.percent} %`;
    case "failed":
      return one.reason === "" ? "no index" : `no index: ${one.reason}`;
    case "closed":
      return "closed";
    case "ready":
      return one.reason === "" ? "fresh" : `stale: ${one.reason}`;
  }
}

/** A word for the conditions of views: which welcome they show. */
export function phase(condition: Condition, indexes: readonly IndexStatus[], folders: number): string {
  if (condition.is !== "running") {
    return condition.is === "crashed" ? "starting" : condition.is;
  }
  if (folders === 0) {
    return "noFolder";
  }
  if (indexes.length > 0 && indexes.every((one) => one.state === "failed")) {
    return "noIndex";
  }
  return indexes.some(answers) ? "ready" : "indexing";
}
