/** The blast radius of a change as a tree: by how far things are from the change, or by their files. */

import { nameOf, rowsAt, remarksOn, type Answer, type Row } from "../answer";
import { escaped, fileOf, iconOf, plural, shortName, spotOf, treeOf, type Node, type Tree } from "./node";

export type Grouping = "hop" | "file";

interface Group {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly tint?: "warning" | "error";
  readonly open: boolean;
}

/** What most needs a look stands first; long lists are closed. */
const GROUPS: readonly Group[] = [
  { key: "changed", label: "Changed", icon: "edit", open: true },
  { key: "not_updated", label: "Calls that no longer fit", icon: "error", tint: "error", open: true },
  { key: "untested", label: "No test found", icon: "warning", tint: "warning", open: true },
  { key: "direct", label: "Direct callers", icon: "call-incoming", open: true },
  { key: "transitive", label: "Indirect callers", icon: "type-hierarchy-sub", open: false },
  { key: "subtypes", label: "Subclasses and implementers", icon: "type-hierarchy", open: false },
  { key: "referenced_by", label: "Named by", icon: "references", open: false },
  { key: "tests", label: "Tests to run", icon: "beaker", open: false },
  { key: "may_not_fit", label: "Calls that may not fit", icon: "question", open: false },
  { key: "unknown", label: "Not known whether a test reaches it", icon: "question", open: false },
  { key: "possible", label: "Possible callers, below the threshold", icon: "question", open: false },
];

/** What is affected, changed code itself aside: each once, however many ways lead to it. */
export function affected(answer: Answer): ReadonlySet<string> {
  const changed = new Set(rowsAt(answer, "changed").map(keyOf));
  const reached = ["direct", "transitive", "subtypes"].flatMap((key) => rowsAt(answer, key)).map(keyOf);
  return new Set(reached.filter((symbol) => !changed.has(symbol)));
}

export function radiusTree(answer: Answer, grouping: Grouping): Tree {
  const nodes = grouping === "file" ? byFile(answer) : byHop(answer);
  const complete = answer.complete;
  return treeOf(nodes, affected(answer).size, complete, remarksOn(answer));
}

/** "2 changed, 6 affected, 2 untested": the view in a line. */
export function radiusSummary(answer: Answer): string {
  const counts = {
    changed: rowsAt(answer, "changed").length,
    affected: affected(answer).size,
    untested: rowsAt(answer, "untested").length,
  };
  if (counts.changed === 0) {
    return "";
  }
  const parts = [`${counts.changed} changed`, ...(counts.affected > 0 ? [`${counts.affected} affected`] : [])];
  return [...parts, ...(counts.untested > 0 ? [`${counts.untested} untested`] : [])].join(", ");
}

function byHop(answer: Answer): Node[] {
  return GROUPS.flatMap((group) => {
    const rows = rowsAt(answer, group.key);
    if (rows.length === 0) {
      return [];
    }
    return [
      {
        id: group.key,
        label: group.label,
        description: rows.length.toLocaleString("en-US"),
        icon: group.icon,
        ...(group.tint === undefined ? {} : { tint: group.tint }),
        open: group.open,
        children: distinct(rows.map((row) => rowNode(row, group.key, placed(row)))),
      },
    ];
  });
}

/** A row can stand in a list twice, for two of its calls. */
function distinct(nodes: readonly Node[]): Node[] {
  const seen = new Map<string, number>();
  return nodes.map((node) => {
    const before = seen.get(node.id) ?? 0;
    seen.set(node.id, before + 1);
    return before === 0 ? node : { ...node, id: `${node.id}+${before}` };
  });
}

function placed(row: Row): string {
  return [`${fileOf(row)}${row.line === undefined ? "" : `:${row.line}`}`, ...marksOf(row)].join(" · ");
}

/** What is not as it should be, or not sure; nothing else, so that it is seen. */
function marksOf(row: Row): string[] {
  const marks: string[] = [];
  if (Array.isArray(row["changes"])) {
    marks.push(row["changes"].join(", "));
  }
  if (row["tier"] !== undefined && row["tier"] !== "EXTRACTED" && row.confidence !== undefined) {
    marks.push(`inferred ${row.confidence.toFixed(2)}`);
  }
  return marks;
}

function rowNode(row: Row, group: string, description: string): Node {
  return {
    id: `${group}/${keyOf(row)}`,
    label: row.symbol === undefined ? nameOf(row) : shortName(row.symbol),
    description,
    tooltip: tooltipOf(row),
    icon: iconOf(row),
    spot: spotOf(row),
    ...(row.symbol === undefined ? {} : { symbol: row.symbol }),
    children: [],
  };
}

function keyOf(row: Row): string {
  return row.symbol ?? `${fileOf(row)}:${row.line ?? ""}`;
}

