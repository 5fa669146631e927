// The view as a whole: state in, page out. Used by the exported page, and by the panel of an editor.
import { card, radiusCard, radiusSummary } from "./card";
import { filters, hopLegend, legend, warnings } from "./controls";
import { Drawing, reduced, type Keep } from "./drawing";
import { element } from "./elements";
import { pressed } from "./keyboard";
import { Graph, type Payload } from "./payload";
import { hasStart, radius, startRadius, type Reached } from "./radius";
import { Search } from "./search";
import { searchBox } from "./searchbox";
import { help, shortcutsDialog } from "./shortcuts";
import { nameOfStart, startState } from "./start";
import { copied, fromHash, START, toHash, type State } from "./state";
import { MOST_HOPS } from "./theme";
import { header, title } from "./toolbar";
import { Walking } from "./walking";
import { Tree, type Item } from "./tree";
import { drawn, firstExpanded, isShown, withinPath, type Drawn, type Filter } from "./visible";

const MOST_AT_ONCE = 2_000;
const HOP_NAMES = ["changed", "1 hop", "2 hops", "3 hops", "4 hops or more"];

export interface Options {
  /** Opens a source line; without it places are text. */
  readonly open?: (file: string, line: number) => void;
  /** Keeps the state in the URL's hash. */
  readonly hash?: boolean;
  /** Keeps the state elsewhere, written as `toHash` does. */
  readonly keep?: (state: string) => void;
  /** A state that was kept. */
  readonly kept?: string;
  /** Saves a picture; without it, it is a download. */
  readonly save?: (name: string, content: Blob) => void;
  /** Asks for what the graph does not hold: what is in a file, what is around a symbol. */
  readonly more?: (item: Item) => void;
  /** Asks for more of what was left out. */
  readonly larger?: () => void;
  /** Further buttons of the head. */
  readonly buttons?: readonly HTMLElement[];
}

export class GraphView {
  graph: Graph;
  tree: Tree;
  state: State;
  readonly drawing: Drawing;
  private start: State;
  private found: Search;
  private shown: Drawn;
  private within: ReadonlySet<Item> | undefined;
  private reached: Map<number, Reached> | undefined;
  private wanted: string | undefined; // expanded as soon as the graph holds it
  private readonly canvas = element("div", {
    class: "canvas",
    tabindex: 0,
    role: "application",
    "aria-label": "Map. Arrow keys choose boxes, Enter expands, Escape lets go, question mark lists all keys.",
  });
  private readonly side = element("aside", { class: "side", "aria-label": "Details", tabindex: 0 });
  private readonly left = element("aside", { class: "left", "aria-label": "Filters and legend", tabindex: 0 });
  private readonly status = element("p", { class: "status", role: "status" });
  private readonly dialog = shortcutsDialog();
  private readonly head: HTMLElement;
  private readonly input: HTMLInputElement;

  constructor(root: HTMLElement, payload: Payload, private readonly options: Options = {}) {
    this.graph = new Graph(payload);
    this.tree = new Tree(this.graph);
    this.found = new Search(this.graph, this.tree);
    this.start = startState(this.graph, this.tree);
    this.state = options.hash || options.kept !== undefined ? fromHash(options.kept ?? location.hash, this.start) : copied(this.start);
    const { box, input } = searchBox(() => ({ graph: this.graph, search: this.found }), (id) => this.choose(id, true));
    this.input = input;
    this.head = header(payload, box, this, options.buttons ?? []);
    root.classList.add("graph-view");
    root.replaceChildren(this.head, element("main", {}, this.left, this.canvas, this.side), this.status, this.dialog);
    this.drawing = new Drawing(this.canvas, { choose: (id) => this.choose(id, false), open: (id) => this.openItem(id) });
    this.shown = drawn(this.graph, this.tree, this.state.expanded, this.filter());
    this.restore();
    this.listen(root);
  }

  /** Takes a later version of the graph; what is expanded, chosen and filtered stays, and boxes stay where they are as far as they can. */
  update(payload: Payload): void {
    const { chosen } = this.state;
    this.graph = new Graph(payload);
    this.tree = new Tree(this.graph);
    this.found = new Search(this.graph, this.tree);
    this.start = startState(this.graph, this.tree);
    this.within = undefined;
    this.head.querySelector(".title")?.replaceWith(title(payload));
    const opened = this.wanted;
    if (opened && this.tree.items.get(opened)?.children.length) {
      this.state.expanded.add(opened);
      this.wanted = undefined;
    }
    if (chosen && !this.tree.items.has(chosen)) this.state.chosen = undefined;
    if (this.state.radius && this.state.radius !== START && !this.tree.items.has(this.state.radius)) this.state.radius = undefined;
    if (this.state.radius === START && !hasStart(this.graph)) this.state.radius = undefined;
    this.draw(opened ? { open: opened } : { stay: this.state.chosen });
    this.controls();
    this.details();
    this.keep();
  }

