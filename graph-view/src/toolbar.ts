// The head of the page: what is shown, the search field, and buttons for the map as a whole.
import { button, element } from "./elements";
import type { Payload } from "./payload";

export interface MapActions {
  collapseAll(): void;
  expandFiles(): void;
  expandAll(): void;
  fit(): void;
  save(format: "svg" | "png"): void;
  shortcuts(): void;
}

export function header(payload: Payload, box: HTMLElement, actions: MapActions, more: readonly HTMLElement[]): HTMLElement {
  const bar = element("div", { class: "bar", role: "toolbar", "aria-label": "Map" }, ...more);
  bar.append(
    button("Collapse all", () => actions.collapseAll()),
    button("Expand files", () => actions.expandFiles(), { title: "All folders, down to files" }),
    button("Expand all", () => actions.expandAll(), { title: "As far as two thousand boxes allow" }),
    button("Fit", () => actions.fit(), { title: "Show everything (0)" }),
    button("Save SVG", () => actions.save("svg"), { title: "As a drawing that other programs can change" }),
    button("Save PNG", () => actions.save("png"), { title: "As a picture" }),
    button("?", () => actions.shortcuts(), { title: "Keys", "aria-label": "Keys" }),
  );
  return element("header", {}, title(payload), box, bar);
}

export function title(payload: Payload): HTMLElement {
  const { nodes, links } = payload;
  const symbols = nodes.symbols ? nodes.symbols.reduce((sum, count) => sum + count, 0) : nodes.qualname.length;
  const counts = `${symbols.toLocaleString("en")} symbols · ${links.source.length.toLocaleString("en")} edges · ${payload.files.length.toLocaleString("en")} files`;
  const heading = payload.about ? `${payload.about} · ${payload.project}` : payload.project;
  return element("div", { class: "title" }, element("h1", { title: heading }, heading), element("p", {}, counts));
}
