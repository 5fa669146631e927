/** What the status bar item offers, as plain data. */

import { indexWords, isWorking, type Condition, type IndexStatus } from "./status";

export interface Entry {
  readonly label: string;
  readonly description?: string;
  readonly command?: string;
  /** A head over the entries below. */
  readonly isHead?: boolean;
}

/** `summary`: of uncommitted changes, or ""; `has`: whether a command exists. */
export function menuEntries(
  condition: Condition,
  indexes: readonly IndexStatus[],
  summary: string,
  has: (command: string) => boolean,
): Entry[] {
  const server: Entry[] = [
    { label: "Server", isHead: true },
    { label: "$(debug-restart) Restart server", command: "blastlens.restartServer" },
    { label: "$(output) Show log", command: "blastlens.showLog" },
    { label: "$(settings-gear) Settings", command: "blastlens.openSettings" },
    { label: "$(book) Walkthrough", command: "blastlens.openWalkthrough" },
  ];
  const offered = condition.is === "running" ? [...state(indexes), ...questions(summary), ...structure()] : trouble(condition);
  return [...offered, ...server].filter(({ command }) => command === undefined || has(command));
}

function state(indexes: readonly IndexStatus[]): Entry[] {
  const rows = indexes.map((one) => ({
    label: `$(${isWorking(one) ? "sync~spin" : one.reason === "" && one.state === "ready" ? "check" : "warning"}) ${one.name}: ${indexWords(one)}`,
    ...(one.note === "" ? {} : { description: one.note }),
    command: "blastlens.indexStatus",
  }));
  return [
    { label: "Index", isHead: true },
    ...rows,
    { label: "$(refresh) Build index again", command: "blastlens.reindex" },
  ];
}

function questions(summary: string): Entry[] {
  return [
    { label: "Change", isHead: true },
    {
      label: "$(flame) Blast radius of uncommitted changes",
      ...(summary === "" ? {} : { description: summary }),
      command: "blastlens.blastRadiusOfChanges",
    },
    { label: "$(git-compare) Blast radius of commits…", command: "blastlens.blastRadiusOfCommits" },
    { label: "$(play) Run affected tests", command: "blastlens.runAffectedTests" },
    { label: "$(beaker) Tests to run", command: "blastlens.affectedTestsOfChanges" },
    { label: "$(error) Callers not updated", command: "blastlens.notUpdated" },
  ];
}

function structure(): Entry[] {
  return [
    { label: "Structure", isHead: true },
    { label: "$(type-hierarchy) Graph", command: "blastlens.showGraph" },
    { label: "$(sync) Import cycles", command: "blastlens.cyclesView.focus" },
    { label: "$(trash) Dead code", command: "blastlens.deadCodeView.focus" },
    { label: "$(symbol-interface) Hubs", command: "blastlens.hubsView.focus" },
    { label: "$(symbol-namespace) Communities", command: "blastlens.communitiesView.focus" },
  ];
}

function trouble(condition: Condition): Entry[] {
  if (condition.is === "missing") {
    return [{ label: "$(cloud-download) Install the server…", command: "blastlens.installServer" }];
  }
  return condition.is === "failed" ? [{ label: `$(warning) ${condition.why}` }] : [];
}
