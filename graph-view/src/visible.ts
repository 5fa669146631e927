// What is drawn: the items whose surroundings are all expanded, and one line for all links between two of them.
import { SCALE, type Graph } from "./payload";
import type { Item, Tree } from "./tree";

export const MOST_LINES = 2_500;

export interface Filter {
  readonly confidence: number; // 0 to 1
  readonly kinds: ReadonlySet<string>;
  readonly tests: boolean;
  /** Only these; undefined: all. */
  readonly within: ReadonlySet<Item> | undefined;
}

export interface Line {
  readonly source: Item;
  readonly target: Item;
  links: number;
  confidence: number;
  readonly kinds: Set<string>;
}

export interface Drawn {
  readonly items: Item[]; // outer ones first
  readonly lines: Line[];
  readonly leftOut: number; // lines
  readonly shownBy: ReadonlyMap<Item, Item>; // every item -> what stands for it
}

export function isShown(item: Item, filter: Filter): boolean {
  return (filter.tests || !item.test) && (!filter.within || filter.within.has(item));
}

/** What lies in files of which the path has this text, and what is around it; undefined: everything. */
export function withinPath(tree: Tree, text: string): ReadonlySet<Item> | undefined {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return undefined;
  const found = new Set<Item>();
  const look = (item: Item): boolean => {
    const own = item.kind !== "folder" && item.path.toLowerCase().includes(wanted);
    const inside = item.children.map(look).some(Boolean);
    if (own || inside) found.add(item);
    return own || inside;
  };
  tree.roots.forEach(look);
  return found;
}

export function drawn(graph: Graph, tree: Tree, expanded: ReadonlySet<string>, filter: Filter): Drawn {
  const items: Item[] = [];
  const shownBy = new Map<Item, Item>();
  const show = (item: Item, by: Item | undefined): void => {
    if (!isShown(item, filter)) return;
    if (!by) items.push(item);
    shownBy.set(item, by ?? item);
    const inside = by ?? (expanded.has(item.id) && item.children.length ? undefined : item);
    for (const child of item.children) show(child, inside);
  };
  for (const root of tree.roots) show(root, undefined);
  const all = lines(graph, tree, shownBy, filter);
  const kept = all.length > MOST_LINES ? all.sort((a, b) => b.links - a.links || b.confidence - a.confidence).slice(0, MOST_LINES) : all;
  return { items, lines: kept, leftOut: all.length - kept.length, shownBy };
}

function lines(graph: Graph, tree: Tree, shownBy: ReadonlyMap<Item, Item>, filter: Filter): Line[] {
  const { source, target, kind, confidence } = graph.data.links;
  const wanted = graph.data.linkKinds.map((name) => filter.kinds.has(name));
  const least = filter.confidence * SCALE;
  const by = tree.ofNode.map((item) => shownBy.get(item));
  const found = new Map<Item, Map<Item, Line>>();
  for (let link = 0; link < source.length; link += 1) {
    if (!wanted[kind[link] ?? 0] || (confidence[link] ?? 0) < least) continue;
    const from = by[source[link] ?? 0];
    const to = by[target[link] ?? 0];
    if (!from || !to || from === to || isAround(from, to) || isAround(to, from)) continue;
    let ends = found.get(from);
    if (!ends) found.set(from, (ends = new Map()));
    let line = ends.get(to);
    if (!line) ends.set(to, (line = { source: from, target: to, links: 0, confidence: 0, kinds: new Set() }));
    line.links += 1;
    line.confidence = Math.max(line.confidence, (confidence[link] ?? 0) / SCALE);
    line.kinds.add(graph.data.linkKinds[kind[link] ?? 0] ?? "");
  }
  return [...found.values()].flatMap((ends) => [...ends.values()]);
}

function isAround(outer: Item, item: Item): boolean {
  for (let here = item.parent; here; here = here.parent) if (here === outer) return true;
  return false;
}

/** Expands the largest items until more would be drawn than `most`. `down`: how far. */
export function firstExpanded(tree: Tree, filter: Filter, most: number, down: "files" | "symbols" = "files"): Set<string> {
  const expanded = new Set<string>();
  const open = tree.roots.filter((item) => isShown(item, filter));
  let count = open.length;
  const mayOpen = (item: Item): boolean => (down === "symbols" || item.kind === "folder") && item.children.length > 0 && count + item.children.length <= most;
  for (;;) {
    let next: Item | undefined;
    for (const item of open) if (mayOpen(item) && (!next || item.size > next.size || (item.size === next.size && item.id < next.id))) next = item;
    if (!next) return expanded;
    expanded.add(next.id);
    const inside = next.children.filter((item) => isShown(item, filter));
    open.splice(open.indexOf(next), 1, ...inside);
    count += inside.length;
  }
}
