// The page of the editor's panel: the graph comes from the extension, and what is asked for goes to it.
import { button, element } from "./elements";
import type { FromPage, Kept, ToPage } from "./messages";
import { GraphView } from "./view";
import "./panel.css";

interface Host {
  postMessage(message: FromPage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const root = document.getElementById("view") as HTMLElement;
const told = element("p", { class: "told", role: "status" }, "Loading the graph…");
let view: GraphView | undefined;
let kept = host.getState();

root.replaceChildren(told);
document.body.append(element("div", { class: "notice", role: "status", hidden: true }));

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.type === "told") tell(data.text, data.isError);
  else show(data);
});
host.postMessage({ type: "ready" });

function show({ payload, kept: now, isNew }: Extract<ToPage, { type: "graph" }>): void {
  tell("", false);
  const before = isNew ? undefined : kept?.view;
  kept = { ...now, ...(before === undefined ? {} : { view: before }) };
  host.setState(kept);
  if (view && !isNew) {
    view.update(payload);
    return;
  }
  const made = element("div", { class: "page" });
  root.replaceChildren(made);
  view = new GraphView(made, payload, {
    open: (file, line) => host.postMessage({ type: "open", file, line }),
    more: (item) => host.postMessage({ type: "more", of: item.kind === "file" ? item.path : (view?.graph.symbol(item.node) ?? "") }),
    larger: () => host.postMessage({ type: "larger" }),
    save: (name, content) => void content.arrayBuffer().then((bytes) => host.postMessage({ type: "save", name, content: new Uint8Array(bytes) })),
    keep: (state) => {
      if (kept) host.setState((kept = { ...kept, view: state }));
    },
    kept: before ?? "",
    buttons: [
      button("Changes", () => host.postMessage({ type: "subject", is: "changes" }), { title: "Blast radius of uncommitted changes" }),
      button("Modules", () => host.postMessage({ type: "subject", is: "modules" }), { title: "All modules of the folder" }),
    ],
  });
  (window as unknown as { graphView: GraphView }).graphView = view;
}

/** Above the graph, where there is one. */
function tell(text: string, isError: boolean): void {
  const notice = document.querySelector<HTMLElement>(".notice");
  if (!view) told.textContent = text || "Loading the graph…";
  else if (notice) {
    notice.textContent = text;
    notice.hidden = !text;
    notice.classList.toggle("error", isError);
  }
}

// The editor changes its theme by classes and variables.
new MutationObserver(() => view?.themeChanged()).observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
