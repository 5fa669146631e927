// What is drawn, with the place of each part.
import { around, between, joining, type Rect, type Segment } from "./geometry";
import { places, type Order, type Size } from "./layout";
import { widthOf } from "./pen";
import type { Item } from "./tree";
import type { Drawn, Line } from "./visible";

const LONGEST = 34;
const TITLE = 12;

export interface Box {
  readonly item: Item;
  readonly label: string;
  readonly font: number;
  readonly labelWidth: number;
  readonly depth: number;
  /** Drawn open, with others in it. */
  readonly isFrame: boolean;
  place: Rect;
}

export interface Join {
  readonly line: Line;
  readonly from: Box;
  readonly to: Box;
  segment: Segment | undefined;
}

export class Scene {
  readonly boxes: readonly Box[]; // outer ones first
  readonly joins: readonly Join[];
  readonly byId: ReadonlyMap<string, Box>;
  readonly bounds: Rect;
  readonly order: Order;
  private readonly ends: ReadonlyMap<Box, Rect>;

  /** `before`: what was drawn last; its boxes keep their order. */
  constructor(what: Drawn, shape: number, before?: Scene) {
    const shown = new Set(what.items);
    const found = places(what, sizeOf, shape, before?.order);
    this.order = new Map([...(before?.order ?? []), ...[...found.keys()].map((id, number) => [id, number] as const)]);
    this.boxes = what.items.map((item) => {
      const isFrame = item.children.some((child) => shown.has(child));
      const [label, font] = [labelOf(item), isFrame ? TITLE : fontSizeOf(item)];
      return { item, label, font, labelWidth: widthOf(label, font, item.children.length > 0), depth: depthOf(item), isFrame, place: found.get(item.id) ?? { x: 0, y: 0, width: 0, height: 0 } };
    });
    this.byId = new Map(this.boxes.map((box) => [box.item.id, box]));
    this.ends = new Map(this.boxes.map((box) => [box, box.place]));
    this.joins = what.lines.flatMap((line) => {
      const [from, to] = [this.byId.get(line.source.id), this.byId.get(line.target.id)];
      return from && to ? [{ line, from, to, segment: joining(from.place, to.place) }] : [];
    });
    this.bounds = around(this.boxes.map((box) => box.place));
  }

  /** Puts every box on its way from where it was drawn before (or from what stood for it) to its place; `part`: 0 to 1. */
  move(before: ReadonlyMap<string, Rect>, part: number): void {
    for (const [box, end] of this.ends) {
      const start = part < 1 ? startOf(box.item, before) : undefined;
      box.place = start ? between(start, end, part) : end;
    }
    for (const join of this.joins) join.segment = joining(join.from.place, join.to.place);
  }

  /** Where boxes are now. */
  placed(): Map<string, Rect> {
    return new Map(this.boxes.map((box) => [box.item.id, box.place]));
  }

  /** The innermost box there. */
  at(x: number, y: number): Box | undefined {
    let found: Box | undefined;
    for (const box of this.boxes) {
      const { place } = box;
      if (x >= place.x && y >= place.y && x <= place.x + place.width && y <= place.y + place.height && (!found || box.depth >= found.depth)) found = box;
    }
    return found;
  }
}

function startOf(item: Item, before: ReadonlyMap<string, Rect>): Rect | undefined {
  for (let here: Item | undefined = item; here; here = here.parent) if (before.has(here.id)) return before.get(here.id);
  return undefined;
}

function depthOf(item: Item): number {
  let depth = 0;
  for (let here = item.parent; here; here = here.parent) depth += 1;
  return depth;
}

/** Larger for what stands for more. */
function fontSizeOf(item: Item): number {
  return item.size > 1 ? Math.round(Math.min(12 + 1.1 * Math.log2(item.size), 24)) : 12;
}

function labelOf(item: Item): string {
  const label = item.label.length > LONGEST ? `…${item.label.slice(1 - LONGEST)}` : item.label;
  return item.size > 1 ? `${label}  ${item.size.toLocaleString("en")}` : label;
}

function sizeOf(item: Item): Size {
  const font = fontSizeOf(item);
  return { width: Math.ceil(widthOf(labelOf(item), font, item.children.length > 0)) + font + 10, height: Math.round(font * 1.9) };
}
