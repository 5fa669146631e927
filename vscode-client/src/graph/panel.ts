/** The panel with the interactive graph. The server says what is in it; this passes it on, and asks again when the index has changed. */

import { randomBytes } from "node:crypto";
import { CancellationTokenSource, Range, Uri, ViewColumn, window, workspace, type Disposable, type WebviewPanel } from "vscode";

import type { FromPage, Kept, ToPage } from "../../../graph-view/src/messages";
import type { Payload } from "../../../graph-view/src/payload";
import { folders } from "../asked";
import type { Connection } from "../connection";
import { answers, indexWords } from "../status";
import { pageOf } from "./page";

export const VIEW_TYPE = "blastlens.graph";
const COMMAND = "blastlens.graph";
/** Milliseconds after a change of the index: lenses and views come first. */
const PAUSE = 400;

export class GraphPanel implements Disposable {
  private readonly listening: Disposable[];
  private payload: Payload | undefined;
  private generation = -1;
  private isNew = true;
  private isReady = false;
  private timer: NodeJS.Timeout | undefined;
  private running: CancellationTokenSource | undefined;

  constructor(
    private readonly panel: WebviewPanel,
    extension: Uri,
    private readonly server: Connection,
    private kept: Kept,
    onClosed: () => void,
  ) {
    const dist = Uri.joinPath(extension, "vscode-client/dist");
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.iconPath = Uri.joinPath(extension, "vscode-client/media/icon.png");
    const file = (name: string): string => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
    this.listening = [
      webview.onDidReceiveMessage((message: FromPage) => void this.told(message)),
      panel.onDidChangeViewState(() => this.look()),
      server.onStatus(({ root }) => root === this.kept.root && this.look()),
      server.onCondition(() => this.look()),
      panel.onDidDispose(() => {
        this.dispose();
        onClosed();
      }),
    ];
    this.isNew = kept.view === undefined;
    webview.html = pageOf({ nonce: randomBytes(18).toString("base64url"), source: webview.cspSource, script: file("graph.js"), style: file("graph.css") });
  }

  get root(): string {
    return this.kept.root;
  }

  /** Shows something else. */
  show(kept: Kept): void {
    this.kept = kept;
    this.isNew = true;
    this.payload = undefined;
    this.generation = -1;
    this.panel.reveal(undefined, false);
    this.look(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.running?.cancel();
    this.listening.forEach((one) => one.dispose());
  }

  /** Asks where the graph is not that of the index, and somebody sees it. */
  private look(pause = PAUSE): void {
    if (!this.isReady || !this.panel.visible) {
      return;
    }
    const index = this.server.indexOf(this.kept.root);
    if (!answers(index)) {
      const isOpen = folders().some(({ uri }) => uri.toString() === this.kept.root);
      const why = !isOpen ? "the folder is not open" : index === undefined ? "the server is starting" : indexWords(index);
      this.post({ type: "told", text: `No graph yet: ${why}.`, isError: !isOpen || index?.state === "failed" });
    } else if (index !== undefined && index.generation !== this.generation) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask(index.generation), this.payload === undefined ? 0 : pause);
    }
  }

  private async ask(generation: number): Promise<void> {
    this.running?.cancel();
    const running = new CancellationTokenSource();
    this.running = running;
    const { root, about, beside, most } = this.kept;
    if (this.payload === undefined) {
      this.post({ type: "told", text: "Asking for the graph…", isError: false });
    }
    try {
      const answer = await this.server.ask(COMMAND, [{ ...about, root, beside, maxNodes: most }], running.token);
      if (running.token.isCancellationRequested) {
        return;
      }
      const graph = answer?.["graph"] as Payload | undefined;
      if (graph === undefined) {
        this.post({ type: "told", text: `No graph yet: ${answer?.reason ?? "the server gave none"}.`, isError: false });
        return;
      }
      this.generation = generation;
      this.take(answer?.reason == null ? graph : { ...graph, reason: answer.reason });
    } catch (error) {
      if (!running.token.isCancellationRequested) {
        this.generation = generation;
        this.post({ type: "told", text: error instanceof Error ? error.message : String(error), isError: true });
      }
    }
  }

  private take(graph: Payload): void {
    this.payload = graph;
    const [only, ...others] = graph.start.radius;
    if (this.kept.about["position"] !== undefined && only !== undefined && others.length === 0) {
      // A position means something else after the next edit; the symbol stays what it is.
      const { nodes, files } = graph;
      const symbol = `${files[nodes.file[only] ?? 0] ?? ""}::${nodes.qualname[only] ?? ""}${nodes.mark[only] ?? ""}`;
      this.kept = { ...this.kept, about: { symbol } };
    }
    this.panel.title = `Graph: ${graph.about ?? graph.project}`;
    this.send();
  }

  private send(): void {
    if (this.payload !== undefined) {
      this.post({ type: "graph", payload: this.payload, kept: this.kept, isNew: this.isNew });
      this.isNew = false;
    }
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }

  private async told(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready":
        this.isReady = true;
        this.send();
        this.look(0);
        return;
      case "open":
        return this.open(message.file, message.line);
      case "more":
        this.again({ beside: [...new Set([...this.kept.beside, message.of])] });
        return;
      case "larger":
        this.again({ most: this.kept.most * 2 });
        return;
      case "subject":
        this.show({ root: this.kept.root, about: message.is === "changes" ? { workingTree: true } : {}, beside: [], most: mostNodes() });
        return;
      case "save":
        return save(Uri.parse(this.kept.root), message.name, message.content);
    }
  }

  private again(part: Partial<Kept>): void {
    this.kept = { ...this.kept, ...part };
    this.generation = -1;
    this.look(0);
  }

  private async open(file: string, line: number): Promise<void> {
    if (file.startsWith("/") || file.split("/").includes("..")) {
      return;
    }
    const row = Math.max(line - 1, 0);
    // The graph stays in sight.
    const column = this.panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    try {
      await window.showTextDocument(Uri.joinPath(Uri.parse(this.kept.root), file), { selection: new Range(row, 0, row, 0), viewColumn: column });
    } catch {
      void window.showWarningMessage(`Blastlens: ${file} cannot be opened; it may have been removed since the graph was drawn.`);
    }
  }
}

async function save(root: Uri, name: string, content: Uint8Array): Promise<void> {
  const format = name.endsWith(".svg") ? "svg" : "png";
  const target = await window.showSaveDialog({ defaultUri: Uri.joinPath(root, name), filters: { [format.toUpperCase()]: [format] } });
  if (target !== undefined) {
    await workspace.fs.writeFile(target, content);
  }
}

/** The user's setting. */
export function mostNodes(): number {
  return workspace.getConfiguration("blastlens").get("graph.maxNodes", 2000);
}
