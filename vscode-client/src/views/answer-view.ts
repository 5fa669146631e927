/** A tree view over the answers to one question. */

import {
  commands,
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  type Disposable,
  type TreeDataProvider,
  type TreeView,
  type WorkspaceFolder,
} from "vscode";

import type { Answer } from "../answer";
import { folders, type Asked } from "../asked";
import { isSame, type Node, type Tree } from "../tree/node";

/** A node of one folder: what commands of the view's menus are given. */
export interface Element {
  readonly node: Node;
  readonly folder: Uri;
}

/** The server's word for a folder of which git knows nothing. */
const NO_GIT = "no-git";

const TINTS: Readonly<Record<string, string>> = {
  warning: "list.warningForeground",
  error: "list.errorForeground",
  passed: "testing.iconPassed",
  faint: "disabledForeground",
};

export class AnswerView implements TreeDataProvider<Element>, Disposable {
  protected readonly view: TreeView<Element>;
  private readonly changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private shown: readonly Element[] = [];
  private drawn: readonly Node[] = [];
  private state = "";
  private readonly listening: Disposable[];
  private ending: (() => void) | undefined;

  /** `asked`: gives the asked answers, told whether this view can be seen; `build`: an answer as a tree. */
  constructor(
    protected readonly id: string,
    private readonly source: () => Asked,
    private readonly build: (answer: Answer) => Tree,
  ) {
    this.view = window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
    this.listening = [
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible) {
          this.source().poke();
          this.update();
        }
      }),
    ];
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  getChildren(element?: Element): Element[] {
    return element === undefined
      ? [...this.shown]
      : element.node.children.map((node) => ({ node, folder: element.folder }));
  }

  getTreeItem({ node, folder }: Element): TreeItem {
    const item = new TreeItem(node.label, collapsible(node));
    item.id = `${folder.toString()}#${node.id}`;
    item.contextValue = [node.symbol === undefined ? undefined : "symbol", node.spot === undefined ? undefined : "file"]
      .filter((one) => one !== undefined)
      .join(" ");
    if (node.description !== undefined) {
      item.description = node.description;
    }
    if (node.tooltip !== undefined) {
      item.tooltip = new MarkdownString(node.tooltip);
    }
    if (node.icon === "file" && node.spot !== undefined) {
      item.resourceUri = Uri.joinPath(folder, node.spot.file);
      item.iconPath = ThemeIcon.File;
    } else if (node.icon !== undefined) {
      const tint = node.tint === undefined ? undefined : TINTS[node.tint];
      item.iconPath = new ThemeIcon(node.icon, tint === undefined ? undefined : new ThemeColor(tint));
    }
    if (node.spot !== undefined && node.children.length === 0) {
      item.command = { command: "blastlens.openItem", title: "Open", arguments: [{ node, folder }] };
    }
    return item;
  }

  /** Draws what is known now, if that looks different. */
  update(): void {
    const asked = this.source();
    const found = folders().map((folder) => ({ folder, known: asked.get(folder.uri) }));
    const trees = found.flatMap(({ folder, known }) =>
      known !== undefined && "answer" in known ? [{ folder, tree: this.build(known.answer) }] : [],
    );
    const failed = found.flatMap(({ known }) => (known !== undefined && "error" in known ? [known] : []));
    this.progress(asked.isAsking && trees.length === 0);
    // Where all is said in a welcome, no message stands above it.
    const isWithoutGit = trees.length === 0 && failed.length > 0 && failed.every(({ code }) => code === NO_GIT);
    this.draw(trees, isWithoutGit ? [] : failed.map(({ error }) => error), isWithoutGit);
  }

  /** What a view says of all its trees; the count is that of every folder. */
  protected tell(trees: readonly Tree[]): void {
    const count = trees.reduce((sum, tree) => sum + tree.count, 0);
    this.view.description = count > 0 ? count.toLocaleString("en-US") : "";
  }

  dispose(): void {
    this.ending?.();
    this.view.dispose();
    this.changed.dispose();
    this.listening.forEach((one) => one.dispose());
  }

  private draw(trees: readonly { folder: WorkspaceFolder; tree: Tree }[], errors: readonly string[], isWithoutGit: boolean): void {
    const remarks = trees.flatMap(({ tree }) => tree.remarks);
    const message = [...errors, ...new Set(remarks)].join("\n");
    this.view.message = message === "" ? (undefined as unknown as string) : message;
    this.tell(trees.map(({ tree }) => tree));
    const states = trees.map(({ tree }) => tree.state);
    this.say(isWithoutGit ? "noGit" : wordFor(states, errors.length > 0));
    const several = folders().length > 1;
    const shown = trees.flatMap(({ folder, tree }) =>
      several ? [{ node: folderNode(folder, tree), folder: folder.uri }] : tree.nodes.map((node) => ({ node, folder: folder.uri })),
    );
    const filled = trees.some(({ tree }) => tree.nodes.length > 0) ? shown : [];
    const drawn = filled.map(({ node }) => node);
    if (!isSame(drawn, this.drawn)) {
      this.drawn = drawn;
      this.shown = filled;
      this.changed.fire(undefined);
    }
  }

  /** For the welcome that an empty view shows. */
  private say(told: string): void {
    if (told !== this.state) {
      this.state = told;
      void commands.executeCommand("setContext", `${this.id}.state`, told);
    }
  }

  private progress(active: boolean): void {
    if (active && this.ending === undefined) {
      void window.withProgress({ location: { viewId: this.id } }, () => new Promise<void>((resolve) => (this.ending = resolve)));
    } else if (!active) {
      this.ending?.();
      this.ending = undefined;
    }
  }
}

/** "none" is a claim about every folder. */
function wordFor(states: readonly Tree["state"][], failed: boolean): string {
  if (states.includes("filled")) {
    return "filled";
  }
  if (failed) {
    return "failed";
  }
  return states.length === 0 ? "asking" : states.every((one) => one === "none") ? "none" : "nothing";
}

function collapsible(node: Node): TreeItemCollapsibleState {
  if (node.children.length === 0) {
    return TreeItemCollapsibleState.None;
  }
  return node.open === true ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

function folderNode(folder: WorkspaceFolder, tree: Tree): Node {
  const description = tree.state === "filled" ? tree.count.toLocaleString("en-US") : tree.state === "none" ? "none" : "";
  return { id: "folder", label: folder.name, description, icon: "root-folder", open: true, children: tree.nodes };
}
