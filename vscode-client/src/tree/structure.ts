/** Cycles, dead code, hubs and communities as trees. */

import { remarksOn, rowsAt, type Answer, type Row } from "../answer";
import { escaped, fileOf, iconOf, plural, shortName, spotOf, treeOf, type Node, type Tree } from "./node";

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly timing?: string;
  readonly uses?: number;
}

function edgesAt(value: unknown): readonly Edge[] {
  return Array.isArray(value) ? (value as Edge[]) : [];
}

export function cyclesTree(answer: Answer): Tree {
  const nodes = answer.results.map((row, index) => cycleNode(row, index));
  return treeOf(nodes, nodes.length, answer.complete, remarksOn(answer));
}

function cycleNode(row: Row, index: number): Node {
  const members = row.members ?? [];
  const id = `cycle/${[...members].sort().join("|")}/${index}`;
  const cheapest = (row["cheapest"] as { readonly edges?: unknown; readonly uses?: number } | undefined) ?? {};
  const breaking = edgesAt(cheapest.edges);
  return {
    id,
    label: members.length > 3 ? `${members.slice(0, 3).map(base).join(" → ")} …` : members.map(base).join(" → "),
    description: plural(members.length, "file"),
    tooltip: members.map((one) => escaped(one)).join("\n\n"),
    icon: "sync",
    tint: "warning",
    spot: spotOf(row),
    open: answerIsSmall(members),
    children: [
      ...edgesAt(row["shortest"]).map((edge, at) => edgeNode(edge, `${id}/${at}`, "arrow-right", "")),
      ...breaking.map((edge, at) => ({
        ...edgeNode(edge, `${id}/cut/${at}`, "debug-disconnect", "cheapest cut"),
        tint: "passed" as const,
      })),
    ],
  };
}

function answerIsSmall(members: readonly string[]): boolean {
  return members.length <= 6;
}

function edgeNode(edge: Edge, id: string, icon: string, remark: string): Node {
  const timing = edge.timing === undefined || edge.timing === "load_time" ? [] : [edge.timing.replaceAll("_", " ")];
  const uses = edge.uses === undefined ? [] : [plural(edge.uses, "use")];
  const cut = remark !== "";
  return {
    id,
    label: `${base(edge.from)} → ${base(edge.to)}`,
    description: [remark, ...(cut ? [] : [`line ${edge.line}`]), ...timing, ...uses].filter((one) => one !== "").join(" · "),
    tooltip: `${escaped(edge.from)} imports ${escaped(edge.to)}`,
    icon,
    spot: { file: edge.from.split("::")[0] ?? edge.from, line: edge.line, name: "" },
    children: [],
  };
}

function base(path: string): string {
  return path.includes("::") ? shortName(path) : (path.split("/").at(-1) ?? path);
}

/** By islands: what can be deleted together. An island of one is the thing itself. */
export function deadCodeTree(answer: Answer): Tree {
  const rows = new Map(answer.results.map((row) => [row.symbol ?? "", row]));
  const islands = rowsAt(answer, "islands");
  const nodes = islands.length > 0 ? islands.map((island) => islandNode(island, rows)) : answer.results.map(deadNode);
  return treeOf(nodes, answer.results.length, answer.complete, remarksOn(answer));
}

function islandNode(island: Row, rows: ReadonlyMap<string, Row>): Node {
  const members = island.members ?? [];
  const own = island.symbol === undefined ? undefined : rows.get(island.symbol);
  if (members.length <= 1) {
    return deadNode(own ?? island);
  }
  return {
    ...deadNode({ ...(own ?? island), lines: island["lines"] }),
    id: `island/${island.symbol ?? fileOf(island)}`,
    description: `${plural(members.length, "definition")} · ${plural(Number(island["lines"] ?? 0), "line")}`,
    tooltip: "Nothing that runs reaches these: they can be deleted together.",
    icon: "trash",
    open: members.length <= 8,
    children: members.map((symbol) => deadNode(rows.get(symbol) ?? { symbol })),
  };
}

