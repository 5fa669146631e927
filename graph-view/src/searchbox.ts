// The search field with its suggestions: a combobox as the ARIA Authoring Practices describe it.
import { element } from "./elements";
import type { Graph } from "./payload";
import type { Search } from "./search";
import type { Item } from "./tree";

const MOST = 12;

export interface Searched {
  readonly graph: Graph;
  readonly search: Search;
}

/** `current`: what is searched now; it may be another graph later. */
export function searchBox(current: () => Searched, choose: (id: string) => void): { box: HTMLElement; input: HTMLInputElement } {
  const input = element("input", {
    type: "search",
    id: "gv-search",
    role: "combobox",
    placeholder: "Search symbols and files (press /)",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Search symbols and files",
    "aria-expanded": "false",
    "aria-controls": "gv-found",
    "aria-autocomplete": "list",
  });
  const list = element("ul", { id: "gv-found", role: "listbox", "aria-label": "Suggestions", hidden: true });
  const told = element("p", { class: "visually-hidden", role: "status" });
  let items: Item[] = [];
  let at = -1;

  const close = (): void => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const take = (item: Item | undefined): void => {
    if (!item) return;
    close();
    input.value = "";
    choose(item.id);
  };
  const mark = (next: number): void => {
    at = next;
    [...list.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
    const row = list.children[at];
    if (row) {
      input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    }
  };
  const update = (): void => {
    const { graph, search } = current();
    const found = search.find(input.value, MOST);
    items = found.items;
    list.replaceChildren(...items.map((item, number) => suggestion(graph, item, number, () => take(item))));
    list.hidden = !items.length;
    input.setAttribute("aria-expanded", String(items.length > 0));
    told.textContent = input.value.trim() ? `${found.total.toLocaleString("en")} found` : "";
    mark(items.length ? 0 : -1);
  };

  input.addEventListener("input", update);
  input.addEventListener("focus", () => input.value && update());
  input.addEventListener("blur", () => setTimeout(close, 150));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && items.length) mark((at + 1) % items.length);
    else if (event.key === "ArrowUp" && items.length) mark((at + items.length - 1) % items.length);
    else if (event.key === "Enter") take(items[at]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { box: element("div", { class: "search" }, input, list, told), input };
}

function suggestion(graph: Graph, item: Item, number: number, take: () => void): HTMLElement {
  const row = element("li", { id: `gv-found-${number}`, role: "option", "aria-selected": "false" });
  const name = item.node >= 0 ? graph.qualname(item.node) : item.label;
  row.append(element("span", { class: `dot ${item.kind}` }), element("span", { class: "name" }, name), element("span", { class: "about" }, `${item.kind} · ${item.path}`));
  // Not `click`: the field would lose the focus first, and the list would be gone.
  row.addEventListener("mousedown", (event) => {
    event.preventDefault();
    take();
  });
  return row;
}
