// The list of keys, as a dialog.
import { button, element } from "./elements";
import { SHORTCUTS } from "./keyboard";

export function shortcutsDialog(): HTMLDialogElement {
  const list = element("dl", { class: "keys" });
  for (const { shown, does } of SHORTCUTS) list.append(element("div", {}, element("dt", {}, element("kbd", {}, shown)), element("dd", {}, does)));
  const made = element("dialog", { class: "shortcuts", "aria-labelledby": "gv-keys" }, element("h2", { id: "gv-keys" }, "Keys"), list);
  made.append(button("Close", () => made.close(), { autofocus: true }));
  return made;
}

export function help(): HTMLElement {
  const rows = [
    "Click a box to see who uses it and what it uses.",
    "Double-click a folder, file or class to expand or collapse it.",
    "Show blast radius colours what a change of the chosen box reaches, by hops.",
    "Every box can be reached by keys: press ? for a list.",
  ];
  return element("section", { "aria-label": "Help" }, element("h2", {}, "How to read this map"), element("ul", { class: "help" }, ...rows.map((row) => element("li", {}, row))));
}