  /** Chooses an item; with `reveal` what is around it is expanded and it moves into sight. */
  choose(id: string | undefined, reveal: boolean): void {
    const item = id === undefined ? undefined : this.tree.items.get(id);
    this.state.chosen = item?.id;
    if (item && reveal) {
      if (!isShown(item, this.filter())) {
        this.state.tests ||= item.test;
        this.state.path = "";
        this.within = undefined;
        this.controls();
      }
      const hidden = [...this.tree.around(item)].slice(1).filter((one) => !this.state.expanded.has(one.id));
      hidden.forEach((one) => this.state.expanded.add(one.id));
      if (hidden.length || !this.drawing.scene.byId.has(item.id)) this.draw({ stay: undefined });
      this.drawing.reveal(item.id);
    }
    this.mark();
    this.details();
    this.keep();
    if (item) this.say(this.described(item));
  }

  toggle(id: string): void {
    const item = this.tree.items.get(id);
    if (item?.unread && this.options.more) {
      this.wanted = id;
      this.say(`Looking into ${item.label}`);
      this.options.more(item);
      return;
    }
    if (!item?.children.length) return;
    if (this.state.expanded.has(id)) this.state.expanded.delete(id);
    else this.state.expanded.add(id);
    this.draw({ open: id });
    this.details();
    this.keep();
    this.say(`${item.label} ${this.state.expanded.has(id) ? "expanded" : "collapsed"}`);
  }

  /** Shows what a change of an item reaches, or of what the graph was asked for (`START`); undefined: nothing of that kind. */
  showRadius(id: string | undefined): void {
    this.state.radius = id;
    this.mark();
    this.details();
    this.controls();
    this.keep();
  }

  /** The colours have changed. */
  themeChanged(): void {
    this.drawing.setTheme();
    this.controls();
  }

  // -- buttons of the head ---------------------------------------------------------------------------------
  collapseAll(): void {
    this.expand(new Set());
  }

  expandFiles(): void {
    this.expand(firstExpanded(this.tree, this.filter(), MOST_AT_ONCE));
  }

  expandAll(): void {
    this.expand(firstExpanded(this.tree, this.filter(), MOST_AT_ONCE, "symbols"));
  }

  save(format: "svg" | "png"): void {
    void this.picture(format).then((content) => {
      const name = `${this.graph.data.project}.${format}`;
      if (this.options.save) this.options.save(name, content);
      else download(name, content);
    });
  }

  async picture(format: "svg" | "png"): Promise<Blob> {
    if (format === "png") return this.drawing.png();
    return new Blob([this.drawing.svg(this.graph.data.about ?? this.graph.data.project)], { type: "image/svg+xml" });
  }

  fit(): void {
    this.drawing.fit();
  }

  shortcuts(): void {
    this.dialog.showModal();
  }

  search(): void {
    this.input.focus();
  }

