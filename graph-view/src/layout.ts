// Where things stand: boxes in boxes, in rows, what uses others above what is used. Nothing is drawn by lot, so that the same map
// looks the same in every run, and two thousand boxes take no longer than a blink.
import type { Rect } from "./geometry";
import type { Item } from "./tree";
import type { Drawn } from "./visible";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How boxes followed each other when they were placed last, by item. */
export type Order = ReadonlyMap<string, number>;

interface Box extends Size {
  place(x: number, y: number): void;
}

const GAP = 14;
const SIDE = 14;
const TOP = 32;
const BOTTOM = 14;
const INNER_SHAPE = 2.4;

/** Places of all that is drawn. `shape`: width of the window by its height. `before`: what was drawn last keeps its order, so that what
 * a reader knows stays where it was as far as it can. */
export function places(what: Drawn, sizeOf: (item: Item) => Size, shape: number, before?: Order): Map<string, Rect> {
  const found = new Map<string, Rect>();
  const shown = new Set(what.items);
  const ranks = flow(what);
  const boxOf = (item: Item): Box => {
    const inside = item.children.filter((child) => shown.has(child));
    if (!inside.length) {
      const { width, height } = sizeOf(item);
      return { width, height, place: (x, y) => void found.set(item.id, { x, y, width, height }) };
    }
    const inner = rows(ordered(inside, ranks, before), boxOf, INNER_SHAPE);
    const [width, height] = [Math.max(inner.width + 2 * SIDE, sizeOf(item).width + SIDE), inner.height + TOP + BOTTOM];
    const place = (x: number, y: number): void => {
      found.set(item.id, { x, y, width, height });
      inner.place(x + (width - inner.width) / 2, y + TOP);
    };
    return { width, height, place };
  };
  const roots = what.items.filter((item) => !item.parent || !shown.has(item.parent));
  if (roots.length) rows(ordered(roots, ranks, before), boxOf, shape).place(0, 0);
  return found;
}

/** From 1 (only uses others) to -1 (is only used), for what is drawn and all around it; lines inside a box do not count for it. */
function flow(what: Drawn): Map<Item, number> {
  const out = new Map<Item, number>();
  const into = new Map<Item, number>();
  for (const line of what.lines) {
    const weight = Math.sqrt(line.links);
    for (const [end, other, sums] of [[line.source, line.target, out], [line.target, line.source, into]] as const) {
      const around = new Set<Item>();
      for (let here: Item | undefined = other; here; here = here.parent) around.add(here);
      for (let here: Item | undefined = end; here && !around.has(here); here = here.parent) sums.set(here, (sums.get(here) ?? 0) + weight);
    }
  }
  const found = new Map<Item, number>();
  for (const item of what.items) {
    const [uses, used] = [out.get(item) ?? 0, into.get(item) ?? 0];
    if (uses + used) found.set(item, (uses - used) / (uses + used + 2));
  }
  return found;
}

/** What nothing leads to or from stands last; what is new comes after what it would follow. */
function ordered(items: Item[], ranks: ReadonlyMap<Item, number>, before?: Order): Item[] {
  const fresh = [...items].sort((a, b) => (ranks.get(b) ?? -2) - (ranks.get(a) ?? -2) || (a.id < b.id ? -1 : 1));
  if (!before) return fresh;
  const kept = fresh.filter((item) => before.has(item.id)).sort((a, b) => (before.get(a.id) ?? 0) - (before.get(b.id) ?? 0));
  let next = 0;
  return fresh.map((item) => (before.has(item.id) ? (kept[next++] ?? item) : item));
}

function rows(items: Item[], boxOf: (item: Item) => Box, shape: number): Box {
  const boxes = items.map(boxOf);
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP) * (box.height + GAP), 0);
  const most = Math.max(Math.sqrt(area * shape) * 1.05, ...boxes.map((box) => box.width));
  const made: { boxes: Box[]; width: number; height: number }[] = [];
  for (const box of boxes) {
    const row = made[made.length - 1];
    if (row && row.width + GAP + box.width <= most) {
      row.boxes.push(box);
      row.width += GAP + box.width;
      row.height = Math.max(row.height, box.height);
    } else made.push({ boxes: [box], width: box.width, height: box.height });
  }
  const width = Math.max(...made.map((row) => row.width));
  const height = made.reduce((sum, row) => sum + row.height, GAP * (made.length - 1));
  return { width, height, place: (x, y) => void made.reduce((top, row) => placeRow(row, x + (width - row.width) / 2, top), y) };
}

/** Boxes of a row stand on its middle. Returns where the next row begins. */
function placeRow(row: { boxes: Box[]; height: number }, x: number, top: number): number {
  row.boxes.reduce((left, box) => {
    box.place(left, top + (row.height - box.height) / 2);
    return left + box.width + GAP;
  }, x);
  return top + row.height + GAP;
}
