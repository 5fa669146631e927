// Draws as SVG: shapes and text that other programs can change and search.
import type { Rect, Segment } from "./geometry";
import { CUT, cutCorners, FONT, headOf, INNER, RADIUS, type BoxStyle, type LineStyle, type Pen, type TextStyle } from "./pen";

export class SvgPen implements Pen {
  private readonly parts: string[] = [];

  boxes(style: BoxStyle, boxes: readonly Rect[]): void {
    const shape = style.shape === "cut" ? cutBox : roundBox;
    const inner = style.shape === "double" ? boxes.map((box) => `<rect${place(inside(box))} rx="${RADIUS - 2}" fill="none" stroke-width="1"/>`) : [];
    this.group(`fill="${style.fill}" stroke="${style.stroke}" stroke-width="${style.width}"${opacity(style.opacity)}${style.fillOpacity < 1 ? ` fill-opacity="${style.fillOpacity}"` : ""}`, [...boxes.map(shape), ...inner]);
  }

  lines(style: LineStyle, lines: readonly Segment[]): void {
    const said = `stroke="${style.stroke}" stroke-width="${round(style.width)}"${opacity(style.opacity)}`;
    this.group(`${said}${style.dashed ? ' stroke-dasharray="6 4"' : ""}`, lines.map(({ x1, y1, x2, y2 }) => `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`));
    if (style.head === "none") return;
    const fill = style.head === "full" ? `fill="${style.stroke}"${opacity(style.opacity)}` : `fill="none" stroke="${style.stroke}" stroke-width="1.2"${opacity(style.opacity)}`;
    this.group(fill, lines.map((line) => `<polygon points="${points(headOf(line, style.width))}"/>`));
  }

  text(style: TextStyle, text: string, x: number, y: number, width: number): void {
    if (style.halo) {
      const ground = { x: x - width / 2 - style.size / 3, y: y - style.size, width: width + style.size / 1.5, height: style.size * 1.3 };
      this.parts.push(`<rect${place(ground)} fill="${style.halo}" opacity="0.85"/>`);
    }
    const said = `x="${round(x)}" y="${round(y)}" font-size="${round(style.size)}"${style.bold ? ' font-weight="600"' : ""} fill="${style.fill}"${opacity(style.opacity)}`;
    this.parts.push(`<text ${said}>${escaped(text)}</text>`);
  }

  /** The whole picture of what lies in `frame`. */
  picture(frame: Rect, ground: string, title: string): string {
    const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)];
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${round(frame.x)} ${round(frame.y)} ${width} ${height}" role="img">`,
      `<title>${escaped(title)}</title>`,
      `<rect${place({ x: frame.x, y: frame.y, width, height })} fill="${ground}"/>`,
      `<g font-family='${FONT}' text-anchor="middle" xml:space="preserve">`,
      ...this.parts,
      "</g>",
      "</svg>",
      "",
    ].join("\n");
  }

  private group(said: string, parts: readonly string[]): void {
    if (parts.length) this.parts.push(`<g ${said}>`, ...parts, "</g>");
  }
}

function roundBox(box: Rect): string {
  return `<rect${place(box)} rx="${RADIUS}"/>`;
}

function cutBox(box: Rect): string {
  return box.width > 2 * CUT ? `<polygon points="${points(cutCorners(box))}"/>` : roundBox(box);
}

function inside({ x, y, width, height }: Rect): Rect {
  return { x: x + INNER, y: y + INNER, width: width - 2 * INNER, height: height - 2 * INNER };
}

function place({ x, y, width, height }: Rect): string {
  return ` x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function points(corners: readonly [number, number][]): string {
  return corners.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

function opacity(value: number): string {
  return value < 1 ? ` opacity="${round(value)}"` : "";
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text as XML takes it; what XML cannot hold (control characters, halves of a pair) becomes a replacement character. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"']/g, (one) => NAMED[one] ?? one);
}
