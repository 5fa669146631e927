/** Cycles, dead code, hubs and communities: asked for when they are looked at. */

import type { Disposable } from "vscode";

import type { Answer } from "../answer";
import { Asked } from "../asked";
import type { Connection } from "../connection";
import type { Tree } from "../tree/node";
import { communitiesTree, cyclesTree, deadCodeTree, hubsTree } from "../tree/structure";
import { AnswerView } from "./answer-view";

const VIEWS: readonly { readonly id: string; readonly command: string; readonly build: (answer: Answer) => Tree }[] = [
  { id: "blastlens.cyclesView", command: "blastlens.cycles", build: cyclesTree },
  { id: "blastlens.deadCodeView", command: "blastlens.deadCode", build: deadCodeTree },
  { id: "blastlens.hubsView", command: "blastlens.hubs", build: hubsTree },
  { id: "blastlens.communitiesView", command: "blastlens.communities", build: communitiesTree },
];

/** The views, and what asks them anew by their ids. */
export class StructureViews implements Disposable {
  private readonly views: AnswerView[] = [];
  private readonly asked: Asked[] = [];

  constructor(server: Connection) {
    for (const { id, command, build } of VIEWS) {
      const asked: Asked = new Asked(server, command, () => ({}), () => view.isVisible);
      const view: AnswerView = new AnswerView(id, () => asked, build);
      asked.onDidChange(() => view.update());
      this.views.push(view);
      this.asked.push(asked);
    }
  }

  refresh(): void {
    this.asked.forEach((asked) => asked.askAgain());
  }

  dispose(): void {
    [...this.views, ...this.asked].forEach((one) => one.dispose());
  }
}
