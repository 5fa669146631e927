/** What the Blast Radius view is about. */

export type Subject =
  | { readonly is: "workingTree" }
  | { readonly is: "commits"; readonly root: string; readonly base: string; readonly head: string }
  | {
      readonly is: "symbol";
      readonly root: string;
      /** As the server reads it: a symbol's id, or a document and a position in it. */
      readonly about: Readonly<Record<string, unknown>>;
      readonly name: string;
    };

export const WORKING_TREE: Subject = { is: "workingTree" };

/** The arguments of the server's questions; undefined for a folder that the subject is not in. */
export function aboutOf(subject: Subject, root: string): Readonly<Record<string, unknown>> | undefined {
  if (subject.is === "workingTree") {
    return { workingTree: true };
  }
  if (subject.root !== root) {
    return undefined;
  }
  return subject.is === "commits" ? { base: subject.base, head: subject.head } : subject.about;
}

export function subjectWords(subject: Subject): string {
  switch (subject.is) {
    case "workingTree":
      return "uncommitted changes";
    case "commits":
      return `${subject.base}..${subject.head}`;
    case "symbol":
      return subject.name;
  }
}
