// The view as a whole: state in, page out. Used by the exported page, and fit for a panel of an editor.
import { card, radiusSummary } from "./card";
import { filters, hopLegend, legend } from "./controls";
import { Drawing, reduced, type Hop } from "./drawing";
import { button, element } from "./elements";
import { Graph, type Payload } from "./payload";
import { radius, type Reached } from "./radius";
import { Search } from "./search";
import { searchBox } from "./searchbox";
import { fromHash, toHash, type State } from "./state";
import { Tree, type Item } from "./tree";
import { drawn, firstExpanded, isShown, type Drawn } from "./visible";

const FIRST_LOOK = 60;
const MOST_AT_ONCE = 2_000;
const HOP_NAMES = ["changed", "1 hop", "2 hops", "3 hops", "4 hops or more"];
const REVIEW = 0.7;

export interface Options {
  /** Opens a source line; without it places are text. */
  readonly open?: (file: string, line: number) => void;
  /** Keeps the state in the URL's hash. */
  readonly hash?: boolean;
}

export class GraphView {
  private readonly graph: Graph;
  private readonly tree: Tree;
  private readonly start: State;
  private state: State;
  private readonly drawing: Drawing;
  private readonly dark = window.matchMedia("(prefers-color-scheme: dark)");
  private readonly canvas = element("div", {
    class: "canvas",
    tabindex: 0,
    role: "application",
    "aria-label": "Map. Arrow keys move it, plus and minus zoom, Enter expands the chosen item, Escape lets go of it.",
  });
  private readonly side = element("aside", { class: "side", "aria-label": "Details", tabindex: 0 });
  private readonly left = element("aside", { class: "left", "aria-label": "Filters and legend", tabindex: 0 });
  private readonly status = element("p", { class: "status", role: "status" });
  private readonly input: HTMLInputElement;
  private shown: Drawn;
  private reached: Map<number, Reached> | undefined;

  constructor(root: HTMLElement, payload: Payload, private readonly options: Options = {}) {
    this.graph = new Graph(payload);
    this.tree = new Tree(this.graph);
    this.start = this.startState(payload);
    this.state = options.hash ? fromHash(location.hash, this.start) : copied(this.start);
    const { box, input } = searchBox(this.graph, new Search(this.graph, this.tree), (id) => this.choose(id, true));
    this.input = input;
    root.classList.add("graph-view");
    root.replaceChildren(this.header(payload, box), element("main", {}, this.left, this.canvas, this.side), this.status);
    this.drawing = new Drawing(this.canvas, this.dark.matches, (id) => this.choose(id, false), (id) => this.toggle(id));
    this.shown = drawn(this.graph, this.tree, this.state.expanded, this.state);
    this.controls();
    this.restore();
    this.listen(root);
  }

  /** Chooses an item; with `reveal` what is around it is expanded and it moves into sight. */
  choose(id: string | undefined, reveal: boolean): void {
    const item = id === undefined ? undefined : this.tree.items.get(id);
    this.state.chosen = item?.id;
    if (item && reveal) {
      if (!isShown(item, this.state)) {
        this.state.tests = true;
        this.controls();
      }
      const hidden = [...this.tree.around(item)].slice(1).filter((one) => !this.state.expanded.has(one.id));
      hidden.forEach((one) => this.state.expanded.add(one.id));
      if (hidden.length || this.drawing.cy.getElementById(item.id).empty()) this.draw();
      this.drawing.centre(item.id);
    }
    this.mark();
    this.details();
    this.keep();
  }

  toggle(id: string): void {
    const item = this.tree.items.get(id);
    if (!item?.children.length) return;
    if (this.state.expanded.has(id)) this.state.expanded.delete(id);
    else this.state.expanded.add(id);
    this.draw();
    this.details();
    this.keep();
    this.say(`${item.label} ${this.state.expanded.has(id) ? "expanded" : "collapsed"}`);
  }

  /** Shows what a change of an item reaches; undefined: nothing of that kind. */
  showRadius(id: string | undefined): void {
    this.state.radius = id;
    this.mark();
    this.details();
    this.controls();
    this.keep();
  }

