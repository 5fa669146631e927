// What the map is drawn with. Two pens draw the same: one on a canvas, one as SVG.
import type { Rect, Segment } from "./geometry";

export type Shape = "round" | "cut" | "double";

export interface BoxStyle {
  readonly shape: Shape;
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly opacity: number;
  readonly fillOpacity: number;
}

export interface LineStyle {
  readonly stroke: string;
  readonly width: number;
  readonly opacity: number;
  readonly dashed: boolean;
  readonly head: "none" | "full" | "hollow";
}

export interface TextStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly fill: string;
  readonly opacity: number;
  /** Ground behind the text. */
  readonly halo?: string;
}

export interface Pen {
  boxes(style: BoxStyle, boxes: readonly Rect[]): void;
  lines(style: LineStyle, lines: readonly Segment[]): void;
  /** `x`: the middle of the text; `y`: its baseline. `width`: as `widthOf` measures it. */
  text(style: TextStyle, text: string, x: number, y: number, width: number): void;
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
export const RADIUS = 5;
export const CUT = 7;
export const INNER = 3;
const HEAD = 7;

export function fontOf(size: number, bold: boolean): string {
  return `${bold ? 600 : 400} ${size}px ${FONT}`;
}

const measuring = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

/** How wide a text is drawn. */
export function widthOf(text: string, size: number, bold: boolean): number {
  measuring.font = fontOf(size, bold);
  return measuring.measureText(text).width;
}

/** The corners of a box of which the corners are cut. */
export function cutCorners({ x, y, width, height }: Rect): [number, number][] {
  const [right, bottom] = [x + width, y + height];
  return [[x + CUT, y], [right - CUT, y], [right, y + CUT], [right, bottom - CUT], [right - CUT, bottom], [x + CUT, bottom], [x, bottom - CUT], [x, y + CUT]];
}

/** The corners of an arrow's head, its point first. */
export function headOf({ x1, y1, x2, y2 }: Segment, width: number): [number, number][] {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const size = HEAD + width;
  const [bx, by] = [x2 - dx * size, y2 - dy * size];
  const half = size * 0.45;
  return [[x2, y2], [bx - dy * half, by + dx * half], [bx + dy * half, by - dx * half]];
}
