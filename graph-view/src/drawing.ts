// The canvas: draws what is visible, moves it, and tells what is clicked.
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";

import { CanvasPen } from "./canvas-pen";
import { centreOf, type Rect } from "./geometry";
import { paint, type Look, type Marks } from "./paint";
import { Scene, type Box } from "./scene";
import { SvgPen } from "./svg-pen";
import { themeOf, type Theme } from "./theme";
import type { Drawn } from "./visible";

const MOVED_MILLISECONDS = 280;
const REST_MILLISECONDS = 140;
const MOST_MOVING = 2_000; // boxes
const MOST_FINE = 900; // boxes and lines drawn in full while they move
const ZOOMS: [number, number] = [0.02, 4];
const MOST_FITTED = 1.4;
const LEGIBLE = 0.6;
const MARGIN = 24;
const REACH = 60; // pixels of the map that stay in sight
const LARGEST_PICTURE = 6_000;
const NOTHING: Drawn = { items: [], lines: [], leftOut: 0, shownBy: new Map() };

export interface Actions {
  choose(id: string | undefined): void;
  open(id: string): void;
}

/** How the map moves when something else is drawn: all of it comes into sight; an item stays where it was, and what is in it now comes into
 * sight; or what is looked at stays where it was: an item, or what stands in the middle. */
export type Keep = { readonly fit: true } | { readonly open: string } | { readonly stay: string | undefined };

export class Drawing {
  readonly canvas = document.createElement("canvas");
  theme: Theme;
  scene = new Scene(NOTHING, 1);
  private readonly context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
  private readonly zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  private transform: ZoomTransform = zoomIdentity;
  private marks: Marks = { chosen: undefined, hops: undefined, focused: false };
  private moving: { readonly before: ReadonlyMap<string, Rect>; readonly since: number } | undefined;
  private frame = 0;
  private rest = 0;
  private rough = false;
  /** Whether all of it is shown as large as it fits: then it stays so when the window becomes another one. */
  private fitted = false;

  constructor(private readonly container: HTMLElement, actions: Actions) {
    this.theme = themeOf(container);
    container.append(this.canvas);
    this.zoom = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent(ZOOMS)
      .clickDistance(4)
      .constrain((transform) => this.inReach(transform))
      .on("zoom", ({ transform }: { transform: ZoomTransform }) => this.moved(transform));
    select(this.canvas).call(this.zoom).on("dblclick.zoom", null);
    this.canvas.addEventListener("click", (event) => actions.choose(this.under(event)?.item.id));
    this.canvas.addEventListener("dblclick", (event) => {
      const box = this.under(event);
      if (box) actions.open(box.item.id);
    });
    this.canvas.addEventListener("pointermove", (event) => event.buttons || this.hover(this.under(event)));
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
  }

  get width(): number {
    return this.container.clientWidth || 1;
  }

  get height(): number {
    return this.container.clientHeight || 1;
  }

  get isMoving(): boolean {
    return this.moving !== undefined;
  }

  /** What can be seen, in units of the map. */
  get view(): Rect {
    const { x, y, k } = this.transform;
    return { x: -x / k, y: -y / k, width: this.width / k, height: this.height / k };
  }

  /** Draws something else. */
  show(what: Drawn, keep: Keep, animate: boolean): void {
    const former = this.scene;
    const before = former.placed();
    this.scene = new Scene(what, this.width / this.height, former.boxes.length ? former : undefined);
    this.moving = animate && before.size && what.items.length <= MOST_MOVING ? { before, since: performance.now() } : undefined;
    if ("fit" in keep) this.goTo(this.fitting(this.scene.bounds), false);
    else if ("open" in keep) this.open(keep.open, before);
    else this.stay(keep.stay !== undefined && before.has(keep.stay) ? keep.stay : this.middle(former), before);
    this.draw();
  }

  setMarks(marks: Partial<Marks>): void {
    this.marks = { ...this.marks, ...marks };
    this.draw();
  }

  setTheme(): void {
    this.theme = themeOf(this.container);
    this.draw();
  }

  /** Moves the map where the item cannot be seen, or not be read. */
  reveal(id: string): void {
    const box = this.scene.byId.get(id);
    if (!box) return;
    const { x, y, width, height } = this.onScreen(box.place);
    const { k } = this.transform;
    const isSeen = x >= 0 && y >= 0 && x + width <= this.width && y + height <= this.height;
    if (isSeen && (k >= LEGIBLE || box.isFrame)) return;
    this.goTo(box.isFrame ? this.fitting(box.place) : this.centred(box.place, Math.max(k, LEGIBLE)), true);
  }

  fit(): void {
    this.goTo(this.fitting(this.scene.bounds), true);
  }

  zoomBy(factor: number): void {
    select(this.canvas).call(this.zoom.scaleBy, factor);
  }

  panBy(x: number, y: number): void {
    select(this.canvas).call(this.zoom.translateBy, x / this.transform.k, y / this.transform.k);
  }

  /** Where a place of the map is in the canvas, in pixels. */
  onScreen(place: Rect): Rect {
    const [x, y] = this.transform.apply([place.x, place.y]);
    return { x, y, width: place.width * this.transform.k, height: place.height * this.transform.k };
  }