  private startState(payload: Payload): State {
    const kinds = new Set(payload.linkKinds.filter((kind) => kind !== "references" && kind !== "runs"));
    const state: State = { confidence: REVIEW, kinds, tests: false, expanded: new Set(), chosen: undefined, radius: undefined };
    if (this.tree.roots.every((item) => item.test)) state.tests = true;
    state.expanded = firstExpanded(this.tree, state, FIRST_LOOK);
    const wanted = payload.start.radius[0] ?? payload.start.focus[0];
    const item = wanted === undefined ? undefined : this.tree.ofNode[wanted];
    if (item) {
      state.chosen = item.id;
      state.tests ||= item.test;
      for (const around of this.tree.around(item)) if (around !== item) state.expanded.add(around.id);
      if (payload.start.radius.length) state.radius = item.id;
    }
    return state;
  }

  private header(payload: Payload, box: HTMLElement): HTMLElement {
    const { nodes, links } = payload;
    const counts = `${nodes.qualname.length.toLocaleString("en")} symbols · ${links.source.length.toLocaleString("en")} edges · ${payload.files.length.toLocaleString("en")} files`;
    const title = element("div", { class: "title" }, element("h1", {}, payload.project), element("p", {}, counts));
    const bar = element("div", { class: "bar", role: "toolbar", "aria-label": "Map" });
    bar.append(
      button("Collapse all", () => this.collapseAll()),
      button("Expand files", () => this.expandFiles()),
      button("Fit", () => this.drawing.fit(), { title: "Show everything (0)" }),
      button("Save picture", () => this.save(), { title: "As a PNG file" }),
    );
    return element("header", {}, title, box, bar);
  }

  private controls(): void {
    const focused = document.activeElement?.id;
    const counts = this.graph.data.linkKinds.map(() => 0);
    for (const kind of this.graph.data.links.kind) counts[kind] = (counts[kind] ?? 0) + 1;
    const kinds = new Set([...this.tree.items.values()].map((item) => item.kind));
    const parts: Node[] = [filters(this.state, this.graph.data.linkKinds, counts, () => this.filtered())];
    if (this.reached) {
      const summary = radiusSummary(this.graph, this.reached);
      parts.push(element("section", { "aria-label": "Blast radius" }, element("h2", {}, "Blast radius"), hopLegend(HOP_NAMES, summary.hops, this.drawing.theme.hops)));
    }
    parts.push(legend(kinds));
    const { complete, reason } = this.graph.data;
    if (!complete) parts.push(element("p", { class: "warning" }, `Incomplete: ${reason ?? ""}. What is absent here proves nothing.`));
    this.left.replaceChildren(...parts);
    if (focused) document.getElementById(focused)?.focus();
  }

  private filtered(): void {
    this.draw();
    this.mark();
    this.controls();
    this.details();
    this.keep();
  }

  private restore(): void {
    if (this.state.chosen && !this.tree.items.has(this.state.chosen)) this.state.chosen = undefined;
    if (this.state.radius && !this.tree.items.has(this.state.radius)) this.state.radius = undefined;
    this.draw(false);
    this.controls();
    this.details();
  }

  private draw(animate = true): void {
    this.shown = drawn(this.graph, this.tree, this.state.expanded, this.state);
    this.drawing.show(this.shown, animate && !reduced());
    this.mark();
    const left = this.shown.leftOut ? `, ${this.shown.leftOut.toLocaleString("en")} thinner lines left out` : "";
    this.say(`${this.shown.items.length.toLocaleString("en")} items and ${this.shown.lines.length.toLocaleString("en")} lines drawn${left}`);
  }

  private mark(): void {
    this.drawing.choose(this.state.chosen);
    const item = this.state.radius ? this.tree.items.get(this.state.radius) : undefined;
    const before = this.reached;
    this.reached = item ? radius(this.graph, this.tree.nodesIn(item), this.state.confidence) : undefined;
    this.drawing.colour(this.reached && this.hopsOfItems(this.reached));
    if (!before !== !this.reached) this.controls();
  }

