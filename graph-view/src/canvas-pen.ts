// Draws on a canvas. What looks alike is drawn in one stroke: two thousand boxes take no longer than a frame.
import type { Rect, Segment } from "./geometry";
import { cutCorners, fontOf, headOf, INNER, RADIUS, type BoxStyle, type LineStyle, type Pen, type TextStyle } from "./pen";

export class CanvasPen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  boxes(style: BoxStyle, boxes: readonly Rect[]): void {
    const pen = this.context;
    pen.beginPath();
    for (const box of boxes) {
      if (style.shape === "cut") polygon(pen, cutCorners(box));
      else pen.roundRect(box.x, box.y, box.width, box.height, RADIUS);
    }
    pen.globalAlpha = style.opacity * style.fillOpacity;
    pen.fillStyle = style.fill;
    pen.fill();
    pen.globalAlpha = style.opacity;
    pen.strokeStyle = style.stroke;
    pen.lineWidth = style.width;
    pen.stroke();
    if (style.shape !== "double") return;
    pen.beginPath();
    for (const { x, y, width, height } of boxes) pen.roundRect(x + INNER, y + INNER, width - 2 * INNER, height - 2 * INNER, RADIUS - 2);
    pen.lineWidth = 1;
    pen.stroke();
  }

  lines(style: LineStyle, lines: readonly Segment[]): void {
    const pen = this.context;
    pen.globalAlpha = style.opacity;
    pen.strokeStyle = pen.fillStyle = style.stroke;
    pen.lineWidth = style.width;
    pen.setLineDash(style.dashed ? [6, 4] : []);
    pen.beginPath();
    for (const { x1, y1, x2, y2 } of lines) {
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    }
    pen.stroke();
    pen.setLineDash([]);
    if (style.head === "none") return;
    pen.beginPath();
    for (const line of lines) polygon(pen, headOf(line, style.width));
    if (style.head === "full") pen.fill();
    else {
      pen.lineWidth = 1.2;
      pen.stroke();
    }
  }

  text(style: TextStyle, text: string, x: number, y: number, width: number): void {
    const pen = this.context;
    pen.font = fontOf(style.size, style.bold);
    pen.textAlign = "center";
    if (style.halo) {
      pen.globalAlpha = 0.85 * style.opacity;
      pen.fillStyle = style.halo;
      pen.fillRect(x - width / 2 - style.size / 3, y - style.size, width + style.size / 1.5, style.size * 1.3);
    }
    pen.globalAlpha = style.opacity;
    pen.fillStyle = style.fill;
    pen.fillText(text, x, y);
  }
}

function polygon(pen: CanvasRenderingContext2D, corners: readonly [number, number][]): void {
  corners.forEach(([x, y], number) => (number ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}
