// From a scene to a picture, with either pen.
import { meets, type Rect, type Segment } from "./geometry";
import type { BoxStyle, LineStyle, Pen, Shape } from "./pen";
import { widthOf } from "./pen";
import type { Box, Join, Scene } from "./scene";
import type { Theme } from "./theme";

const DOUBTFUL = 0.7;
const MANY_LINES = 1_200;
const LEAST_FONT = 5.5; // pixels on the screen
const LEAST_TITLE = 9;
const LEAST_BADGE = 0.55;
const SHAPES: Readonly<Record<string, Shape>> = { class: "cut", interface: "cut", test: "double", fixture: "double" };
const WIDTH_STEP = 0.5;

/** What is told of a box by the state of the view. */
export interface Marks {
  readonly chosen: string | undefined;
  readonly hops: ReadonlyMap<string, number> | undefined; // by item; undefined: no radius is shown
  readonly focused: boolean;
}

export interface Look {
  readonly theme: Theme;
  readonly marks: Marks;
  readonly view: Rect; // what can be seen, in units of the map
  readonly scale: number; // pixels a unit
  /** While it moves: what costs most and is missed least is left out. */
  readonly rough: boolean;
}

export function paint(pen: Pen, scene: Scene, look: Look): void {
  const seen = scene.boxes.filter((box) => meets(box.place, look.view));
  const [frames, leaves] = [seen.filter((box) => box.isFrame), seen.filter((box) => !box.isFrame)];
  for (const box of frames) pen.boxes(frameStyle(box, look), [box.place]);
  for (const [style, segments] of linesByStyle(scene, look)) pen.lines(style, segments);
  for (const [style, places] of boxesByStyle(leaves, look)) pen.boxes(style, places);
  labels(pen, leaves, look);
  badges(pen, leaves, look);
  titles(pen, frames, look);
}

// -- boxes -------------------------------------------------------------------------------------------------
function frameStyle(box: Box, { theme, marks, scale }: Look): BoxStyle {
  const slot = marks.hops?.get(box.item.id);
  const stroke = box.item.id === marks.chosen ? theme.chosen : slot !== undefined ? hopOf(theme, slot) : box.item.kind === "file" ? (theme.kinds["file"] ?? theme.frame) : theme.frame;
  const width = thick(box.item.id === marks.chosen ? 3 : slot !== undefined ? 2 : 1, scale);
  return { shape: "round", fill: slot !== undefined ? hopOf(theme, slot) : theme.frameFill, stroke, width, opacity: 1, fillOpacity: slot !== undefined ? 0.14 : marks.hops ? 0.3 : 0.6 };
}

function leafStyle(box: Box, { theme, marks, scale }: Look): BoxStyle {
  const { item } = box;
  const slot = marks.hops?.get(item.id);
  const isChosen = item.id === marks.chosen;
  const kind = theme.kinds[item.kind] ?? theme.line;
  const isPale = marks.hops !== undefined && slot === undefined && !isChosen && !theme.strong;
  return {
    shape: SHAPES[item.kind] ?? "round",
    fill: slot !== undefined ? hopOf(theme, slot) : box.font * scale < LEAST_FONT / 2 ? kind : item.children.length ? theme.group : theme.box,
    stroke: isChosen ? theme.chosen : kind,
    width: thick(isChosen ? (marks.focused ? 4 : 3) : 1.5, scale),
    opacity: isPale ? 0.3 : 1,
    fillOpacity: 1,
  };
}

/** Seen from afar, borders do not get thinner than what a screen can show. */
function thick(width: number, scale: number): number {
  return Math.max(width, (0.3 + width / 4) / scale);
}

function boxesByStyle(leaves: readonly Box[], look: Look): Iterable<[BoxStyle, Rect[]]> {
  return grouped(leaves.map((box) => [leafStyle(box, look), box.place] as const));
}

function hopOf(theme: Theme, slot: number): string {
  return theme.hops[slot] ?? theme.line;
}

// -- lines -------------------------------------------------------------------------------------------------
function linesByStyle(scene: Scene, look: Look): Iterable<[LineStyle, Segment[]]> {
  const many = scene.joins.length > MANY_LINES;
  const plain: [LineStyle, Segment][] = [];
  const marked: [LineStyle, Segment][] = [];
  for (const join of scene.joins) {
    if (!join.segment || !isSeen(join.segment, look.view)) continue;
    const role = roleOf(join, look.marks);
    (role === "plain" || role === "away" ? plain : marked).push([lineStyle(join, role, many, look), join.segment]);
  }
  return [...grouped(plain), ...grouped(marked)];
}

type Role = "out" | "in" | "way" | "away" | "plain";

function roleOf({ from, to }: Join, { chosen, hops }: Marks): Role {
  if (chosen !== undefined) {
    const [starts, ends] = [isInside(from, chosen), isInside(to, chosen)];
    if (starts !== ends) return starts ? "out" : "in";
  }
  if (!hops) return "plain";
  const [a, b] = [hops.get(from.item.id), hops.get(to.item.id)];
  return a !== undefined && b !== undefined && a >= b ? "way" : "away";
}

