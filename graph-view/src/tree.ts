// Folders, files and symbols as one tree: what can be expanded and collapsed.
import { baseOf, type Graph } from "./payload";

export interface Item {
  readonly id: string; // "d:folder", "f:file" or "n:symbol"; the same in later versions of the graph
  readonly label: string;
  readonly kind: string; // "folder", "file", or a kind of symbol
  readonly node: number; // -1: none
  readonly path: string;
  parent: Item | undefined;
  readonly children: Item[];
  size: number; // symbols in it, itself included
  unread: boolean; // stands for symbols that the graph does not hold
  test: boolean; // all of it is test code
}

export class Tree {
  readonly roots: Item[] = [];
  readonly items = new Map<string, Item>();
  /** By node. */
  readonly ofNode: Item[] = [];

  constructor(graph: Graph) {
    const folders = new Map<string, Item>();
    const files = this.fileItems(graph, folders);
    for (let node = 0; node < graph.count; node += 1) {
      if (this.ofNode[node]) continue;
      const item = this.add(`n:${graph.symbol(node)}`, graph.name(node), graph.kind(node), node, graph.file(node));
      this.ofNode[node] = item;
    }
    for (let node = 0; node < graph.count; node += 1) {
      const item = this.ofNode[node];
      const around = graph.data.nodes.parent[node] ?? -1;
      const file = files.get(graph.file(node));
      if (item && item !== file) attach(item, (around >= 0 ? this.ofNode[around] : undefined) ?? file);
    }
    this.roots.push(...joinedFolders([...folders.values(), ...files.values()].filter((item) => !item.parent)));
    for (const item of this.items.values()) if (item.kind === "folder" && !reachable(item)) this.items.delete(item.id);
    for (const root of this.roots) measure(root, graph);
  }

  /** From the item up to its root. */
  *around(item: Item): Iterable<Item> {
    for (let here: Item | undefined = item; here; here = here.parent) yield here;
  }

  nodesIn(item: Item): number[] {
    const found: number[] = item.node >= 0 ? [item.node] : [];
    for (const child of item.children) found.push(...this.nodesIn(child));
    return found;
  }

  /** A file is its top-level code's item, where that is exported. */
  private fileItems(graph: Graph, folders: Map<string, Item>): Map<string, Item> {
    const modules = new Map<string, number>();
    for (let node = 0; node < graph.count; node += 1) {
      if (!modules.has(graph.file(node)) || graph.kind(node) === "module") {
        if (graph.kind(node) === "module" || graph.kind(node) === "file") modules.set(graph.file(node), node);
        else if (!modules.has(graph.file(node))) modules.set(graph.file(node), -1);
      }
    }
    const files = new Map<string, Item>();
    for (const [path, node] of modules) {
      const item = this.add(`f:${path}`, baseOf(path), "file", node, path);
      if (node >= 0) this.ofNode[node] = item;
      files.set(path, item);
      this.folder(path, folders)?.children.push(item);
      item.parent = this.folder(path, folders);
    }
    return files;
  }

  private folder(path: string, folders: Map<string, Item>): Item | undefined {
    const end = path.lastIndexOf("/");
    if (end < 0) return undefined;
    const name = path.slice(0, end);
    let item = folders.get(name);
    if (!item) {
      item = this.add(`d:${name}`, baseOf(name), "folder", -1, name);
      folders.set(name, item);
      item.parent = this.folder(name, folders);
      item.parent?.children.push(item);
    }
    return item;
  }

  private add(wanted: string, label: string, kind: string, node: number, path: string): Item {
    let id = wanted;
    while (this.items.has(id)) id += "'";
    const item: Item = { id, label, kind, node, path, parent: undefined, children: [], size: 0, unread: false, test: false };
    this.items.set(id, item);
    return item;
  }
}

function attach(item: Item, parent: Item | undefined): void {
  item.parent = parent;
  parent?.children.push(item);
}

/** A folder that holds one folder and nothing else is left out: the inner one says both names. */
function joinedFolders(items: Item[]): Item[] {
  return items.map((item) => {
    let inner = item;
    let label = item.label;
    while (inner.kind === "folder" && inner.children.length === 1 && inner.children[0]?.kind === "folder") {
      inner = inner.children[0];
      label = `${label}/${inner.label}`;
    }
    if (inner !== item) {
      inner.parent = item.parent;
      (inner as { label: string }).label = label;
    }
    if (inner.kind === "folder") inner.children.splice(0, Infinity, ...joinedFolders(inner.children));
    for (const child of inner.children) child.parent = inner;
    return inner;
  });
}

function reachable(item: Item): boolean {
  return item.parent === undefined || item.parent.children.includes(item);
}

function measure(item: Item, graph: Graph): void {
  for (const child of item.children) measure(child, graph);
  item.size = item.children.reduce((sum, child) => sum + child.size, item.node >= 0 ? graph.symbols(item.node) : 0);
  item.unread = item.node >= 0 && !item.children.length && graph.symbols(item.node) > 1;
  item.test = item.node >= 0 ? graph.isTest(item.node) : item.children.every((child) => child.test);
}
