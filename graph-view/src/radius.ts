// What a change reaches, by the rules of `blastlens blast-radius`: the confidence of a path is the product of its links', the best
// path to a symbol counts, of equal ones the shortest (Dijkstra, 1959).
import { SCALE, type Graph } from "./payload";

export interface Reached {
  readonly hops: number;
  readonly confidence: number;
}

export function radius(graph: Graph, starts: readonly number[], least: number): Map<number, Reached> {
  const costs = new Map<number, [number, number]>(starts.map((node) => [node, [0, 0]]));
  const limit = least > 0 ? -Math.log(least) + 1e-9 : Infinity;
  const heap = new Heap();
  for (const node of starts) heap.push(0, 0, node);
  const done = new Set<number>();
  const { source, impact } = graph.data.links;
  for (let next = heap.pop(); next; next = heap.pop()) {
    const [cost, hops, node] = next;
    if (done.has(node)) continue;
    done.add(node);
    for (const link of graph.incoming(node)) {
      const sure = (impact[link] ?? 0) / SCALE;
      const other = source[link] ?? 0;
      if (!sure || done.has(other)) continue;
      const spent = cost - Math.log(sure);
      const known = costs.get(other);
      if (spent > limit || (known && !isLess(spent, hops + 1, known))) continue;
      costs.set(other, [spent, hops + 1]);
      heap.push(spent, hops + 1, other);
    }
  }
  return new Map([...costs].map(([node, [cost, hops]]) => [node, { hops, confidence: Math.exp(-cost) }]));
}

/** Whether the graph was sent with a radius. What is changed may be gone, so that only what it reaches is here. */
export function hasStart({ data }: Graph): boolean {
  return data.start.radius.length > 0 || (data.nodes.hops?.some((hops) => hops >= 0) ?? false);
}

/** The radius that the graph was sent with. What the sender knows beside the links that it sent is in it. */
export function startRadius(graph: Graph, least: number): Map<number, Reached> {
  const found = radius(graph, graph.data.start.radius, least);
  const { hops, reached } = graph.data.nodes;
  hops?.forEach((away, node) => {
    const confidence = (reached?.[node] ?? 0) / SCALE;
    if (away >= 0 && confidence >= least && !found.has(node)) found.set(node, { hops: away, confidence });
  });
  return found;
}

function isLess(cost: number, hops: number, known: readonly [number, number]): boolean {
  return cost < known[0] - 1e-9 || (cost < known[0] + 1e-9 && hops < known[1]);
}

type Entry = readonly [number, number, number];

/** A binary heap by cost, then hops, then node. */
class Heap {
  private readonly entries: Entry[] = [];

  push(cost: number, hops: number, node: number): void {
    const all = this.entries;
    all.push([cost, hops, node]);
    for (let at = all.length - 1; at > 0; ) {
      const up = (at - 1) >> 1;
      if (!before(all[at] as Entry, all[up] as Entry)) break;
      [all[at], all[up]] = [all[up] as Entry, all[at] as Entry];
      at = up;
    }
  }

  pop(): Entry | undefined {
    const all = this.entries;
    const first = all[0];
    const last = all.pop();
    if (!first || !last || !all.length) return first;
    all[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const down of [2 * at + 1, 2 * at + 2]) {
        if (down < all.length && before(all[down] as Entry, all[least] as Entry)) least = down;
      }
      if (least === at) return first;
      [all[at], all[least]] = [all[least] as Entry, all[at] as Entry];
      at = least;
    }
  }
}

function before(one: Entry, other: Entry): boolean {
  return one[0] - other[0] < -1e-12 || (Math.abs(one[0] - other[0]) <= 1e-12 && (one[1] - other[1] || one[2] - other[2]) < 0);
}
