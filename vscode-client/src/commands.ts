/** The commands of the palette, of menus and of lenses. */

import { commands, Position, QuickPickItemKind, Uri, window, workspace, type Disposable, type QuickPickItem, type WorkspaceFolder } from "vscode";

import { runAffectedTests } from "./affected-tests";
import { folders } from "./asked";
import type { Connection } from "./connection";
import { menuEntries } from "./menu";
import { present, type Place } from "./presentation";
import { QUESTIONS, VARIANTS, type Question } from "./questions";
import { pickCommits, pickFolder } from "./range-picker";
import { WORKING_TREE, type Subject } from "./subject";
import { shortName } from "./tree/node";
import { explainError, offerInstall } from "./troubles";
import type { RadiusView } from "./views/radius-view";
import type { StructureViews } from "./views/structure-views";

/** What a question is about, as the server reads it; a lens adds the symbol. Positions are zero-based. */
interface About {
  readonly root?: string;
  readonly uri?: string;
  readonly position?: { readonly line: number; readonly character: number };
  readonly symbol?: string;
  readonly workingTree?: boolean;
  readonly [key: string]: unknown;
}

export function registerCommands(server: Connection, radius: RadiusView, structure: StructureViews, id: string): Disposable[] {
  const ask = (question: Question, about: About | undefined) => askAndShow(server, radius, question, about);
  const on = (command: string, run: () => unknown): Disposable => commands.registerCommand(command, () => guarded(run));
  return [
    // A lens of the server runs its command with one argument; the palette and menus run it with none.
    ...QUESTIONS.map((question) => commands.registerCommand(question.command, (about?: About) => ask(question, about))),
    ...VARIANTS.map(({ command, question, about }) =>
      commands.registerCommand(command, () => ask(question, { ...atCursor(), ...about })),
    ),
    on("blastlens.blastRadiusOfCommits", async () => {
      const subject = await pickCommits();
      return subject === undefined ? undefined : radius.show(subject);
    }),
    commands.registerCommand("blastlens.runAffectedTests", (about?: About) =>
      guarded(() => runAffectedTests(server, about?.symbol === undefined ? radius.shows : subjectOf(about))),
    ),
    on("blastlens.showUncommittedChanges", () => radius.show(WORKING_TREE)),
    on("blastlens.groupByFile", () => radius.groupBy("file")),
    on("blastlens.groupByHop", () => radius.groupBy("hop")),
    on("blastlens.filterByConfidence", () => radius.filter()),
    on("blastlens.refreshViews", () => {
      radius.refresh();
      structure.refresh();
    }),
    on("blastlens.showMenu", () => showMenu(server, radius)),
    on("blastlens.restartServer", () => server.restart()),
    on("blastlens.showLog", () => server.log.show()),
    on("blastlens.installServer", () => offerInstall(server)),
    on("blastlens.openSettings", () => commands.executeCommand("workbench.action.openSettings", `@ext:${id}`)),
    on("blastlens.openWalkthrough", () =>
      commands.executeCommand("workbench.action.openWalkthrough", `${id}#blastlens.start`, false),
    ),
  ];
}

async function guarded(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    await explainError(error);
  }
}

/** Asks about what is given, or about what stands at the cursor. */
async function askAndShow(server: Connection, radius: RadiusView, question: Question, given: About | undefined): Promise<void> {
  const chosen = given instanceof Uri ? ofFile(given) : (given ?? atCursor());
  await guarded(async () => {
    const about = await withFolder(chosen);
    if (about === undefined) {
      return;
    }
    if (question.shownAs === "view") {
      await radius.show(subjectOf(about));
      return;
    }
    const answer = await server.ask(question.command, [about]);
    if (answer === undefined) {
      void window.showInformationMessage(`Blastlens: ${question.empty}`);
    } else {
      await present(question, answer, placeOf(about), folderOf(about));
    }
  });
}

/** The question with the folder it is about; the user is asked where that cannot be told. Undefined when he leaves. */
async function withFolder(about: About | undefined): Promise<About | undefined> {
  if (about?.root !== undefined || folders().length <= 1) {
    return about ?? {};
  }
  const own = about?.uri === undefined ? undefined : workspace.getWorkspaceFolder(Uri.parse(about.uri));
  if (own !== undefined) {
    return about;
  }
  const folder = await pickFolder("Ask about which folder?");
  return folder === undefined ? undefined : { ...about, root: folder.uri.toString() };
}

function subjectOf(about: About): Subject {
  if (about.workingTree === true || (about.symbol === undefined && about.position === undefined)) {
    return WORKING_TREE;
  }
  const root = folderOf(about)?.uri.toString() ?? "";
  return { is: "symbol", root, about, name: about.symbol === undefined ? wordAt(about) : shortName(about.symbol) };
}

/** The folder that a question is about. */
function folderOf(about: About): WorkspaceFolder | undefined {
  const named = about.root ?? about.uri;
  return (named === undefined ? undefined : workspace.getWorkspaceFolder(Uri.parse(named))) ?? folders()[0];
}

/** The name at the cursor, to head the view with. */
function wordAt(about: About): string {
  const editor = window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  const same = editor !== undefined && editor.document.uri.toString() === about.uri;
  return same && range !== undefined ? editor.document.getText(range) : "what stands at the cursor";
}

function atCursor(): About | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== "file") {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** Menus pass the file that was clicked; in the editor's own menu the cursor is in it, and says more. */
function ofFile(uri: Uri): About {
  const here = atCursor();
  return here?.uri === uri.toString() ? here : { uri: uri.toString() };
}

function placeOf(about: About): Place | undefined {
  if (about.uri === undefined || about.position === undefined) {
    return undefined;
  }
  return { uri: Uri.parse(about.uri), position: new Position(about.position.line, about.position.character) };
}

async function showMenu(server: Connection, radius: RadiusView): Promise<void> {
  const known = new Set(await commands.getCommands(true));
  const entries = menuEntries(server.condition, server.indexes, radius.summary, (command) => known.has(command));
  const items = entries.map(({ label, description, command, isHead }): QuickPickItem & { command?: string } => ({
    label,
    ...(description === undefined ? {} : { description }),
    ...(command === undefined ? {} : { command }),
    ...(isHead === true ? { kind: QuickPickItemKind.Separator } : {}),
  }));
  const chosen = await window.showQuickPick(items, { title: "Blastlens", matchOnDescription: true });
  if (chosen?.command !== undefined) {
    await commands.executeCommand(chosen.command);
  }
}
