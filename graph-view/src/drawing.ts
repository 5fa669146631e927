// The canvas: draws what is visible, and tells what is clicked.
import cytoscape from "cytoscape";

import { places, type Size } from "./layout";
import type { Reached } from "./radius";
import { stylesheet, themeOf, type Theme } from "./style";
import type { Item } from "./tree";
import type { Drawn } from "./visible";

const DOUBTFUL = 0.7;
const MANY_LINES = 1_200;
const LONGEST = 34;
const MOST_MOVING = 300;
const MOST_REDRAWN = 900;
const MOST_ZOOM = 4;
const MOST_FITTED = 1.4;
const LEGIBLE = 0.55;
const FONT = "system-ui, sans-serif";

export interface Hop extends Reached {
  readonly colour: string;
  readonly text: string;
}

export class Drawing {
  readonly cy: cytoscape.Core;
  theme: Theme;
  private readonly pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

  constructor(
    container: HTMLElement,
    dark: boolean,
    private readonly onChoose: (id: string | undefined) => void,
    private readonly onToggle: (id: string) => void,
  ) {
    this.theme = themeOf(dark);
    this.cy = cytoscape({
      container,
      style: stylesheet(this.theme),
      minZoom: 0.03,
      maxZoom: MOST_ZOOM,
      boxSelectionEnabled: false,
      selectionType: "single",
      autounselectify: true,
      hideEdgesOnViewport: false,
      textureOnViewport: false,
      pixelRatio: "auto",
    } as cytoscape.CytoscapeOptions);
    this.cy.on("tap", (event) => this.onChoose(event.target === this.cy ? undefined : event.target.isNode?.() ? event.target.id() : undefined));
    this.cy.on("dbltap", "node", (event) => {
      this.onToggle(event.target.id());
      event.stopPropagation();
    });
  }

  /** Draws anew. What was drawn before moves to its new place where `animate`. */
  show(what: Drawn, animate: boolean): void {
    const before = new Map(this.cy.nodes().map((node) => [node.id(), node.position()]));
    const after = places(what, (item) => this.sizeOf(item), this.cy.width() / Math.max(this.cy.height(), 1));
    const many = what.lines.length > MANY_LINES;
    const moves = animate && before.size > 0 && what.items.length <= MOST_MOVING;
    const first = (item: Item): cytoscape.Position => ({ ...((moves && (before.get(item.id) ?? outside(item, before))) || after.get(item.id) || { x: 0, y: 0 }) });
    // A picture of the last frame is moved instead of drawing each anew, where that would take too long.
    (this.cy as unknown as { renderer(): { textureOnViewport: boolean } }).renderer().textureOnViewport = what.items.length + what.lines.length > MOST_REDRAWN;
    this.cy.batch(() => {
      this.cy.elements().remove();
      this.cy.add(what.items.map((item) => ({ group: "nodes", data: this.dataOf(item), position: first(item) })));
      this.cy.add(what.lines.map((line, number) => ({ group: "edges", data: lineData(line, number), classes: many ? "many" : "" })));
    });
    const positions = (node: cytoscape.NodeSingular): cytoscape.Position => ({ ...(after.get(node.id()) ?? node.position()) });
    const options = { name: "preset", positions, animate: moves, animationDuration: 300, fit: true, padding: 28 };
    this.withoutMagnifying(() => this.cy.layout(options as unknown as cytoscape.LayoutOptions).run());
  }

  setTheme(dark: boolean, items: Iterable<Item>): void {
    this.theme = themeOf(dark);
    this.cy.style(stylesheet(this.theme));
    for (const item of items) this.cy.getElementById(item.id).data("colour", this.theme.kinds[item.kind] ?? this.theme.line);
  }

  choose(id: string | undefined): void {
    this.cy.batch(() => {
      this.cy.elements(".chosen, .out, .in").removeClass("chosen out in");
      const node = id === undefined ? this.cy.collection() : this.cy.getElementById(id);
      node.addClass("chosen");
      const whole = node.union(node.descendants());
      const others = this.cy.nodes().difference(whole);
      whole.edgesTo(others).addClass("out");
      others.edgesTo(whole).addClass("in");
    });
  }