  openSource(item: Item): void {
    if (item.kind !== "folder") this.options.open?.(item.path, item.node >= 0 ? this.graph.line(item.node) : 1);
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  // -- inside ----------------------------------------------------------------------------------------------
  /** Expands it, or collapses it, or goes to its source. */
  openItem(id: string): void {
    const item = this.tree.items.get(id);
    if (item?.children.length || (item?.unread && this.options.more)) this.toggle(id);
    else if (item && item.node >= 0) {
      if (this.options.open) this.options.open(item.path, this.graph.line(item.node));
      else this.say(this.described(item));
    }
  }

  private described(item: Item): string {
    const what = item.kind === "folder" ? item.path : item.node >= 0 && item.kind !== "file" ? `${item.path}:${this.graph.line(item.node)}` : item.path;
    const slot = this.hops?.get(item.id);
    return `${item.label}, ${item.kind}, ${what}${slot === undefined ? "" : `, ${HOP_NAMES[slot] ?? ""}`}${item.children.length ? (this.state.expanded.has(item.id) ? ", expanded" : ", collapsed") : ""}`;
  }

  private filter(): Filter {
    const { confidence, kinds, tests, path } = this.state;
    if (path.trim()) this.within ??= withinPath(this.tree, path);
    return { confidence, kinds, tests, within: this.within };
  }

  private controls(): void {
    const focused = document.activeElement?.id;
    const counts = this.graph.data.linkKinds.map(() => 0);
    for (const kind of this.graph.data.links.kind) counts[kind] = (counts[kind] ?? 0) + 1;
    const kinds = new Set([...this.tree.items.values()].map((item) => item.kind));
    const parts: Node[] = [];
    if (this.reached) {
      const summary = radiusSummary(this.graph, this.reached);
      parts.push(element("section", { "aria-label": "Blast radius" }, element("h2", {}, "Blast radius"), hopLegend(HOP_NAMES, summary.hops, this.drawing.theme.hops)));
    }
    parts.push(filters(this.state, this.graph.data.linkKinds, counts, () => this.filtered()), legend(kinds));
    parts.push(...warnings(this.graph.data, this.options.larger));
    this.left.replaceChildren(...parts);
    if (focused && focused !== "gv-search") document.getElementById(focused)?.focus();
  }

  private filtered(): void {
    this.within = undefined;
    this.draw({ stay: this.state.chosen });
    this.controls();
    this.details();
    this.keep();
  }

  private expand(expanded: Set<string>): void {
    this.state.expanded = expanded;
    this.draw({ fit: true });
    this.details();
    this.keep();
  }

  private restore(): void {
    if (this.state.chosen && !this.tree.items.has(this.state.chosen)) this.state.chosen = undefined;
    if (this.state.radius && this.state.radius !== START && !this.tree.items.has(this.state.radius)) this.state.radius = undefined;
    this.within = undefined;
    this.draw({ fit: true }, false);
    this.controls();
    this.details();
  }

  private draw(keep: Keep, animate = true): void {
    this.shown = drawn(this.graph, this.tree, this.state.expanded, this.filter());
    this.drawing.show(this.shown, keep, animate && !reduced());
    this.mark();
    const left = this.shown.leftOut ? `, ${this.shown.leftOut.toLocaleString("en")} thinner lines left out` : "";
    this.say(`${this.shown.items.length.toLocaleString("en")} boxes and ${this.shown.lines.length.toLocaleString("en")} lines drawn${left}`);
  }

  /** What is coloured. */
  private mark(): void {
    const before = this.reached;
    const item = this.state.radius ? this.tree.items.get(this.state.radius) : undefined;
    if (this.state.radius === START) this.reached = startRadius(this.graph, this.state.confidence);
    else this.reached = item && radius(this.graph, this.tree.nodesIn(item), this.state.confidence);
    this.hops = this.reached && this.hopsOfItems(this.reached);
    this.drawing.setMarks({ chosen: this.state.chosen, hops: this.hops });
    if (!before !== !this.reached) this.controls();
  }
  private hops: ReadonlyMap<string, number> | undefined;

  /** By what is drawn: the nearest of all that it stands for. */
  private hopsOfItems(reached: ReadonlyMap<number, Reached>): Map<string, number> {
    const found = new Map<string, number>();
    for (const [node, { hops }] of reached) {
      const own = this.tree.ofNode[node];
      const by = own && this.shown.shownBy.get(own);
      if (by) found.set(by.id, Math.min(hops, found.get(by.id) ?? MOST_HOPS - 1));
    }
    return found;
  }

  private details(): void {
    const item = this.state.chosen ? this.tree.items.get(this.state.chosen) : undefined;
    const parts: Node[] = [];
    if (this.reached) parts.push(radiusCard(this.graph, this.reached, this.radiusName(), () => this.showRadius(undefined)));
    if (item) {
      const actions = {
        choose: (id: string) => this.choose(id, true),
        toggle: (id: string) => this.toggle(id),
        radius: (id: string | undefined) => this.showRadius(id),
        open: this.options.open,
        more: this.options.more,
      };
      parts.push(card(this.graph, this.tree, item, this.filter(), this.state.expanded.has(item.id), this.state.radius === item.id, actions));
    } else parts.push(help());
    this.side.replaceChildren(...parts);
  }

  private radiusName(): string {
    return this.state.radius === START ? nameOfStart(this.graph) : (this.tree.items.get(this.state.radius ?? "")?.label ?? "");
  }

  private keep(): void {
    const hash = toHash(this.state, this.start);
    this.options.keep?.(hash);
    if (this.options.hash) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  private listen(root: HTMLElement): void {
    const keys = new Walking(this);
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"]) {
      window.matchMedia(query).addEventListener("change", () => this.themeChanged());
    }
    window.addEventListener("hashchange", () => {
      if (!this.options.hash) return;
      this.state = fromHash(location.hash, this.start);
      this.restore();
    });
    root.ownerDocument.addEventListener("keydown", (event) => {
      if (isTyping(event.target) || this.dialog.open) return;
      if (pressed(keys, event, this.canvas.contains(event.target as Node))) event.preventDefault();
    });
    this.canvas.addEventListener("focus", () => this.drawing.setMarks({ focused: true }));
    this.canvas.addEventListener("blur", () => this.drawing.setMarks({ focused: false }));
  }
}

function download(name: string, content: Blob): void {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
