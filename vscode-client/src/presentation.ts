/** Shows answers with what the editor has: the References view, a quick pick, a message. */

import { commands, QuickPickItemKind, window, workspace, type QuickPickItem } from "vscode";
import { Location, Position, Range, Uri } from "vscode";
import type { Location as ServerLocation } from "vscode-languageclient/node";

import { certaintyOf, nameOf, placeOf, remarksOn, type Answer, type Row } from "./answer";
import type { Question } from "./questions";

/** Where the question was asked: the References view opens there. */
export interface Place {
  readonly uri: Uri;
  readonly position: Position;
}

export async function present(question: Question, answer: Answer, place: Place | undefined): Promise<void> {
  if (question.shownAs === "facts") {
    await showFacts(question, answer);
  } else if (answer.results.length === 0) {
    sayNothingFound(question, answer);
  } else if (question.shownAs === "references" && place !== undefined && answer.locations.length > 0) {
    await showReferences(answer, place);
  } else {
    await showList(question, answer);
  }
}

async function showReferences(answer: Answer, place: Place): Promise<void> {
  const remarks = remarksOn(answer);
  if (remarks.length > 0) {
    window.setStatusBarMessage(`Blastlens: ${remarks.join("; ")}`, 10_000);
  }
  // The view takes the editor's own classes only, not what travels over the protocol.
  const calls = answer.callSites ?? [];
  const locations = (calls.length > 0 ? calls : answer.locations).map(toLocation);
  await commands.executeCommand("editor.action.showReferences", place.uri, place.position, locations);
}

function sayNothingFound(question: Question, answer: Answer): void {
  // "No callers" is a claim: it is made only over a complete view.
  const parts = [answer.complete ? question.empty : "nothing found", ...remarksOn(answer)];
  void window.showInformationMessage(`Blastlens: ${parts.join("; ")}`);
}

interface Choice extends QuickPickItem {
  readonly location?: Location;
}

async function showList(question: Question, answer: Answer): Promise<void> {
  const remarks = remarksOn(answer);
  const chosen = await window.showQuickPick(choicesOf(answer), {
    title: `${question.title} (${answer.results.length})`,
    placeHolder: remarks.length > 0 ? remarks.join("; ") : "Choose a place to open",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.location !== undefined) {
    const { uri, range } = chosen.location;
    await window.showTextDocument(uri, { selection: range });
  }
}

/** One choice a row, under the heads of their groups when the rows name some. */
function choicesOf(answer: Answer): Choice[] {
  const choices: Choice[] = [];
  let head: unknown;
  answer.results.forEach((row, index) => {
    if (typeof row["group"] === "string" && row["group"] !== head) {
      head = row["group"];
      choices.push({ label: row["group"], kind: QuickPickItemKind.Separator });
    }
    const location = locationOf(row, index, answer);
    choices.push({
      label: nameOf(row),
      description: placeOf(row),
      detail: certaintyOf(row),
      ...(location === undefined ? {} : { location }),
    });
  });
  return choices;
}

function locationOf(row: Row, index: number, answer: Answer): Location | undefined {
  const given = answer.locations[index];
  if (answer.locations.length === answer.results.length && given !== undefined) {
    return toLocation(given);
  }
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const file = row.file ?? row.symbol?.split("::")[0];
  if (folder === undefined || file === undefined) {
    return undefined;
  }
  const start = new Position(Math.max((row.line ?? 1) - 1, 0), 0);
  return new Location(Uri.joinPath(folder, file), new Range(start, start));
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
