/** Starts and stops the language server, asks it, and hears how its indexes are. */

import { EventEmitter, window, workspace, type CancellationToken, type Disposable } from "vscode";
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type CloseHandlerResult,
  type DynamicFeature,
  type ErrorHandler,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";

import { asAnswer, type Answer } from "./answer";
import { LANGUAGE_IDS } from "./languages";
import { RestartPolicy } from "./restart-policy";
import { locateServer, type ServerCommand } from "./server-location";
import type { Condition, IndexStatus } from "./status";
import { explainError } from "./troubles";

const STATUS = "blastlens/status";

/** This extension registers the server's commands itself, so that they can say what to do while no server runs; and it says itself
 * what went wrong, so that nobody reads it twice. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const type = "registrationType" in feature ? feature.registrationType.method : undefined;
    if (type !== ExecuteCommandRequest.method) {
      super.registerFeature(feature);
    }
  }
}

export class Connection implements Disposable {
  readonly log = window.createOutputChannel("Blastlens", { log: true });
  private readonly conditions = new EventEmitter<Condition>();
  private readonly news = new EventEmitter<IndexStatus>();
  /** Told of every change of the server's state. */
  readonly onCondition = this.conditions.event;
  /** Told whenever the index of a folder changes, or answers about it may. */
  readonly onStatus = this.news.event;
  private current: Condition = { is: "starting" };
  private readonly byRoot = new Map<string, IndexStatus>();
  private client: LanguageClient | undefined;
  private changes: Promise<void> = Promise.resolve();
  private policy = new RestartPolicy();

  /** Starts the server, or starts it anew. Never rejects: what goes wrong is a condition. */
  restart(): Promise<void> {
    // One at a time: two settings changed at once must not start two servers.
    this.policy = new RestartPolicy();
    this.changes = this.changes.then(() => this.stopNow()).then(() => this.startNow());
    return this.changes;
  }

  stop(): Promise<void> {
    this.changes = this.changes.then(() => this.stopNow());
    return this.changes;
  }

  get condition(): Condition {
    return this.current;
  }

  get indexes(): readonly IndexStatus[] {
    return [...this.byRoot.values()];
  }

  indexOf(root: string): IndexStatus | undefined {
    return this.byRoot.get(root);
  }

  /** Runs one of the server's commands. Rejects with the server's own words. */
  async ask(command: string, args: readonly unknown[], token?: CancellationToken): Promise<Answer | undefined> {
    await this.changes;
    if (this.client?.state !== State.Running) {
      throw new Error("the server is not running; run the command “Blastlens: Restart Server”");
    }
    return asAnswer(await this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [...args] }, token));
  }

  dispose(): void {
    void this.stop();
    this.conditions.dispose();
    this.news.dispose();
    this.log.dispose();
  }

  private become(condition: Condition): void {
    this.current = condition;
    if (condition.is !== "running") {
      this.byRoot.clear();
    }
    this.conditions.fire(condition);
  }

  private async startNow(): Promise<void> {
    this.become({ is: "starting" });
    const server = await locateServer();
    if (!("command" in server)) {
      this.log.warn(`no server: ${server.tried.join("; ")}`);
      this.become({ is: "missing", why: server });
      return;
    }
    this.log.info(`starting ${server.command} ${server.args.join(" ")} (from ${server.found})`);
    const watch = new Watch(this.policy, (condition) => this.become(condition));
    const client = this.clientFor(server, watch);
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        watch.ran = true;
        this.become({ is: "running" });
      }
    });
    client.onNotification(STATUS, (status: IndexStatus) => {
      if (status.state === "closed") {
        this.byRoot.delete(status.root);
      } else {
        this.byRoot.set(status.root, status);
      }
      this.news.fire(status);
    });
    try {
      await client.start();
    } catch (error) {
      this.log.error(String(error));
      this.become({ is: "failed", why: watch.ended ? "it ended while it was starting; the log says more" : `it did not start (${String(error)})` });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`the server did not stop in order: ${String(error)}`);
    }
  }

  private clientFor(server: ServerCommand, errorHandler: ErrorHandler): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: LANGUAGE_IDS.map((language) => ({ scheme: "file", language })),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // The answers of commands are shown here; without this the server would show them as messages too.
      initializationOptions: { clientHandlesResults: true, statusNews: true, commandLinks: true, runsTests: true },
      // Hovers end with links to these, and to nothing else.
      markdown: {
        isTrusted: { enabledCommands: ["blastlens.explainSymbol", "blastlens.callers", "blastlens.blastRadius"] },
      },
      middleware: {
        resolveCodeAction: async (action, token, next) => {
          try {
            return await next(action, token);
          } catch (error) {
            // The editor would do nothing, and say nothing.
            if (!token.isCancellationRequested) {
              void explainError(error);
            }
            return action;
          }
        },
      },
      synchronize: { configurationSection: "blastlens" },
      errorHandler,
      initializationFailedHandler: () => false,
    };
    const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
    return new QuietClient(
      "blastlens",
      "Blastlens",
      { command: server.command, args: [...server.args], ...(cwd === undefined ? {} : { options: { cwd } }) },
      options,
    );
  }
}

/** Decides what follows when the server ends by itself. */
class Watch implements ErrorHandler {
  /** Whether the server ever ran: one that fails at its start would fail again. */
  ran = false;
  ended = false;

  constructor(
    private readonly policy: RestartPolicy,
    private readonly become: (condition: Condition) => void,
  ) {}

  error(_error: Error, _message: unknown, count: number | undefined): { action: ErrorAction; handled: boolean } {
    return { action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown, handled: true };
  }

  closed(): CloseHandlerResult {
    this.ended = true;
    if (!this.ran) {
      return { action: CloseAction.DoNotRestart, message: "The server ended while it was starting.", handled: true };
    }
    if (this.policy.crashed(Date.now())) {
      this.become({ is: "crashed" });
      return { action: CloseAction.Restart, message: "The server stopped unexpectedly; it is started again.", handled: true };
    }
    this.become({ is: "failed", why: `it stopped ${this.policy.words}, and is not started again by itself` });
    return { action: CloseAction.DoNotRestart, message: "The server stopped too often.", handled: true };
  }
}
