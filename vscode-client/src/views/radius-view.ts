/** The Blast Radius view: of what is not committed, unless the user asks about something else. */

import { commands, EventEmitter, window, workspace, type Disposable, type QuickPickItem, type Uri } from "vscode";

import { rowsAt, type Answer } from "../answer";
import { Asked, folders } from "../asked";
import type { Connection } from "../connection";
import { aboutOf, subjectWords, WORKING_TREE, type Subject } from "../subject";
import { shortName } from "../tree/node";
import { affected, radiusSummary, radiusTree, type Grouping } from "../tree/radius";
import { AnswerView } from "./answer-view";

const ID = "blastlens.radiusView";
const COMMAND = "blastlens.blastRadius";

const CONFIDENCES: readonly (QuickPickItem & { readonly value: number | undefined })[] = [
  { label: "As set", description: "blastlens.minConfidence, or the repository's own", value: undefined },
  { label: "0.95", description: "strict: only what is as good as certain", value: 0.95 },
  { label: "0.7", description: "for reviews", value: 0.7 },
  { label: "0.5", description: "more, some of it wrong", value: 0.5 },
  { label: "0", description: "all that may be", value: 0 },
];

export class RadiusView extends AnswerView {
  /** Of what is not committed: followed whatever the view shows, for the badge and the explorer. */
  readonly workingTree: Asked;
  private readonly pinned: Asked;
  private subject: Subject = WORKING_TREE;
  private minConfidence: number | undefined;
  private readonly parts: Disposable[] = [];
  private readonly changes = new EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  constructor(server: Connection, followed: () => boolean) {
    super(
      ID,
      () => (this.subject.is === "workingTree" ? this.workingTree : this.pinned),
      (answer) => radiusTree(answer, grouping()),
    );
    const isPinned = () => this.subject.is !== "workingTree";
    this.workingTree = new Asked(server, COMMAND, () => this.filtered(aboutOf(WORKING_TREE, "")), () => followed() || this.isVisible);
    this.pinned = new Asked(
      server,
      COMMAND,
      ({ uri }) => this.filtered(aboutOf(this.subject, uri.toString())),
      () => isPinned() && this.isVisible,
    );
    this.parts.push(this.workingTree, this.pinned, this.changes);
    this.workingTree.onDidChange(() => {
      this.update();
      this.badge();
      this.changes.fire();
    });
    this.pinned.onDidChange(() => {
      this.settle();
      this.update();
    });
    this.parts.push(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("blastlens.views.groupBy")) {
          this.applyGrouping();
        }
      }),
    );
    this.applyGrouping();
    this.applySubject();
  }

  /** Shows what a subject reaches, and brings the view to the front. */
  async show(subject: Subject): Promise<void> {
    this.subject = subject;
    this.applySubject();
    this.pinned.clear();
    await commands.executeCommand(`${ID}.focus`);
    if (subject.is === "workingTree") {
      this.workingTree.poke();
    } else {
      this.pinned.askAgain();
    }
    this.update();
  }

  get shows(): Subject {
    return this.subject;
  }

  /** What is known of the changes in a folder. */
  changesIn(folder: Uri): Answer | undefined {
    const known = this.workingTree.get(folder);
    return known !== undefined && "answer" in known ? known.answer : undefined;
  }

  /** "2 changed, 6 affected in 3 files" of what is not committed; "" for nothing. */
  get summary(): string {
    const said = folders().map(({ uri }) => this.changesIn(uri)).map((answer) => (answer === undefined ? "" : radiusSummary(answer)));
    return said.filter((one) => one !== "").join("; ");
  }

  refresh(): void {
    this.workingTree.askAgain();
    this.pinned.askAgain();
  }

  async groupBy(grouping: Grouping): Promise<void> {
    await workspace.getConfiguration("blastlens.views").update("groupBy", grouping, true);
  }

  async filter(): Promise<void> {
    const chosen = await window.showQuickPick(CONFIDENCES, {
      title: "Show connections from which confidence on?",
      placeHolder: `now: ${this.minConfidence ?? "as set"}; a confidence is the share of such connections that is right`,
    });
    if (chosen !== undefined) {
      this.minConfidence = chosen.value;
      this.refresh();
    }
  }

  protected override tell(): void {
    const filter = this.minConfidence === undefined ? [] : [`confidence ≥ ${this.minConfidence}`];
    this.view.description = [subjectWords(this.subject), ...filter].join(" · ");
  }

  /** What was asked about by a place stays the same thing when the text around it moves. */
  private settle(): void {
    if (this.subject.is !== "symbol" || "symbol" in this.subject.about) {
      return;
    }
    const known = folders().map(({ uri }) => this.pinned.get(uri));
    const changed = known.flatMap((one) => (one !== undefined && "answer" in one ? rowsAt(one.answer, "changed") : []));
    const symbol = changed[0]?.symbol;
    if (symbol !== undefined && changed.length === 1) {
      this.subject = { ...this.subject, about: { symbol }, name: shortName(symbol) };
    }
  }

  override dispose(): void {
    super.dispose();
    this.parts.forEach((one) => one.dispose());
  }

  /** Counts what is not committed, whatever the view shows. */
  private badge(): void {
    const changed = folders().map(({ uri }) => this.changesIn(uri)).filter((answer) => answer !== undefined);
    const count = changed.reduce((sum, answer) => sum + affected(answer).size, 0);
    const untested = changed.reduce((sum, answer) => sum + rowsAt(answer, "untested").length, 0);
    const words = `${count} affected by uncommitted changes${untested > 0 ? `, ${untested} reached by no test` : ""}`;
    // The editor's declaration of `badge` leaves out that undefined takes it away.
    this.view.badge = count === 0 ? (undefined as unknown as { value: number; tooltip: string }) : { value: count, tooltip: words };
  }

  private filtered(about: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> | undefined {
    return about === undefined || this.minConfidence === undefined ? about : { ...about, minConfidence: this.minConfidence };
  }

  private applyGrouping(): void {
    void commands.executeCommand("setContext", "blastlens.radiusView.groupBy", grouping());
    this.update();
  }

  private applySubject(): void {
    void commands.executeCommand("setContext", "blastlens.radiusView.subject", this.subject.is);
  }
}

function grouping(): Grouping {
  return workspace.getConfiguration("blastlens.views").get<string>("groupBy") === "file" ? "file" : "hop";
}
