// Which symbols and files a typed text may mean, the likeliest first.
import type { Item, Tree } from "./tree";
import type { Graph } from "./payload";

export class Search {
  private readonly entries: { item: Item; name: string; whole: string }[];

  constructor(graph: Graph, tree: Tree) {
    this.entries = [...tree.items.values()].map((item) => ({
      item,
      name: item.label.toLowerCase(),
      whole: (item.node >= 0 && item.kind !== "file" ? `${item.path}::${graph.qualname(item.node)}` : item.path).toLowerCase(),
    }));
  }

  /** All words must occur; a name that is the text comes before one that starts with it, and that before the rest. */
  find(text: string, most: number): { items: Item[]; total: number } {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return { items: [], total: 0 };
    const last = words[words.length - 1] ?? "";
    const rank = (name: string): number => (name === last ? 0 : name.startsWith(last) ? 1 : name.includes(last) ? 2 : 3);
    const found = this.entries
      .filter((one) => words.every((word) => one.whole.includes(word)))
      .map((one) => ({ ...one, rank: rank(one.name) }))
      .sort((a, b) => a.rank - b.rank || Number(a.item.test) - Number(b.item.test) || a.whole.length - b.whole.length || (a.whole < b.whole ? -1 : 1));
    return { items: found.slice(0, most).map((one) => one.item), total: found.length };
  }
}
