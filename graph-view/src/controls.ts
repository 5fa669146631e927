// Filters and the legend.
import { button, element } from "./elements";
import type { Payload } from "./payload";
import type { State } from "./state";
import { KINDS } from "./theme";

const KIND_LABELS: Readonly<Record<string, string>> = {
  calls: "calls",
  references: "references",
  decorates: "decorators",
  reads: "property reads",
  implicit: "implicit calls",
  extends: "inheritance",
  implements: "implementations",
  imports: "imports",
  runs: "overrides, set-ups",
};

export function filters(state: State, kinds: readonly string[], counts: readonly number[], changed: () => void): HTMLElement {
  const made = element("section", { "aria-label": "Filters" }, element("h2", {}, "Filters"));
  const shown = element("output", { for: "gv-confidence" }, state.confidence.toFixed(2));
  const slider = element("input", { type: "range", id: "gv-confidence", min: 0, max: 1, step: 0.05, value: state.confidence });
  slider.addEventListener("input", () => (shown.textContent = Number(slider.value).toFixed(2)));
  slider.addEventListener("change", () => {
    state.confidence = Number(slider.value);
    changed();
  });
  made.append(element("label", { for: "gv-confidence", class: "pair" }, "Confidence at least", shown), slider);
  const boxes = element("fieldset", {}, element("legend", {}, "Edges"));
  kinds.forEach((kind, number) => {
    if (!counts[number]) return;
    boxes.append(check(`${KIND_LABELS[kind] ?? kind}`, (counts[number] ?? 0).toLocaleString("en"), `gv-kind-${kind}`, state.kinds.has(kind), (on) => {
      if (on) state.kinds.add(kind);
      else state.kinds.delete(kind);
      changed();
    }));
  });
  const tests = check("Test code", "", "gv-tests", state.tests, (on) => {
    state.tests = on;
    changed();
  });
  const path = element("input", { type: "search", id: "gv-path", value: state.path, placeholder: "part of a path", spellcheck: "false", autocomplete: "off" });
  path.addEventListener("change", () => {
    state.path = path.value;
    changed();
  });
  made.append(boxes, tests, element("label", { for: "gv-path", class: "field" }, "Files whose path has", path));
  return made;
}

function check(text: string, count: string, id: string, on: boolean, changed: (on: boolean) => void): HTMLElement {
  const box = element("input", { type: "checkbox", id, checked: on });
  box.addEventListener("change", () => changed(box.checked));
  return element("label", { class: "check", for: id }, box, element("span", {}, text), element("span", { class: "count" }, count));
}

export function legend(kinds: ReadonlySet<string>): HTMLElement {
  const list = element("ul", { class: "legend" });
  for (const kind of KINDS) if (kinds.has(kind)) list.append(element("li", {}, element("span", { class: `dot ${kind}` }), kind));
  const lines = element(
    "ul",
    { class: "legend lines" },
    element("li", {}, element("span", { class: "stroke" }), "uses; thicker: more"),
    element("li", {}, element("span", { class: "stroke dashed" }), "less than 0.70 sure"),
    element("li", {}, element("span", { class: "stroke out" }), "from the chosen one"),
    element("li", {}, element("span", { class: "stroke in" }), "to the chosen one"),
  );
  return element("section", { "aria-label": "Legend" }, element("h2", {}, "Legend"), list, lines);
}

export function hopLegend(names: readonly string[], counts: readonly number[], colours: readonly string[]): HTMLElement {
  const list = element("ul", { class: "legend hops" });
  names.forEach((name, slot) => {
    const dot = element("span", { class: "dot" });
    dot.style.backgroundColor = colours[slot] ?? "";
    list.append(element("li", {}, dot, name, element("span", { class: "count" }, (counts[slot] ?? 0).toLocaleString("en"))));
  });
  return list;
}

/** What is not here, and why nothing may be concluded from that. `larger`: asks for more. */
export function warnings({ complete, reason, omitted }: Payload, larger: (() => void) | undefined): HTMLElement[] {
  const made: HTMLElement[] = [];
  if (omitted && omitted.nodes + omitted.links > 0) {
    const text = `Not all is here: ${omitted.nodes.toLocaleString("en")} symbols and ${omitted.links.toLocaleString("en")} edges are left out. `;
    const warning = element("p", { class: "warning" }, text);
    if (larger) warning.append(button("Show more", larger));
    made.push(warning);
  }
  if (!complete) made.push(element("p", { class: "warning" }, `Incomplete: ${reason ?? ""}. What is absent here proves nothing.`));
  return made;
}
