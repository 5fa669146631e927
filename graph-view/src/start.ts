// What a graph is opened with.
import type { Graph } from "./payload";
import { hasStart, startRadius } from "./radius";
import { START, type State } from "./state";
import type { Tree } from "./tree";
import { firstExpanded, type Filter } from "./visible";

const FIRST_LOOK = 60; // boxes
const FIRST_RADIUS = 180;
const REVIEW = 0.7;

export function startState(graph: Graph, tree: Tree): State {
  const { data } = graph;
  const kinds = new Set(data.linkKinds.filter((kind) => kind !== "references" && kind !== "runs"));
  const state: State = { confidence: REVIEW, kinds, tests: tree.roots.every((item) => item.test), path: "", expanded: new Set(), chosen: undefined, radius: undefined };
  const starts = data.start.radius.length ? data.start.radius : data.start.focus;
  const items = starts.slice(0, FIRST_LOOK).flatMap((node) => tree.ofNode[node] ?? []);
  if (items.length === 1) state.chosen = items[0]?.id;
  state.tests ||= items.some((item) => item.test);
  const isRadius = hasStart(graph);
  if (isRadius) {
    state.radius = START;
    state.tests ||= [...startRadius(graph, REVIEW).keys()].some((node) => graph.kind(node) === "test");
  }
  const filter: Filter = { confidence: REVIEW, kinds, tests: state.tests, within: undefined };
  // A graph of a radius alone holds little else, so that all of it can be seen at once.
  state.expanded = isRadius && data.about ? firstExpanded(tree, filter, FIRST_RADIUS, "symbols") : firstExpanded(tree, filter, FIRST_LOOK);
  for (const item of items) for (const around of tree.around(item)) if (around !== item) state.expanded.add(around.id);
  return state;
}

/** What is changed, in words. */
export function nameOfStart(graph: Graph): string {
  const starts = graph.data.start.radius;
  if (graph.data.about) return graph.data.about;
  return starts.length === 1 ? graph.qualname(starts[0] ?? 0) : `${starts.length.toLocaleString("en")} symbols`;
}
