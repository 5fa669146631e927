/** Keeps the answers to one question, a folder each, and asks again when an index has changed; never while somebody types. */

import { CancellationTokenSource, Disposable, EventEmitter, workspace, type Uri, type WorkspaceFolder } from "vscode";

import type { Answer } from "./answer";
import type { Connection } from "./connection";
import { answers } from "./status";

/** Milliseconds after a change of an index: lenses and diagnostics of a save come first. */
const PAUSE = 250;

/** What is known of one folder: its answer, or why there is none. */
export type Known = { readonly answer: Answer } | { readonly error: string; readonly code: string };

/** The arguments to ask with about a folder; undefined where there is nothing to ask. */
export type About = (folder: WorkspaceFolder) => Readonly<Record<string, unknown>> | undefined;

export class Asked extends Disposable {
  private readonly changed = new EventEmitter<void>();
  /** Told when an answer came that may differ from the one before. */
  readonly onDidChange = this.changed.event;
  private readonly known = new Map<string, Known>();
  private readonly pending = new Set<string>();
  /** Generation of the index that each folder's question is about. */
  private readonly seen = new Map<string, number>();
  private readonly listening: Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private running: CancellationTokenSource | undefined;
  private runningFor: string | undefined;

  /** `wanted`: whether anybody looks; until then nothing is asked. */
  constructor(
    private readonly server: Connection,
    private readonly command: string,
    private readonly about: About,
    private readonly wanted: () => boolean,
  ) {
    super(() => this.close());
    this.listening = [
      server.onStatus((status) => {
        if (status.state === "closed") {
          this.forget(status.root);
        } else if (answers(status)) {
          this.outdated(status.root, status.generation);
        }
      }),
      server.onCondition(({ is }) => {
        // Answers of a server that is gone are not known to hold.
        this.seen.clear();
        if (is !== "running" && is !== "crashed" && is !== "starting") {
          this.clear();
        }
      }),
    ];
  }

  get(folder: Uri): Known | undefined {
    return this.known.get(folder.toString());
  }

  get isAsking(): boolean {
    return this.running !== undefined || (this.timer !== undefined && this.known.size === 0);
  }

  /** Somebody looks now: what is outdated is asked for. */
  poke(): void {
    if (this.wanted() && this.pending.size > 0 && this.timer === undefined && this.running === undefined) {
      this.timer = setTimeout(() => void this.run(), 0);
    }
  }

  /** Asks everything anew: the question has changed, or the user wants to. */
  askAgain(): void {
    for (const { uri } of folders()) {
      if (answers(this.server.indexOf(uri.toString()))) {
        this.pending.add(uri.toString());
      }
    }
    this.running?.cancel();
    this.poke();
  }

  /** Drops what is known, at once: it is about something else. */
  clear(): void {
    this.running?.cancel();
    this.known.clear();
    this.pending.clear();
    this.changed.fire();
  }

  private outdated(root: string, generation: number): void {
    if (this.seen.get(root) === generation) {
      return;
    }
    this.seen.set(root, generation);
    this.pending.add(root);
    if (this.runningFor === root) {
      this.running?.cancel();
    }
    if (this.wanted() && this.running === undefined) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.run(), PAUSE);
    }
  }

  private forget(root: string): void {
    this.pending.delete(root);
    this.seen.delete(root);
    if (this.known.delete(root)) {
      this.changed.fire();
    }
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    for (const folder of folders()) {
      const root = folder.uri.toString();
      if (!this.pending.delete(root) || !answers(this.server.indexOf(root))) {
        continue;
      }
      const about = this.about(folder);
      if (about === undefined) {
        this.known.delete(root);
        this.changed.fire();
        continue;
      }
      await this.askAbout(root, about);
    }
    // What changed while the last answers were on their way.
    if (this.pending.size > 0 && this.wanted()) {
      this.timer ??= setTimeout(() => void this.run(), PAUSE);
    }
  }

  private async askAbout(root: string, about: Readonly<Record<string, unknown>>): Promise<void> {
    const running = new CancellationTokenSource();
    this.running = running;
    this.runningFor = root;
    this.changed.fire();
    let found: Known | undefined;
    try {
      const answer = await this.server.ask(this.command, [{ root, ...about }], running.token);
      found = answer === undefined ? undefined : { answer };
    } catch (error) {
      found = { error: error instanceof Error ? error.message : String(error), code: codeOf(error) };
    }
    this.running = undefined;
    this.runningFor = undefined;
    if (!running.token.isCancellationRequested && found !== undefined) {
      this.known.set(root, found);
    }
    running.dispose();
    this.changed.fire();
  }

  private close(): void {
    clearTimeout(this.timer);
    this.running?.cancel();
    this.changed.dispose();
    this.listening.forEach((one) => one.dispose());
  }
}

/** The server's word for what went wrong; "" where it gave none. */
function codeOf(error: unknown): string {
  const data: unknown = error instanceof Error && "data" in error ? error.data : undefined;
  const code: unknown = typeof data === "object" && data !== null && "code" in data ? data.code : undefined;
  return typeof code === "string" ? code : "";
}

/** The folders that the server can read. */
export function folders(): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}