  /** Colours by hops; undefined: no radius. */
  colour(hops: ReadonlyMap<string, Hop> | undefined): void {
    this.cy.batch(() => {
      this.cy.elements(".hop, .away, .way").removeClass("hop away way");
      if (!hops) return;
      this.cy.nodes().forEach((node) => {
        const hop = hops.get(node.id());
        if (hop) node.data({ hopColour: hop.colour, hopText: hop.text }).addClass("hop");
        else node.addClass("away");
      });
      this.cy.edges().forEach((edge) => {
        const [from, to] = [hops.get(edge.source().id()), hops.get(edge.target().id())];
        edge.addClass(from && to && from.hops >= to.hops ? "way" : "away");
      });
    });
  }

  /** Moves the map where the item cannot be seen, or not be read. */
  centre(id: string): void {
    const node = this.cy.getElementById(id);
    if (node.empty()) return;
    const box = node.renderedBoundingBox();
    const isSeen = box.x1 >= 0 && box.y1 >= 0 && box.x2 <= this.cy.width() && box.y2 <= this.cy.height();
    if (isSeen && this.cy.zoom() >= LEGIBLE) return;
    this.cy.animate({ center: { eles: node }, zoom: Math.max(this.cy.zoom(), LEGIBLE) }, { duration: reduced() ? 0 : 250 });
  }

  fit(): void {
    this.withoutMagnifying(() => this.cy.animate({ fit: { eles: this.cy.elements(), padding: 28 } }, { duration: reduced() ? 0 : 250 }));
  }

  zoomBy(factor: number): void {
    this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition: { x: this.cy.width() / 2, y: this.cy.height() / 2 } });
  }

  picture(): Blob {
    return this.cy.png({ output: "blob", full: true, scale: 2, maxWidth: 6000, maxHeight: 6000, bg: this.theme.halo }) as unknown as Blob;
  }

  /** A small map need not fill the window. */
  private withoutMagnifying(fit: () => void): void {
    this.cy.maxZoom(MOST_FITTED);
    fit();
    this.cy.maxZoom(MOST_ZOOM);
  }

  private dataOf(item: Item): Record<string, unknown> {
    const { width, height } = this.sizeOf(item);
    return {
      id: item.id,
      ...(item.parent ? { parent: item.parent.id } : {}),
      label: labelOf(item),
      kind: item.kind,
      colour: this.theme.kinds[item.kind] ?? this.theme.line,
      more: item.children.length > 0,
      font: fontOf(item),
      width,
      height,
    };
  }

  private sizeOf(item: Item): Size {
    const font = fontOf(item);
    this.pen.font = `${item.children.length ? 600 : 400} ${font}px ${FONT}`;
    return { width: Math.ceil(this.pen.measureText(labelOf(item)).width) + font + 8, height: Math.round(font * 1.9) };
  }
}

/** Larger for what stands for more. */
function fontOf(item: Item): number {
  return item.children.length ? Math.round(Math.min(12 + 1.1 * Math.log2(item.size), 24)) : 12;
}

function labelOf(item: Item): string {
  const label = item.label.length > LONGEST ? `…${item.label.slice(1 - LONGEST)}` : item.label;
  return item.children.length ? `${label}  ${item.size.toLocaleString("en")}` : label;
}

function outside(item: Item, before: ReadonlyMap<string, cytoscape.Position>): cytoscape.Position | undefined {
  for (let here = item.parent; here; here = here.parent) if (before.has(here.id)) return before.get(here.id);
  return undefined;
}

export function reduced(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function lineData(line: Drawn["lines"][number], number: number): Record<string, unknown> {
  return {
    id: `e${number}`,
    source: line.source.id,
    target: line.target.id,
    width: Math.min(1 + Math.log2(line.links) * 0.7, 7),
    doubtful: line.confidence < DOUBTFUL,
    inherits: line.kinds.has("extends") || line.kinds.has("implements"),
  };
}
