// Colours and shapes of the drawing, in both themes.
import type cytoscape from "cytoscape";

export interface Theme {
  readonly text: string;
  readonly soft: string;
  readonly halo: string;
  readonly box: string;
  readonly group: string;
  readonly line: string;
  readonly frame: string;
  readonly frameFill: string;
  readonly chosen: string;
  readonly out: string;
  readonly in: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly hops: readonly string[];
  readonly hopTexts: readonly string[];
}

const LIGHT: Theme = {
  text: "#1c2733",
  soft: "#52606d",
  halo: "#fbfcfd",
  box: "#ffffff",
  group: "#e6ecf3",
  line: "#9aa7b4",
  frame: "#c3ccd6",
  frameFill: "#eef2f6",
  chosen: "#111827",
  out: "#2563eb",
  in: "#c2410c",
  kinds: {
    folder: "#64748b",
    file: "#475569",
    module: "#475569",
    class: "#7c3aed",
    interface: "#a855f7",
    function: "#2563eb",
    method: "#0891b2",
    test: "#15803d",
    fixture: "#65a30d",
  },
  hops: ["#b91c1c", "#f97316", "#fbbf24", "#fcd96f", "#fdeeb5"],
  hopTexts: ["#ffffff", "#1c1206", "#1c1206", "#1c1206", "#1c1206"],
};

const DARK: Theme = {
  text: "#e6edf3",
  soft: "#a3b1bf",
  halo: "#0f141a",
  box: "#1a232d",
  group: "#263341",
  line: "#4b5866",
  frame: "#364350",
  frameFill: "#17202a",
  chosen: "#ffffff",
  out: "#60a5fa",
  in: "#fb923c",
  kinds: {
    folder: "#94a3b8",
    file: "#a8b5c5",
    module: "#a8b5c5",
    class: "#a78bfa",
    interface: "#c4b5fd",
    function: "#60a5fa",
    method: "#22d3ee",
    test: "#4ade80",
    fixture: "#a3e635",
  },
  hops: ["#dc2626", "#f97316", "#fbbf24", "#c49a2c", "#6f5a22"],
  hopTexts: ["#ffffff", "#1c1206", "#1c1206", "#1c1206", "#ffffff"],
};

export function themeOf(dark: boolean): Theme {
  return dark ? DARK : LIGHT;
}

export const KIND_NAMES: readonly (readonly [string, string])[] = [
  ["folder", "folder"],
  ["file", "file"],
  ["class", "class"],
  ["interface", "interface"],
  ["function", "function"],
  ["method", "method"],
  ["test", "test"],
  ["fixture", "fixture"],
];

export function stylesheet(theme: Theme): cytoscape.StylesheetJson {
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        color: theme.text,
        "font-family": "system-ui, sans-serif",
        "font-size": "data(font)",
        "min-zoomed-font-size": 4,
        "text-valign": "center",
        shape: "round-rectangle",
        "background-color": theme.box,
        "border-width": 1.5,
        "border-color": "data(colour)",
        width: "data(width)",
        height: "data(height)",
      },
    },
    { selector: "node[?more]", style: { "font-weight": 600, "background-color": theme.group } },
    { selector: "node[kind = 'class'], node[kind = 'interface']", style: { shape: "cut-rectangle" } },
    { selector: "node[kind = 'test'], node[kind = 'fixture']", style: { "border-style": "double", "border-width": 3 } },
    {
      selector: ":parent",
      style: {
        shape: "round-rectangle",
        "background-color": theme.frameFill,
        "background-opacity": 0.55,
        "border-width": 1,
        "border-style": "solid",
        "border-color": theme.frame,
        color: theme.soft,
        "font-size": 12,
        "text-valign": "top",
        "text-margin-y": -3,
        "text-background-color": theme.halo,
        "text-background-opacity": 0.8,
        "text-background-padding": "1px",
        padding: "14px",
      },
    },
    { selector: ":parent[kind = 'file']", style: { "border-color": theme.kinds["file"] ?? theme.frame, "background-opacity": 0.8 } },
    {
      selector: "edge",
      style: {
        width: "data(width)",
        opacity: 0.4,
        "line-color": theme.line,
        "target-arrow-color": theme.line,
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.7,
        "curve-style": "straight",
      },
    },
    { selector: "edge[?doubtful]", style: { "line-style": "dashed" } },
    { selector: "edge[?inherits]", style: { "target-arrow-shape": "triangle-tee" } },
    { selector: "edge.many", style: { "curve-style": "haystack", opacity: 0.25 } },
    { selector: "edge.out", style: { "line-color": theme.out, "target-arrow-color": theme.out, opacity: 1, "z-index": 10 } },
    { selector: "edge.in", style: { "line-color": theme.in, "target-arrow-color": theme.in, opacity: 1, "z-index": 10 } },
    { selector: "node.hop", style: { "background-color": "data(hopColour)", "background-opacity": 1, color: "data(hopText)" } },
    { selector: ":parent.hop", style: { "background-opacity": 0.18, "border-color": "data(hopColour)", "border-width": 2, color: theme.text } },
    { selector: "node.away", style: { opacity: 0.25 } },
    { selector: ":parent.away", style: { opacity: 1, "background-opacity": 0.2 } },
    { selector: "edge.away", style: { opacity: 0.08 } },
    { selector: "edge.way", style: { "line-color": theme.hops[1] ?? theme.line, "target-arrow-color": theme.hops[1] ?? theme.line, opacity: 0.6 } },
    { selector: "node.chosen", style: { "border-width": 3, "border-style": "solid", "border-color": theme.chosen, opacity: 1 } },
    { selector: "node:active, edge:active", style: { "overlay-opacity": 0.08 } },
  ] as cytoscape.StylesheetJson;
}
