/** Shows answers with what the editor has: the References view, a quick pick, a message. */

import { commands, QuickPickItemKind, window, workspace, type QuickPickItem, type WorkspaceFolder } from "vscode";
import { Location, Position, Range, Uri } from "vscode";
import type { Location as ServerLocation } from "vscode-languageclient/node";

import { commandsOf, runCommands } from "./affected-tests";
import { certaintyOf, groupsOf, nameOf, pathOf, placeOf, remarksOn, rowsAt, type Answer, type Row } from "./answer";
import type { Question } from "./questions";
import { showInReferencesView } from "./references-view";
import { shortName } from "./tree/node";

/** Where the question was asked: the References view opens there. */
export interface Place {
  readonly uri: Uri;
  readonly position: Position;
  /** Asked from a view: the answer belongs beside the editor, not into it. */
  readonly isInView?: boolean;
}

/** `place`: where it was asked, if at a place; `folder`: what was asked about, which rows are relative to. */
export async function present(
  question: Question,
  answer: Answer,
  place: Place | undefined,
  folder: WorkspaceFolder | undefined,
): Promise<void> {
  if (question.shownAs === "facts") {
    await showFacts(question, answer);
    return;
  }
  const sections = sectionsOf(question, answer);
  if (sections.every(({ rows }) => rows.length === 0)) {
    sayNothingFound(question, answer);
  } else if (question.shownAs === "references" && place !== undefined && answer.locations.length > 0) {
    await showReferences(question, answer, place);
  } else {
    await showList(question, answer, sections, folder);
  }
}

/** Rows that belong under one head. `located`: the server gave their places, in the same order. */
interface Section {
  readonly head: string;
  readonly rows: readonly Row[];
  readonly located: readonly ServerLocation[];
}

function sectionsOf(question: Question, answer: Answer): Section[] {
  if (question.groups === undefined) {
    const paired = answer.locations.length === answer.results.length;
    const groups = groupsOf(answer);
    if (groups.length === 0) {
      return [{ head: "", rows: answer.results, located: paired ? answer.locations : [] }];
    }
    return groups.map(({ name, head }) => {
      const own = answer.results.flatMap((row, index) => (row["group"] === name ? [{ row, at: answer.locations[index] }] : []));
      const located = paired ? own.flatMap(({ at }) => (at === undefined ? [] : [at])) : [];
      return { head, rows: own.map(({ row }) => row), located };
    });
  }
  return Object.entries(question.groups).map(([key, head]) => ({ head, rows: rowsAt(answer, key), located: [] }));
}

/** In the editor, at the place that was asked about, or in the view at the side. */
async function showReferences(question: Question, answer: Answer, place: Place): Promise<void> {
  const remarks = remarksOn(answer);
  // The view takes the editor's own classes only, not what travels over the protocol.
  const calls = answer.callSites ?? [];
  const locations = (calls.length > 0 ? calls : answer.locations).map(toLocation);
  const inView = place.isInView === true || workspace.getConfiguration("blastlens.views").get("references") === "view";
  if (inView) {
    const target = (answer["target"] as Row | undefined)?.symbol;
    const title = target === undefined ? question.title : `${question.title} of ${shortName(target)}`;
    const origin = new Location(place.uri, place.position);
    if (await showInReferencesView(title, origin, locations, remarks.join("; "))) {
      return;
    }
  }
  if (remarks.length > 0) {
    window.setStatusBarMessage(`Blastlens: ${remarks.join("; ")}`, 10_000);
  }
  await commands.executeCommand("editor.action.showReferences", place.uri, place.position, locations);
}

function sayNothingFound(question: Question, answer: Answer): void {
  // "No callers" is a claim: it is made only over a complete view.
  const parts = [answer.complete ? question.empty : "nothing found", ...remarksOn(answer)];
  void window.showInformationMessage(`Blastlens: ${parts.join("; ")}`);
}

