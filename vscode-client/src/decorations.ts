/** Marks files in the explorer whose code uncommitted changes reach. */

import {
  EventEmitter,
  FileDecoration,
  ThemeColor,
  Uri,
  window,
  workspace,
  type Disposable,
  type FileDecorationProvider,
} from "vscode";

import { folders } from "./asked";
import { plural } from "./tree/node";
import { markedFiles, type Marked } from "./tree/radius";
import type { RadiusView } from "./views/radius-view";

const SETTING = "blastlens.views.explorerDecorations";

export class Decorations implements FileDecorationProvider, Disposable {
  private readonly changed = new EventEmitter<Uri[]>();
  readonly onDidChangeFileDecorations = this.changed.event;
  private marked: ReadonlyMap<string, Marked> = new Map();
  private readonly parts: Disposable[];

  constructor(private readonly radius: RadiusView) {
    this.parts = [
      window.registerFileDecorationProvider(this),
      radius.onDidChange(() => this.update()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTING)) {
          radius.workingTree.poke();
          this.update();
        }
      }),
    ];
  }

  static get areOn(): boolean {
    return workspace.getConfiguration().get<boolean>(SETTING, true);
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const one = this.marked.get(uri.toString());
    if (one === undefined) {
      return undefined;
    }
    const affected = one.affected > 0 ? [`${plural(one.affected, "definition")} here affected by uncommitted changes`] : [];
    const untested = one.untested > 0 ? [`${one.untested} reached by no test`] : [];
    const color = one.untested > 0 ? "blastlens.untestedFileForeground" : "blastlens.affectedFileForeground";
    return new FileDecoration(one.untested > 0 ? "!" : "~", [...affected, ...untested].join(", "), new ThemeColor(color));
  }

  dispose(): void {
    this.parts.forEach((one) => one.dispose());
    this.changed.dispose();
  }

  private update(): void {
    const before = this.marked;
    this.marked = Decorations.areOn ? this.wanted() : new Map();
    const touched = [...new Set([...before.keys(), ...this.marked.keys()])];
    const differing = touched.filter((uri) => JSON.stringify(before.get(uri)) !== JSON.stringify(this.marked.get(uri)));
    if (differing.length > 0) {
      this.changed.fire(differing.map((uri) => Uri.parse(uri)));
    }
  }

  private wanted(): Map<string, Marked> {
    const marked = new Map<string, Marked>();
    for (const { uri } of folders()) {
      const answer = this.radius.changesIn(uri);
      for (const [file, one] of answer === undefined ? [] : markedFiles(answer)) {
        marked.set(Uri.joinPath(uri, file).toString(), one);
      }
    }
    return marked;
  }
}
