/** Asks for two revisions, and for a folder where several are open. */

import { QuickInputButtons, QuickPickItemKind, window, type QuickPick, type QuickPickItem, type WorkspaceFolder } from "vscode";

import { folders } from "./asked";
import { revisions, type Revision } from "./commits";
import type { Subject } from "./subject";

interface Choice extends QuickPickItem {
  readonly revision?: string;
}

const ICONS: Readonly<Record<Revision["kind"], string>> = { branch: "git-branch", tag: "tag", commit: "git-commit" };
const HEADS: Readonly<Record<Revision["kind"], string>> = { branch: "branches", tag: "tags", commit: "last commits" };

/** A subject for the Blast Radius view; undefined when the user leaves. Rejects with git's words. */
export async function pickCommits(): Promise<Subject | undefined> {
  const folder = await pickFolder("Blast radius of commits in which folder?");
  if (folder === undefined) {
    return undefined;
  }
  const known = await revisions(folder.uri.fsPath);
  for (;;) {
    const base = await pickRevision(known, 1, "From where? What changed since this revision", "");
    if (base === undefined || base === "back") {
      return undefined;
    }
    const head = await pickRevision(known, 2, `Up to where? ${base}..`, "HEAD");
    if (head !== "back") {
      return head === undefined ? undefined : { is: "commits", root: folder.uri.toString(), base, head };
    }
  }
}

/** The folder to ask about: the only one, or the user's choice. */
export async function pickFolder(title: string): Promise<WorkspaceFolder | undefined> {
  const open = folders();
  if (open.length <= 1) {
    return open[0];
  }
  const chosen = await window.showQuickPick(
    open.map((folder) => ({ label: folder.name, description: folder.uri.fsPath, folder })),
    { title },
  );
  return chosen?.folder;
}

function pickRevision(known: readonly Revision[], step: number, title: string, first: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<Choice>();
    pick.title = title;
    pick.step = step;
    pick.totalSteps = 2;
    pick.placeholder = "A branch, a tag or a commit; or type any revision, such as HEAD~3";
    pick.matchOnDescription = true;
    pick.buttons = step === 1 ? [] : [QuickInputButtons.Back];
    pick.items = choices(known, first, "");
    pick.onDidChangeValue((value) => (pick.items = choices(known, first, value.trim())));
    finish(pick, resolve);
    pick.show();
  });
}

function finish(pick: QuickPick<Choice>, resolve: (revision: string | undefined) => void): void {
  pick.onDidAccept(() => {
    const chosen = pick.selectedItems[0]?.revision;
    if (chosen !== undefined) {
      resolve(chosen);
      pick.hide();
    }
  });
  pick.onDidTriggerButton(() => {
    resolve("back");
    pick.hide();
  });
  pick.onDidHide(() => {
    resolve(undefined);
    pick.dispose();
  });
}

function choices(known: readonly Revision[], first: string, typed: string): Choice[] {
  const own: Choice[] = first === "" ? [] : [{ label: first, description: "what is checked out", revision: first }];
  const listed = (["branch", "commit", "tag"] as const).flatMap((kind): Choice[] => {
    const some = known.filter((one) => one.kind === kind);
    const rows = some.map((one) => ({ label: `$(${ICONS[kind]}) ${one.name}`, description: one.about, revision: one.name }));
    return rows.length === 0 ? [] : [{ label: HEADS[kind], kind: QuickPickItemKind.Separator }, ...rows];
  });
  const isListed = known.some(({ name }) => name === typed) || typed === first;
  // A revision of one's own, however git spells it.
  const free: Choice[] = typed === "" || isListed ? [] : [{ label: typed, description: "as typed", alwaysShow: true, revision: typed }];
  return [...own, ...listed, ...free];
}
