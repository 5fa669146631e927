// What is known of the chosen item, with its neighbours as buttons: the whole map can be walked without the canvas.
import { button, element } from "./elements";
import { SCALE, type Graph } from "./payload";
import type { Reached } from "./radius";
import { isShown, type Filter } from "./visible";
import type { Item, Tree } from "./tree";

const MOST_ROWS = 60;

export interface Actions {
  choose(id: string): void;
  toggle(id: string): void;
  radius(id: string | undefined): void;
  open: ((file: string, line: number) => void) | undefined;
  /** Asks for what lies beyond the graph; undefined: all of it is here. */
  more: ((item: Item) => void) | undefined;
}

interface Row {
  readonly node: number;
  readonly confidence: number;
  readonly about: string;
}

export function card(graph: Graph, tree: Tree, item: Item, filter: Filter, expanded: boolean, radius: boolean, actions: Actions): HTMLElement {
  const made = element("section", { "aria-label": `About ${item.label}` });
  made.append(element("p", { class: "kind" }, item.kind), element("h2", {}, item.node >= 0 ? graph.qualname(item.node) : item.label));
  made.append(place(graph, item, actions));
  if (item.node >= 0 && item.kind !== "file") made.append(element("p", { class: "facts" }, `Cognitive complexity ${graph.data.nodes.cognitive[item.node] ?? 0}`));
  else made.append(element("p", { class: "facts" }, `${item.size.toLocaleString("en")} symbols`));
  const bar = element("div", { class: "bar" });
  bar.append(button(radius ? "Clear blast radius" : "Show blast radius", () => actions.radius(radius ? undefined : item.id), { class: "primary" }));
  if (item.children.length || (item.unread && actions.more)) bar.append(button(expanded ? "Collapse" : "Expand", () => actions.toggle(item.id)));
  const more = actions.more;
  if (more && item.node >= 0 && item.kind !== "file") bar.append(button("Show neighbours", () => more(item), { title: "What uses it and what it uses, as far as it is not here yet" }));
  made.append(bar);
  const nodes = tree.nodesIn(item);
  const inside = new Set(nodes);
  const { source, target } = graph.data.links;
  const used = rows(graph, tree, nodes.flatMap((node) => [...graph.incoming(node)]), source, inside, filter);
  const uses = rows(graph, tree, nodes.flatMap((node) => [...graph.outgoing(node)]), target, inside, filter);
  made.append(list(graph, tree, "Used by", used.filter((row) => !graph.isTest(row.node)), actions));
  made.append(list(graph, tree, "Uses", uses, actions));
  made.append(list(graph, tree, "Used by tests", used.filter((row) => graph.isTest(row.node)), actions));
  return made;
}

function place(graph: Graph, item: Item, actions: Actions): HTMLElement {
  const line = item.node >= 0 ? graph.line(item.node) : 0;
  const text = item.node >= 0 && item.kind !== "file" ? `${item.path}:${line}` : item.path;
  const made = element("p", { class: "place" });
  const open = actions.open;
  made.append(open && item.kind !== "folder" ? button(text, () => open(item.path, Math.max(line, 1)), { class: "link" }) : element("code", {}, text));
  return made;
}

function rows(graph: Graph, tree: Tree, links: readonly number[], ends: readonly number[], inside: ReadonlySet<number>, filter: Filter): Row[] {
  const { kind, confidence, basis, line } = graph.data.links;
  const best = new Map<number, Row>();
  for (const link of links) {
    const node = ends[link] ?? 0;
    const sure = (confidence[link] ?? 0) / SCALE;
    const name = graph.data.linkKinds[kind[link] ?? 0] ?? "";
    const item = tree.ofNode[node];
    if (inside.has(node) || sure < filter.confidence || !filter.kinds.has(name) || !item || !isShown(item, filter)) continue;
    const known = best.get(node);
    if (known && known.confidence >= sure) continue;
    const how = (graph.data.bases[basis[link] ?? 0] ?? "").replaceAll("_", " ");
    best.set(node, { node, confidence: sure, about: `${name}, ${how}${line[link] ? `, line ${line[link]}` : ""}` });
  }
  return [...best.values()].sort((a, b) => b.confidence - a.confidence || a.node - b.node);
}

function list(graph: Graph, tree: Tree, title: string, all: Row[], actions: Actions): HTMLElement {
  const made = element("details", { open: all.length > 0 }, element("summary", {}, `${title} (${all.length.toLocaleString("en")})`));
  const items = all.slice(0, MOST_ROWS).map((row) => {
    const sure = element("span", { class: row.confidence < 0.7 ? "sure low" : "sure" }, row.confidence.toFixed(2));
    const go = button("", () => actions.choose(tree.ofNode[row.node]?.id ?? ""), { class: "row", title: graph.symbol(row.node) });
    go.append(element("span", { class: "name" }, graph.qualname(row.node)), sure, element("span", { class: "about" }, `${graph.file(row.node)} · ${row.about}`));
    return element("li", {}, go);
  });
  made.append(element("ul", {}, ...items));
  if (all.length > MOST_ROWS) made.append(element("p", { class: "facts" }, `and ${(all.length - MOST_ROWS).toLocaleString("en")} more`));
  return made;
}

/** Sizes of a blast radius, in words. */
export function radiusSummary(graph: Graph, reached: ReadonlyMap<number, Reached>): { hops: number[]; tests: number; files: number } {
  const hops = [0, 0, 0, 0, 0];
  let tests = 0;
  const files = new Set<string>();
  for (const [node, { hops: away }] of reached) {
    const slot = Math.min(away, hops.length - 1);
    hops[slot] = (hops[slot] ?? 0) + 1;
    if (away > 0) files.add(graph.file(node));
    if (away > 0 && graph.kind(node) === "test") tests += 1;
  }
  return { hops, tests, files: files.size };
}

export function radiusCard(graph: Graph, reached: ReadonlyMap<number, Reached>, name: string, clear: () => void): HTMLElement {
  const summary = radiusSummary(graph, reached);
  const total = summary.hops.slice(1).reduce((sum, count) => sum + count, 0);
  const text = total
    ? `A change reaches ${total.toLocaleString("en")} symbols in ${summary.files.toLocaleString("en")} files, ${summary.tests.toLocaleString("en")} of them tests.`
    : "No edge from anything else leads here at this confidence.";
  const made = element("section", { class: "radius", "aria-label": "What the change reaches" }, element("p", { class: "kind" }, "blast radius"), element("h2", {}, name));
  made.append(element("p", {}, text), button("Clear", clear));
  return made;
}