  /** All that is drawn, as PNG. */
  async png(): Promise<Blob> {
    const frame = this.pictured();
    const scale = Math.min(2, LARGEST_PICTURE / frame.width, LARGEST_PICTURE / frame.height);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.ceil(frame.width * scale), Math.ceil(frame.height * scale)];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = this.theme.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, -frame.x * scale, -frame.y * scale);
    paint(new CanvasPen(context), this.scene, this.look(frame, Math.max(scale, 1)));
    return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is too large"))), "image/png"));
  }

  /** All that is drawn, as SVG. */
  svg(title: string): string {
    const [pen, frame] = [new SvgPen(), this.pictured()];
    paint(pen, this.scene, this.look(frame, 1));
    return pen.picture(frame, this.theme.ground, title);
  }

  private pictured(): Rect {
    const { x, y, width, height } = this.scene.bounds;
    return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  }

  private look(view: Rect, scale: number, rough = false): Look {
    return { theme: this.theme, marks: this.marks, view, scale, rough };
  }

  private under(event: MouseEvent): Box | undefined {
    return this.scene.at(...this.transform.invert([event.offsetX, event.offsetY]));
  }

  private hover(box: Box | undefined): void {
    this.canvas.style.cursor = box ? "pointer" : "grab";
    this.canvas.title = box ? (box.item.kind === "folder" || box.item.kind === "file" ? box.item.path : `${box.item.label} (${box.item.kind})\n${box.item.path}`) : "";
  }

  // -- where the map is ------------------------------------------------------------------------------------
  private moved(transform: ZoomTransform): void {
    this.transform = transform;
    this.fitted = isNear(transform, this.fitting(this.scene.bounds));
    this.rough = this.scene.boxes.length + this.scene.joins.length > MOST_FINE;
    window.clearTimeout(this.rest);
    if (this.rough) {
      this.rest = window.setTimeout(() => {
        this.rough = false;
        this.draw();
      }, REST_MILLISECONDS);
    }
    this.draw();
  }

  /** The map cannot be moved out of the window. */
  private inReach(transform: ZoomTransform): ZoomTransform {
    const { bounds } = this.scene;
    const { x, y, k } = transform;
    const [left, top] = [bounds.x * k, bounds.y * k];
    const inside = (at: number, start: number, size: number, room: number): number => Math.min(Math.max(at, REACH - start - size), room - REACH - start);
    return zoomIdentity.translate(inside(x, left, bounds.width * k, this.width), inside(y, top, bounds.height * k, this.height)).scale(k);
  }

  private goTo(transform: ZoomTransform, gently: boolean): void {
    const canvas = select(this.canvas);
    canvas.interrupt();
    if (gently && !reduced()) canvas.transition().duration(MOVED_MILLISECONDS).call(this.zoom.transform, transform);
    else canvas.call(this.zoom.transform, transform);
  }

  private fitting(place: Rect): ZoomTransform {
    const k = Math.min((this.width - 2 * MARGIN) / place.width, (this.height - 2 * MARGIN) / place.height, MOST_FITTED);
    return this.centred(place, Math.max(k, ZOOMS[0]));
  }

  private centred(place: Rect, k: number): ZoomTransform {
    const { x, y } = centreOf(place);
    return zoomIdentity.translate(this.width / 2 - x * k, this.height / 2 - y * k).scale(k);
  }

  /** Keeps an item where it was on the screen. */
  private stay(id: string | undefined, before: ReadonlyMap<string, Rect>): void {
    const [from, now] = [before.get(id ?? ""), this.scene.byId.get(id ?? "")?.place];
    if (!from || !now) return;
    const { x, y, k } = this.transform;
    this.goTo(zoomIdentity.translate(x + (from.x - now.x) * k, y + (from.y - now.y) * k).scale(k), false);
  }

  private open(id: string, before: ReadonlyMap<string, Rect>): void {
    this.stay(id, before);
    const now = this.scene.byId.get(id)?.place;
    if (!now) return;
    const { x, y, width, height } = this.onScreen(now);
    if (x >= 0 && y >= 0 && x + width <= this.width && y + height <= this.height) return;
    const fitting = this.fitting(now);
    this.goTo(fitting.k < this.transform.k ? fitting : this.centred(now, this.transform.k), true);
  }

  /** What stands nearest to the middle of the window, before and now. */
  private middle(former: Scene): string | undefined {
    const here = centreOf(this.view);
    const away = ({ place }: Box): number => Math.hypot(centreOf(place).x - here.x, centreOf(place).y - here.y);
    const both = former.boxes.filter((box) => !box.isFrame && this.scene.byId.has(box.item.id));
    return both.reduce<Box | undefined>((best, box) => (!best || away(box) < away(best) ? box : best), undefined)?.item.id;
  }

  // -- drawing ---------------------------------------------------------------------------------------------
  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width === width && this.canvas.height === height) return;
    const [wider, higher] = [(width - this.canvas.width) / ratio, (height - this.canvas.height) / ratio];
    const fits = this.fitted || this.canvas.width <= ratio;
    [this.canvas.width, this.canvas.height] = [width, height];
    if (this.scene.boxes.length) this.goTo(fits ? this.fitting(this.scene.bounds) : this.besides(wider / 2, higher / 2), false);
    this.drawNow();
  }

  /** The same, so many pixels further: what stands in the middle of the window stays there when it becomes wider or narrower. */
  private besides(right: number, down: number): ZoomTransform {
    const { x, y, k } = this.transform;
    return zoomIdentity.translate(x + right, y + down).scale(k);
  }

  private draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.drawNow();
    });
  }

  private drawNow(): void {
    if (this.moving) {
      const part = Math.min((performance.now() - this.moving.since) / MOVED_MILLISECONDS, 1);
      this.scene.move(this.moving.before, 1 - (1 - part) ** 3);
      if (part === 1) this.moving = undefined;
    }
    const ratio = this.canvas.width / this.width;
    const { x, y, k } = this.transform;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
    paint(new CanvasPen(this.context), this.scene, this.look(this.view, k, this.rough));
    if (this.moving) this.draw();
  }
}

function isNear(one: ZoomTransform, other: ZoomTransform): boolean {
  return Math.abs(one.k / other.k - 1) < 0.001 && Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
}

export function reduced(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