function lineStyle({ line }: Join, role: Role, many: boolean, { theme, rough }: Look): LineStyle {
  const colours = { out: theme.out, in: theme.in, way: theme.hops[1] ?? theme.line, away: theme.line, plain: theme.line };
  const opacities = { out: 1, in: 1, way: 0.7, away: 0.15, plain: many ? 0.3 : 0.55 };
  const width = Math.round(Math.min(1 + Math.log2(line.links) * 0.7, 7) / WIDTH_STEP) * WIDTH_STEP;
  const inherits = line.kinds.has("extends") || line.kinds.has("implements");
  const bare = (rough || many) && (role === "plain" || role === "away");
  return { stroke: colours[role], width, opacity: theme.strong && !many ? Math.max(opacities[role], 0.6) : opacities[role], dashed: line.confidence < DOUBTFUL && !(rough && many), head: bare ? "none" : inherits ? "hollow" : "full" };
}

function isInside(box: Box, id: string): boolean {
  for (let here: Box["item"] | undefined = box.item; here; here = here.parent) if (here.id === id) return true;
  return false;
}

function isSeen({ x1, y1, x2, y2 }: Segment, view: Rect): boolean {
  return Math.max(x1, x2) >= view.x && Math.min(x1, x2) <= view.x + view.width && Math.max(y1, y2) >= view.y && Math.min(y1, y2) <= view.y + view.height;
}

// -- texts -------------------------------------------------------------------------------------------------
function labels(pen: Pen, leaves: readonly Box[], look: Look): void {
  const { theme, marks, scale, rough } = look;
  const least = rough ? LEAST_TITLE : LEAST_FONT;
  for (const box of leaves) {
    if (box.font * scale < least) continue;
    const { item, place, font } = box;
    const slot = marks.hops?.get(item.id);
    const isPale = marks.hops !== undefined && slot === undefined && item.id !== marks.chosen && !theme.strong;
    const fill = slot !== undefined ? (theme.hopTexts[slot] ?? theme.text) : theme.text;
    pen.text({ size: font, bold: item.children.length > 0, fill, opacity: isPale ? 0.45 : 1 }, box.label, place.x + place.width / 2, place.y + place.height / 2 + font * 0.35, box.labelWidth);
  }
}

/** The number of hops, for who cannot tell the colours apart. */
function badges(pen: Pen, leaves: readonly Box[], { theme, marks, scale, rough }: Look): void {
  if (!marks.hops || rough || scale < LEAST_BADGE) return;
  const wanted = leaves.flatMap((box) => {
    const slot = marks.hops?.get(box.item.id);
    return slot ? [{ slot, x: box.place.x + box.place.width - 2, y: box.place.y + 1 }] : [];
  });
  const style: BoxStyle = { shape: "round", fill: theme.box, stroke: theme.soft, width: 1, opacity: 1, fillOpacity: 1 };
  pen.boxes(style, wanted.map(({ slot, x, y }) => ({ x: x - (slot < 4 ? 6 : 9), y: y - 6, width: slot < 4 ? 12 : 18, height: 12 })));
  for (const { slot, x, y } of wanted) pen.text({ size: 9, bold: true, fill: theme.text, opacity: 1 }, slot < 4 ? String(slot) : "4+", x, y + 3.2, 6);
}

/** Names of what is open. Far away, where they would be too small to read, they lie over what they hold, as on a map: outer ones first. */
function titles(pen: Pen, frames: readonly Box[], { theme, scale, view }: Look): void {
  const taken: Rect[] = [];
  for (const box of frames) {
    const { place } = box;
    const isNear = box.font * scale >= LEAST_TITLE;
    const size = isNear ? box.font : LEAST_TITLE / scale * (box.depth ? 1.15 : 1.35);
    const width = isNear ? box.labelWidth : widthOf(box.label, size, true);
    if (!isNear && (width > place.width || size * 1.6 > place.height)) continue;
    // A frame of which the top is out of sight is named where it can be seen.
    const top = Math.max(place.y, Math.min(view.y, place.y + place.height - size * 2));
    const [left, right] = [Math.max(place.x, view.x), Math.min(place.x + place.width, view.x + view.width)];
    const x = Math.min(Math.max((left + right) / 2, place.x + width / 2 + 8), place.x + place.width - width / 2 - 8);
    const ground = { x: x - width / 2 - size / 3, y: top, width: width + size / 1.5, height: size * 1.8 };
    if (taken.some((other) => meets(other, ground))) continue;
    taken.push(ground);
    pen.text({ size, bold: true, fill: isNear ? theme.soft : theme.text, opacity: 1, halo: theme.ground }, box.label, x, top + size * 1.45, width);
  }
}

/** What looks alike together, in the order of the first of each. */
function grouped<S extends object, T>(pairs: Iterable<readonly [S, T]>): [S, T[]][] {
  const found = new Map<string, [S, T[]]>();
  for (const [style, one] of pairs) {
    const key = Object.values(style).join("|");
    const known = found.get(key);
    if (known) known[1].push(one);
    else found.set(key, [style, [one]]);
  }
  return [...found.values()];
}