function deadNode(row: Row): Node {
  const lines = Number(row["lines"] ?? 0);
  const state = typeof row["state"] === "string" && row["state"] !== "dead" ? [row["state"]] : [];
  const place = `${fileOf(row)}${row.line === undefined ? "" : `:${row.line}`}`;
  return {
    id: `dead/${row.symbol ?? place}`,
    label: shortName(row.symbol ?? fileOf(row)),
    description: [place, ...(lines > 0 ? [plural(lines, "line")] : []), ...state].join(" · "),
    tooltip: [`**${escaped(row.symbol ?? place)}**`, escaped(String(row["why"] ?? ""))].join("\n\n"),
    icon: iconOf(row),
    tint: "faint",
    spot: spotOf(row),
    ...(row.symbol === undefined ? {} : { symbol: row.symbol }),
    children: [],
  };
}

export function hubsTree(answer: Answer): Tree {
  const nodes = answer.results.map((row): Node => {
    const [used, uses] = [Number(row["in"] ?? 0), Number(row["out"] ?? 0)];
    return {
      id: `hub/${row.symbol ?? fileOf(row)}`,
      label: shortName(row.symbol ?? fileOf(row)),
      description: `used by ${used}, uses ${uses} · ${fileOf(row)}${row.line === undefined ? "" : `:${row.line}`}`,
      tooltip: `**${escaped(row.symbol ?? fileOf(row))}**\n\nused by ${used} in ${plural(Number(row["files"] ?? 0), "other file")}, uses ${uses}`,
      icon: iconOf(row),
      spot: spotOf(row),
      ...(row.symbol === undefined ? {} : { symbol: row.symbol }),
      children: [],
    };
  });
  return treeOf(nodes, countOf(answer, nodes.length), answer.complete, [...remarksOn(answer), ...cutOff(answer, nodes.length)]);
}

/** Communities with their members, and below them the uses between communities that surprise. */
export function communitiesTree(answer: Answer): Tree {
  const nodes = answer.results.map(communityNode);
  const couplings = edgesAt(answer["couplings"]);
  const surprises: Node[] =
    couplings.length === 0
      ? []
      : [
          {
            id: "couplings",
            label: "Surprising uses between communities",
            description: String(couplings.length),
            icon: "link",
            children: couplings.map((edge, at) => couplingNode(edge, at)),
          },
        ];
  const remarks = [...remarksOn(answer), ...cutOff(answer, nodes.length)];
  return treeOf([...nodes, ...surprises], countOf(answer, nodes.length), answer.complete, remarks);
}

function communityNode(row: Row): Node {
  const members = row.members ?? [];
  const name = String(row["name"] ?? fileOf(row));
  const words = Array.isArray(row["words"]) && row["words"].length > 0 ? [row["words"].join(", ")] : [];
  return {
    id: `community/${name}`,
    label: name,
    description: [
      plural(Number(row["size"] ?? members.length), "member"),
      plural(Number(row["files"] ?? 1), "file"),
      ...words,
    ].join(" · "),
    tooltip: `${escaped(name)}\n\ncohesion ${escaped(Number(row["cohesion"] ?? 0).toFixed(2))}: the share of its uses that stay inside`,
    icon: "symbol-namespace",
    spot: spotOf(row),
    children: members.map((symbol, index): Node => ({
      id: `community/${name}/${symbol}/${index}`,
      label: shortName(symbol),
      description: symbol.split("::")[0] ?? symbol,
      icon: symbol.includes("::") ? (symbol.endsWith("<module>") ? "symbol-file" : "symbol-function") : "symbol-file",
      spot: { ...spotOf({ symbol, line: 1 }), line: 0 },
      ...(symbol.includes("::") ? { symbol } : {}),
      children: [],
    })),
  };
}

function couplingNode(edge: Edge, index: number): Node {
  const into = edge as unknown as { readonly of?: string; readonly into?: string };
  return {
    id: `coupling/${edge.from}/${edge.to}/${index}`,
    label: `${shortName(edge.from)} → ${shortName(edge.to)}`,
    description: [`${into.of ?? ""} → ${into.into ?? ""}`, plural(edge.uses ?? 1, "use")].join(" · "),
    tooltip: `${escaped(edge.from)} → ${escaped(edge.to)}`,
    icon: "arrow-right",
    spot: { ...spotOf({ symbol: edge.to }), file: edge.from.split("::")[0] ?? edge.from, line: edge.line },
    symbol: edge.from,
    children: [],
  };
}

function countOf(answer: Answer, shown: number): number {
  const total = answer["total"];
  return typeof total === "number" ? total : shown;
}

function cutOff(answer: Answer, shown: number): string[] {
  const total = countOf(answer, shown);
  return answer["truncated"] === true ? [`the first ${shown} of ${total.toLocaleString("en-US")}`] : [];
}
