// Going through the map by keys.
import { nextTo, type Direction, type Keyed } from "./keyboard";
import type { Item } from "./tree";
import type { GraphView } from "./view";

const STEP = 70; // pixels

export class Walking implements Keyed {
  private followed: { readonly from: string; readonly way: "users" | "used"; readonly at: string } | undefined;

  constructor(private readonly view: GraphView) {}

  move(direction: Direction): void {
    const { drawing, state } = this.view;
    const next = nextTo(drawing.scene.byId.get(state.chosen ?? ""), drawing.scene.boxes, direction, drawing.view);
    if (next) this.go(next.item.id);
  }

  pan(direction: Direction): void {
    const [x, y] = { left: [STEP, 0], right: [-STEP, 0], up: [0, STEP], down: [0, -STEP] }[direction] as [number, number];
    this.view.drawing.panBy(x, y);
  }

  /** The neighbours along lines, one after the other. */
  follow(way: "users" | "used"): void {
    const { followed } = this;
    const { chosen } = this.view.state;
    const here = followed && followed.at === chosen && followed.way === way ? followed.from : chosen;
    const beside = here ? this.beside(here, way) : [];
    if (!here || !beside.length) {
      this.view.say(way === "users" ? "No line leads here" : "No line leads from here");
      return;
    }
    const at = followed && followed.from === here && followed.way === way ? beside.indexOf(followed.at) : -1;
    const next = beside[(at + 1) % beside.length] ?? here;
    this.followed = { from: here, way, at: next };
    this.go(next);
  }

  enter(): void {
    if (this.view.state.chosen) this.view.openItem(this.view.state.chosen);
  }

  openSource(): void {
    if (this.chosen) this.view.openSource(this.chosen);
  }

  parent(): void {
    const outer = this.chosen?.parent;
    if (outer) this.go(outer.id);
  }

  radius(): void {
    const { chosen, radius } = this.view.state;
    if (chosen) this.view.showRadius(radius === chosen ? undefined : chosen);
  }

  zoom(factor: number): void {
    this.view.drawing.zoomBy(factor);
  }

  fit(): void {
    this.view.fit();
  }

  release(): void {
    if (this.view.state.chosen) this.view.choose(undefined, false);
    else if (this.view.state.radius) this.view.showRadius(undefined);
  }

  search(): void {
    this.view.search();
  }

  shortcuts(): void {
    this.view.shortcuts();
  }

  private get chosen(): Item | undefined {
    return this.view.tree.items.get(this.view.state.chosen ?? "");
  }

  private go(id: string): void {
    this.view.choose(id, false);
    this.view.drawing.reveal(id);
  }

  private beside(id: string, way: "users" | "used"): string[] {
    const ends = this.view.drawing.scene.joins.map(({ line: { source, target } }) => (way === "users" ? [target.id, source.id] : [source.id, target.id]));
    return ends.flatMap(([near, far]) => (near === id && far ? [far] : [])).sort();
  }
}