  /** By what is drawn: the nearest of all that it stands for. */
  private hopsOfItems(reached: ReadonlyMap<number, Reached>): Map<string, Hop> {
    const found = new Map<string, Hop>();
    const { hops: colours, hopTexts: texts } = this.drawing.theme;
    for (const [node, one] of reached) {
      const own = this.tree.ofNode[node];
      const by = own && this.shown.shownBy.get(own);
      const known = by && found.get(by.id);
      if (!by || (known && known.hops <= one.hops)) continue;
      const slot = Math.min(one.hops, colours.length - 1);
      found.set(by.id, { ...one, colour: colours[slot] ?? "", text: texts[slot] ?? "" });
    }
    return found;
  }

  private details(): void {
    const item = this.state.chosen ? this.tree.items.get(this.state.chosen) : undefined;
    const parts: Node[] = [];
    if (this.reached) parts.push(this.radiusCard());
    if (item) {
      const { chosen: _, ...filter } = this.state;
      const actions = {
        choose: (id: string) => this.choose(id, true),
        toggle: (id: string) => this.toggle(id),
        radius: (id: string | undefined) => this.showRadius(id),
        open: this.options.open,
      };
      parts.push(card(this.graph, this.tree, item, filter, this.state.expanded.has(item.id), this.state.radius === item.id, actions));
    } else parts.push(help());
    this.side.replaceChildren(...parts);
  }

  private radiusCard(): HTMLElement {
    const item: Item | undefined = this.tree.items.get(this.state.radius ?? "");
    const summary = radiusSummary(this.graph, this.reached ?? new Map());
    const total = summary.hops.slice(1).reduce((sum, count) => sum + count, 0);
    const text = total
      ? `A change reaches ${total.toLocaleString("en")} symbols in ${summary.files.toLocaleString("en")} files, ${summary.tests.toLocaleString("en")} of them tests.`
      : "No edge from anything else leads here at this confidence.";
    const made = element("section", { class: "radius", "aria-label": "What the change reaches" }, element("p", { class: "kind" }, "blast radius"), element("h2", {}, item?.label ?? ""));
    made.append(element("p", {}, text), button("Clear", () => this.showRadius(undefined)));
    return made;
  }

  private collapseAll(): void {
    this.state.expanded = new Set();
    this.draw();
    this.keep();
  }

  private expandFiles(): void {
    this.state.expanded = firstExpanded(this.tree, this.state, MOST_AT_ONCE);
    this.draw();
    this.keep();
  }

  private save(): void {
    const link = element("a", { href: URL.createObjectURL(this.drawing.picture()), download: `${this.graph.data.project}.png` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private keep(): void {
    if (!this.options.hash) return;
    const hash = toHash(this.state, this.start);
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private listen(root: HTMLElement): void {
    this.dark.addEventListener("change", () => {
      this.drawing.setTheme(this.dark.matches, this.shown.items);
      this.mark();
      this.controls();
    });
    window.addEventListener("hashchange", () => {
      if (!this.options.hash) return;
      this.state = fromHash(location.hash, this.start);
      this.restore();
    });
    root.ownerDocument.addEventListener("keydown", (event) => {
      if (event.key === "/" && !isTyping(event.target)) {
        this.input.focus();
        event.preventDefault();
      }
    });
    this.canvas.addEventListener("keydown", (event) => {
      if (this.pressed(event.key)) event.preventDefault();
    });
  }

  private pressed(key: string): boolean {
    const moves: Record<string, [number, number]> = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    const move = moves[key];
    if (move) this.drawing.cy.panBy({ x: move[0], y: move[1] });
    else if (key === "+" || key === "=") this.drawing.zoomBy(1.25);
    else if (key === "-") this.drawing.zoomBy(0.8);
    else if (key === "0") this.drawing.fit();
    else if (key === "Enter" && this.state.chosen) this.toggle(this.state.chosen);
    else if (key === "Escape") this.choose(undefined, false);
    else return false;
    return true;
  }
}

function help(): HTMLElement {
  const rows = [
    "Click an item to see who uses it and what it uses.",
    "Double-click a folder, file or class to expand or collapse it.",
    "Show blast radius colours what a change of the chosen item reaches, by hops.",
    "The address of this page keeps what you see.",
  ];
  return element("section", { "aria-label": "Help" }, element("h2", {}, "How to read this map"), element("ul", { class: "help" }, ...rows.map((row) => element("li", {}, row))));
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

function copied(state: State): State {
  return { ...state, kinds: new Set(state.kinds), expanded: new Set(state.expanded) };
}
