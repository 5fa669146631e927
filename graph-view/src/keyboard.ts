// What keys do, in one list: the page shows it, and the map obeys it.
import type { Rect } from "./geometry";
import { centreOf } from "./geometry";
import type { Box } from "./scene";

export type Direction = "left" | "right" | "up" | "down";

/** What the map can be told by keys. */
export interface Keyed {
  move(direction: Direction): void;
  pan(direction: Direction): void;
  follow(way: "users" | "used"): void;
  enter(): void;
  openSource(): void;
  parent(): void;
  radius(): void;
  zoom(factor: number): void;
  fit(): void;
  release(): void;
  search(): void;
  shortcuts(): void;
}

interface Shortcut {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  readonly anywhere?: boolean;
  run(map: Keyed, event: KeyboardEvent): void;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: Object.keys(DIRECTIONS),
    shown: "Arrow keys",
    does: "choose the next box in that direction; with Shift, move the map",
    run: (map, event) => (event.shiftKey ? map.pan : map.move).call(map, DIRECTIONS[event.key] ?? "down"),
  },
  { keys: ["Enter"], shown: "Enter", does: "expand or collapse the chosen box; open the source of a function", run: (map) => map.enter() },
  { keys: ["o"], shown: "O", does: "open the source of the chosen box", run: (map) => map.openSource() },
  { keys: ["u"], shown: "U", does: "go through what uses it", run: (map) => map.follow("users") },
  { keys: ["d"], shown: "D", does: "go through what it depends on", run: (map) => map.follow("used") },
  { keys: ["p", "Backspace"], shown: "P", does: "choose the box around it", run: (map) => map.parent() },
  { keys: ["r"], shown: "R", does: "show or clear its blast radius", run: (map) => map.radius() },
  { keys: ["+", "="], shown: "+", does: "zoom in", run: (map) => map.zoom(1.25) },
  { keys: ["-"], shown: "−", does: "zoom out", run: (map) => map.zoom(0.8) },
  { keys: ["0"], shown: "0", does: "show everything", run: (map) => map.fit() },
  { keys: ["Escape"], shown: "Escape", does: "let go of the box, then of the radius", run: (map) => map.release() },
  { keys: ["/"], shown: "/", does: "search", anywhere: true, run: (map) => map.search() },
  { keys: ["?"], shown: "?", does: "list these keys", anywhere: true, run: (map) => map.shortcuts() },
];

export function pressed(map: Keyed, event: KeyboardEvent, inMap: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = SHORTCUTS.find((one) => one.keys.includes(key) && (inMap || one.anywhere));
  found?.run(map, event);
  return found !== undefined;
}

/** The nearest box in a direction. What lies straight ahead is nearer than what lies aside. Boxes that lie in each other are no neighbours. */
export function nextTo(from: Box | undefined, boxes: readonly Box[], direction: Direction, view: Rect): Box | undefined {
  if (!from) return nearest(boxes, centreOf(view));
  const [dx, dy] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[direction] as [number, number];
  let [found, least]: [Box | undefined, number] = [undefined, Infinity];
  for (const box of boxes) {
    if (box === from || box.isFrame || lies(box.place, from.place)) continue;
    const [ahead, aside] = [gap(from.place, box.place, dx, dy), apart(from.place, box.place, dx !== 0)];
    if (ahead < -1) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [found, least] = [box, cost];
  }
  return found;
}

function nearest(boxes: readonly Box[], { x, y }: { x: number; y: number }): Box | undefined {
  const away = (box: Box): number => Math.hypot(centreOf(box.place).x - x, centreOf(box.place).y - y);
  return boxes.filter((box) => !box.isFrame).reduce<Box | undefined>((best, box) => (!best || away(box) < away(best) ? box : best), undefined);
}

/** From border to border along a direction; below zero: not ahead. */
function gap(from: Rect, to: Rect, dx: number, dy: number): number {
  if (dx) return dx > 0 ? to.x - from.x - from.width : from.x - to.x - to.width;
  return dy > 0 ? to.y - from.y - from.height : from.y - to.y - to.height;
}

/** How far apart they are across the direction; next to nothing where they face each other. */
function apart(from: Rect, to: Rect, isAcross: boolean): number {
  const [a, b] = [centreOf(from), centreOf(to)];
  const [middles, half] = isAcross ? [Math.abs(b.y - a.y), from.height / 2] : [Math.abs(b.x - a.x), from.width / 2];
  return Math.max(middles - half, 0) + middles / 100;
}

function lies(inner: Rect, outer: Rect): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
}
