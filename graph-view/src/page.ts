// The exported page: the graph lies in the page itself.
import type { Payload } from "./payload";
import { GraphView } from "./view";

const data = document.getElementById("graph")?.textContent ?? "";
const root = document.getElementById("view");
if (root) {
  const view = new GraphView(root, JSON.parse(data) as Payload, { hash: true });
  (window as unknown as { graphView: GraphView }).graphView = view;
}
