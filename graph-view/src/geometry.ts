// Rectangles and lines between them, in units of the map.

/** By its upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

// Lines of both directions between two boxes lie beside each other.
const ASIDE = 3;

export function centreOf(box: Rect): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function isIn(box: Rect, x: number, y: number): boolean {
  return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
}

export function meets(one: Rect, other: Rect): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

export function around(boxes: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return right < left ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left, height: bottom - top };
}

export function between(from: Rect, to: Rect, part: number): Rect {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width), height: mix(from.height, to.height) };
}

/** From border to border; undefined where the boxes lie over each other. */
export function joining(from: Rect, to: Rect): Segment | undefined {
  const [a, b] = [centreOf(from), centreOf(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (!length) return undefined;
  const [leaves, enters] = [toBorder(from, dx, dy), 1 - toBorder(to, dx, dy)];
  if (leaves >= enters) return undefined;
  const [sx, sy] = [(-dy / length) * ASIDE, (dx / length) * ASIDE];
  return { x1: a.x + dx * leaves + sx, y1: a.y + dy * leaves + sy, x2: a.x + dx * enters + sx, y2: a.y + dy * enters + sy };
}

/** The part of the way (dx, dy) from the centre of a box that lies in it. */
function toBorder(box: Rect, dx: number, dy: number): number {
  return Math.min(dx ? box.width / 2 / Math.abs(dx) : Infinity, dy ? box.height / 2 / Math.abs(dy) : Infinity);
}
