/** The server's commands, and how each answer is shown. */

export interface Question {
  readonly command: string;
  /** Heads the view of the answer. */
  readonly title: string;
  /** Said when the answer is complete and has no row. */
  readonly empty: string;
  /** "view": the Blast Radius view shows it. */
  readonly shownAs: "references" | "list" | "facts" | "view";
  /** Further lists of the answer, by its key, with their heads; they are shown in place of the results. */
  readonly groups?: Readonly<Record<string, string>>;
}

/** A command of this extension alone: a question with a subject of its own. */
export interface Variant {
  readonly command: string;
  readonly question: Question;
  readonly about: Readonly<Record<string, unknown>>;
}

const BLAST_RADIUS: Question = {
  command: "blastlens.blastRadius",
  title: "Blast radius",
  empty: "nothing depends on it",
  shownAs: "view",
};

export const QUESTIONS: readonly Question[] = [
  BLAST_RADIUS,
  { command: "blastlens.callers", title: "Callers", empty: "no callers", shownAs: "references" },
  { command: "blastlens.callersTransitive", title: "Transitive callers", empty: "no callers", shownAs: "list" },
  {
    command: "blastlens.explainSymbol",
    title: "What is known of it",
    empty: "no callers and no tests",
    shownAs: "list",
    groups: { results: "callers, the riskiest first", tests: "tests" },
  },
  { command: "blastlens.dependents", title: "Files that import this one", empty: "no dependents", shownAs: "list" },
  { command: "blastlens.imports", title: "Files that this one imports", empty: "it imports no file", shownAs: "list" },
  {
    command: "blastlens.affectedTests",
    title: "Tests to run",
    empty: "no test reaches what changed",
    shownAs: "list",
  },
  {
    command: "blastlens.notUpdated",
    title: "Callers not updated",
    empty: "every caller fits",
    shownAs: "list",
    groups: { results: "no longer fit", may_not_fit: "may not fit" },
  },
  {
    command: "blastlens.untestedCallers",
    title: "Callers no test reaches",
    empty: "no caller is untested",
    shownAs: "references",
  },
  { command: "blastlens.untested", title: "Functions no test reaches", empty: "none untested", shownAs: "list" },
  { command: "blastlens.cycles", title: "Import cycles", empty: "no import cycles", shownAs: "list" },
  { command: "blastlens.deadCode", title: "Dead code", empty: "no dead code", shownAs: "list" },
  { command: "blastlens.hubs", title: "Hubs", empty: "no hubs", shownAs: "list" },
  { command: "blastlens.bridges", title: "Bridges", empty: "no bridges", shownAs: "list" },
  { command: "blastlens.communities", title: "Communities", empty: "no communities", shownAs: "list" },
  { command: "blastlens.flows", title: "Flows from entry points", empty: "no entry points", shownAs: "list" },
  {
    command: "blastlens.coverage",
    title: "What the graph cannot see",
    empty: "nowhere does the text hide what runs",
    shownAs: "list",
  },
  { command: "blastlens.indexStatus", title: "Index", empty: "no index", shownAs: "facts" },
  { command: "blastlens.reindex", title: "Index", empty: "the index was built again", shownAs: "facts" },
];

export const VARIANTS: readonly Variant[] = [
  {
    command: "blastlens.blastRadiusOfChanges",
    question: { ...BLAST_RADIUS, title: "Blast radius of uncommitted changes", empty: "nothing depends on what changed" },
    about: { workingTree: true },
  },
  {
    command: "blastlens.affectedTestsOfChanges",
    question: {
      command: "blastlens.affectedTests",
      title: "Tests to run for uncommitted changes",
      empty: "no test reaches what changed",
      shownAs: "list",
    },
    about: { workingTree: true },
  },
];