// -- by file

/** What stands in a file, and as what it is there. */
interface Standing {
  readonly row: Row;
  readonly role: string;
  readonly rank: number;
}

const ROLES: readonly (readonly [string, (row: Row) => string])[] = [
  ["changed", (row) => ["changed", ...(Array.isArray(row["changes"]) ? [`(${row["changes"].join(", ")})`] : [])].join(" ")],
  ["direct", () => "calls it"],
  ["transitive", (row) => plural(Number(row["hops"] ?? 2), "hop")],
  ["subtypes", () => "derived"],
  ["tests", () => "test"],
];

function byFile(answer: Answer): Node[] {
  const untested = new Set(rowsAt(answer, "untested").map(keyOf));
  const files = new Map<string, Map<string, Standing>>();
  ROLES.forEach(([key, role], rank) => {
    for (const row of rowsAt(answer, key)) {
      const inside = files.get(fileOf(row)) ?? new Map<string, Standing>();
      files.set(fileOf(row), inside);
      if (!inside.has(keyOf(row))) {
        inside.set(keyOf(row), { row, role: role(row), rank });
      }
    }
  });
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([file, inside]) => fileNode(file, inside, untested));
}

function fileNode(file: string, inside: ReadonlyMap<string, Standing>, untested: ReadonlySet<string>): Node {
  const standing = [...inside.values()].sort((one, other) => (one.row.line ?? 0) - (other.row.line ?? 0));
  const bare = [...inside.keys()].filter((key) => untested.has(key)).length;
  return {
    id: `file/${file}`,
    label: file,
    description: [String(standing.length), ...(bare > 0 ? [`${bare} untested`] : [])].join(" · "),
    icon: "file",
    open: true,
    spot: { file, line: standing[0]?.row.line ?? 1, name: "" },
    children: standing.map(({ row, role }) => {
      const marks = [role, ...(untested.has(keyOf(row)) ? ["no test found"] : []), ...marksOf({ ...row, changes: undefined })];
      const node = rowNode(row, "file", marks.join(" · "));
      return untested.has(keyOf(row)) ? { ...node, tint: "warning" as const } : node;
    }),
  };
}

// -- details

function tooltipOf(row: Row): string {
  const lines = [`**${escaped(row.symbol ?? placed(row))}**`];
  const path = row["path"];
  if (Array.isArray(path) && path.length > 1) {
    lines.push(path.map((one) => escaped(shortName(String(one)))).join(" → "));
  }
  const why = [row["why"], row["reason"]].filter((one): one is string => typeof one === "string" && one !== "");
  lines.push(...why.map(escaped));
  const facts = [
    ...(row.confidence === undefined ? [] : [`confidence ${row.confidence.toFixed(2)}`]),
    ...(typeof row["risk"] === "number" ? [`risk ${row["risk"].toFixed(2)}`] : []),
    ...riskParts(row),
  ];
  if (facts.length > 0) {
    lines.push(escaped(facts.join(" · ")));
  }
  return lines.join("\n\n");
}

function riskParts(row: Row): string[] {
  const parts = row["risk_parts"];
  if (typeof parts !== "object" || parts === null) {
    return [];
  }
  const { tests, complexity, dependents } = parts as Record<string, unknown>;
  return [
    ...(typeof tests === "string" ? [`tests: ${tests.toLowerCase()}`] : []),
    ...(typeof complexity === "number" && complexity > 0 ? [`complexity ${complexity}`] : []),
    ...(typeof dependents === "number" && dependents > 0 ? [plural(dependents, "dependent")] : []),
  ];
}

/** Files to mark in the explorer: those with affected code, and of these the ones with code that no test reaches. */
export interface Marked {
  readonly affected: number;
  readonly untested: number;
}

export function markedFiles(answer: Answer): ReadonlyMap<string, Marked> {
  const reached = affected(answer);
  const bare = new Set(rowsAt(answer, "untested").map(keyOf));
  const marked = new Map<string, { affected: Set<string>; untested: Set<string> }>();
  for (const key of ["direct", "transitive", "subtypes", "untested"]) {
    for (const row of rowsAt(answer, key)) {
      const one = marked.get(fileOf(row)) ?? { affected: new Set<string>(), untested: new Set<string>() };
      marked.set(fileOf(row), one);
      if (reached.has(keyOf(row))) {
        one.affected.add(keyOf(row));
      }
      if (bare.has(keyOf(row))) {
        one.untested.add(keyOf(row));
      }
    }
  }
  const counted = [...marked].map(([file, one]) => [file, { affected: one.affected.size, untested: one.untested.size }] as const);
  return new Map(counted.filter(([, one]) => one.affected + one.untested > 0));
}
