// What the view shows, as far as a link to it keeps it.

export interface State {
  confidence: number;
  kinds: Set<string>;
  tests: boolean;
  path: string; // part of the paths of what is shown
  expanded: Set<string>;
  chosen: string | undefined; // id of an item
  radius: string | undefined; // id of the item whose change is shown, or START
}

/** In place of an item: the change that the graph was asked for. */
export const START = "start";

const MOST_EXPANDED = 150;

/** The part of a URL after `#`. What is as at the start is left out. */
export function toHash(state: State, start: State): string {
  const said = new URLSearchParams();
  if (state.chosen) said.set("select", state.chosen);
  if (state.radius !== start.radius) said.set("radius", state.radius ?? "");
  if (state.confidence !== start.confidence) said.set("confidence", String(state.confidence));
  if (!isSame(state.kinds, start.kinds)) said.set("kinds", [...state.kinds].join(","));
  if (state.tests !== start.tests) said.set("tests", state.tests ? "1" : "0");
  if (state.path !== start.path) said.set("path", state.path);
  if (!isSame(state.expanded, start.expanded) && state.expanded.size <= MOST_EXPANDED) {
    said.set("expanded", JSON.stringify([...state.expanded].sort()));
  }
  return said.toString();
}

/** The state that a hash tells; what it does not tell, or tells badly, is as at the start. */
export function fromHash(hash: string, start: State): State {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const confidence = Number(said.get("confidence") ?? NaN);
  const kinds = said.get("kinds");
  return {
    confidence: confidence >= 0 && confidence <= 1 ? confidence : start.confidence,
    kinds: kinds === null ? new Set(start.kinds) : new Set(kinds.split(",").filter(Boolean)),
    tests: said.has("tests") ? said.get("tests") === "1" : start.tests,
    path: said.get("path") ?? start.path,
    expanded: new Set(idsIn(said.get("expanded")) ?? start.expanded),
    chosen: said.get("select") ?? start.chosen,
    radius: said.has("radius") ? said.get("radius") || undefined : start.radius,
  };
}

function idsIn(text: string | null): string[] | undefined {
  try {
    const read: unknown = JSON.parse(text ?? "null");
    return Array.isArray(read) ? read.filter((one): one is string => typeof one === "string") : undefined;
  } catch {
    return undefined;
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

export function copied(state: State): State {
  return { ...state, kinds: new Set(state.kinds), expanded: new Set(state.expanded) };
}
