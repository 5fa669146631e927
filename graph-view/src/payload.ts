// What an export puts into the page, and the server sends to a panel: columns, because tens of thousands of objects would be several
// times as long.

export interface Payload {
  readonly project: string;
  readonly complete: boolean;
  readonly reason: string | null;
  /** What is shown, in words; without it the whole project. */
  readonly about?: string;
  /** What the sender left out to keep it small. */
  readonly omitted?: { readonly nodes: number; readonly links: number };
  readonly nodeKinds: readonly string[];
  readonly linkKinds: readonly string[];
  readonly bases: readonly string[];
  readonly files: readonly string[];
  readonly nodes: {
    readonly qualname: readonly string[];
    readonly kind: readonly number[];
    readonly file: readonly number[];
    readonly line: readonly number[];
    readonly parent: readonly number[]; // -1: none
    readonly test: readonly number[]; // 0 or 1
    readonly cognitive: readonly number[];
    readonly mark: readonly string[]; // "@LINE" or "#2", where the name alone does not tell it from others
    readonly symbols?: readonly number[]; // how many symbols it stands for; without it one each
    readonly hops?: readonly number[]; // of the blast radius at the start; -1: not in it
    readonly reached?: readonly number[]; // confidence of the best path of that radius, in ten-thousandths
  };
  readonly links: {
    readonly source: readonly number[];
    readonly target: readonly number[];
    readonly kind: readonly number[];
    readonly confidence: readonly number[]; // ten-thousandths
    readonly basis: readonly number[];
    readonly line: readonly number[]; // the first, 0: none
    readonly impact: readonly number[]; // ten-thousandths, 0: a change of the target does not reach the source by it
  };
  readonly start: { readonly radius: readonly number[]; readonly focus: readonly number[] };
}

export const SCALE = 10_000;

/** The graph of a payload, with what is asked of it again and again. */
export class Graph {
  readonly count: number;
  private incomingOf: number[][] | undefined;
  private outgoingOf: number[][] | undefined;

  constructor(readonly data: Payload) {
    this.count = data.nodes.qualname.length;
  }

  kind(node: number): string {
    return this.data.nodeKinds[this.data.nodes.kind[node] ?? 0] ?? "";
  }

  isTest(node: number): boolean {
    return this.data.nodes.test[node] === 1;
  }

  file(node: number): string {
    return this.data.files[this.data.nodes.file[node] ?? 0] ?? "";
  }

  line(node: number): number {
    return this.data.nodes.line[node] ?? 1;
  }

  /** The last part of the name; of top-level code the file's. */
  name(node: number): string {
    if (this.kind(node) === "module") return baseOf(this.file(node));
    const qualname = this.data.nodes.qualname[node] ?? "";
    return qualname.slice(qualname.lastIndexOf(".") + 1) || qualname;
  }

  /** The whole name, told from others of that name in its file. */
  qualname(node: number): string {
    if (this.kind(node) === "module") return baseOf(this.file(node));
    return `${this.data.nodes.qualname[node] ?? ""}${this.data.nodes.mark[node] ?? ""}`;
  }

  /** As commands take it. */
  symbol(node: number): string {
    return `${this.file(node)}::${this.data.nodes.qualname[node] ?? ""}${this.data.nodes.mark[node] ?? ""}`;
  }

  /** How many symbols it stands for. */
  symbols(node: number): number {
    return this.data.nodes.symbols?.[node] ?? 1;
  }

  /** Links by their target. */
  incoming(node: number): readonly number[] {
    this.incomingOf ??= grouped(this.data.links.target, this.count);
    return this.incomingOf[node] ?? [];
  }

  outgoing(node: number): readonly number[] {
    this.outgoingOf ??= grouped(this.data.links.source, this.count);
    return this.outgoingOf[node] ?? [];
  }
}

function grouped(ends: readonly number[], count: number): number[][] {
  const found: number[][] = Array.from({ length: count }, () => []);
  ends.forEach((end, link) => found[end]?.push(link));
  return found;
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