interface Choice extends QuickPickItem {
  readonly location?: Location;
  readonly run?: () => void;
}

async function showList(
  question: Question,
  answer: Answer,
  sections: readonly Section[],
  folder: WorkspaceFolder | undefined,
): Promise<void> {
  const remarks = remarksOn(answer);
  const chosen = await window.showQuickPick(
    [...runChoice(answer, folder), ...sections.flatMap((section) => choicesOf(section, folder))],
    {
      title: question.title,
      placeHolder: [countsOf(question, answer), ...remarks].join("; "),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  chosen?.run?.();
  if (chosen?.location !== undefined) {
    const { uri, range } = chosen.location;
    await window.showTextDocument(uri, { selection: range });
  }
}

/** What the rows count: "12", or for grouped answers "3 direct callers, 9 indirect callers". */
function countsOf(question: Question, answer: Answer): string {
  const groups = groupsOf(answer);
  if (groups.length > 0) {
    return groups.map(({ head }) => head).join(", ");
  }
  const counts = Object.entries(question.groups ?? {}).map(([key, head]) => [rowsAt(answer, key).length, head] as const);
  const shown = counts.filter(([count]) => count > 0).map(([count, head]) => `${count} ${head}`);
  return shown.length > 0 ? shown.join(", ") : String(answer.results.length);
}

/** Where the answer says how its tests are run: the offer to do so. */
function runChoice(answer: Answer, folder: WorkspaceFolder | undefined): Choice[] {
  const [first, ...more] = commandsOf(answer);
  if (first === undefined || folder === undefined || !workspace.isTrusted) {
    return [];
  }
  const description = more.length === 0 ? first.command : `${first.command} (and ${more.length} more)`;
  return [{ label: "$(run-all) Run in a terminal", description, alwaysShow: true, run: () => runCommands(folder, answer) }];
}

function choicesOf({ head, rows, located }: Section, folder: WorkspaceFolder | undefined): Choice[] {
  const choices: Choice[] = rows.map((row, index) => {
    const given = located[index];
    const location = given === undefined ? locationOf(row, folder) : toLocation(given);
    const detail = pathOf(row);
    return {
      label: nameOf(row),
      description: [placeOf(row), certaintyOf(row)].filter((part) => part !== "").join("  "),
      ...(detail === undefined ? {} : { detail }),
      ...(location === undefined ? {} : { location }),
    };
  });
  return head === "" || rows.length === 0 ? choices : [{ label: head, kind: QuickPickItemKind.Separator }, ...choices];
}

/** Where a row stands by its own file and line, below the folder that the question was about. */
function locationOf(row: Row, folder: WorkspaceFolder | undefined): Location | undefined {
  const file = row.file ?? row.symbol?.split("::")[0];
  if (folder === undefined || file === undefined) {
    return undefined;
  }
  const start = new Position(Math.max((row.line ?? 1) - 1, 0), 0);
  return new Location(Uri.joinPath(folder.uri, file), new Range(start, start));
}

/** Facts about the index, one a row, to read and leave. */
async function showFacts(question: Question, answer: Answer): Promise<void> {
  const facts = Object.entries(answer.results[0] ?? answer).flatMap(([name, value]) => factOf(name, value));
  if (facts.length === 0) {
    sayNothingFound(question, answer);
    return;
  }
  await window.showQuickPick(facts, { title: question.title, placeHolder: remarksOn(answer).join("; ") });
}

function factOf(name: string, value: unknown): QuickPickItem[] {
  const label = name.replaceAll("_", " ");
  if (Array.isArray(value)) {
    return value.length > 0 ? [{ label, description: String(value.length) }] : [];
  }
  return typeof value === "object" || value === "" || value === undefined ? [] : [{ label, description: String(value) }];
}

function toLocation(location: ServerLocation): Location {
  const { start, end } = location.range;
  return new Location(
    Uri.parse(location.uri),
    new Range(new Position(start.line, start.character), new Position(end.line, end.character)),
  );
}
