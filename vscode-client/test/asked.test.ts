import assert from "node:assert/strict";
import { test } from "node:test";

import { Asked, folders, type Known } from "../src/asked";
import type { Connection } from "../src/connection";
import type { Condition, IndexStatus } from "../src/status";
import { answer } from "./answers";
import { EventEmitter } from "./editor";

/** A server that answers when it is told to. */
class Server {
  readonly conditions = new EventEmitter<Condition>();
  readonly news = new EventEmitter<IndexStatus>();
  readonly onCondition = this.conditions.event;
  readonly onStatus = this.news.event;
  readonly indexes = new Map<string, IndexStatus>();
  readonly questions: { readonly about: unknown; readonly reply: (count: number) => void; readonly cancelled: () => boolean }[] = [];

  indexOf(root: string): IndexStatus | undefined {
    return this.indexes.get(root);
  }

  ask(_command: string, [about]: readonly unknown[], token: { isCancellationRequested: boolean }): Promise<unknown> {
    return new Promise((resolve) => {
      this.questions.push({
        about,
        reply: (count) => resolve(answer({ results: Array.from({ length: count }, () => ({})) })),
        cancelled: () => token.isCancellationRequested,
      });
    });
  }

  tell(root: string, generation: number, state: IndexStatus["state"] = "ready"): void {
    const status: IndexStatus = { root, name: root, state, percent: 100, reason: "", note: "", generation };
    this.indexes.set(root, status);
    this.news.fire(status);
  }
}

function asked(server: Server, wanted: () => boolean = () => true): Asked {
  return new Asked(server as unknown as Connection, "blastlens.cycles", () => ({ level: "import" }), wanted);
}

const [A, B] = folders();
const count = (known: Known | undefined): number | undefined => (known !== undefined && "answer" in known ? known.answer.results.length : undefined);

/** Waits for a condition; the test's own time limit ends a wait in vain. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("only folders of files can be asked about", () => {
  assert.deepEqual(folders().map(({ name }) => name), ["a", "b"]);
});

test("a folder is asked about when its index is there, with what the question says", async () => {
  const server = new Server();
  const one = asked(server);
  server.tell("file:///a", 0, "indexing");
  server.tell("file:///a", 1);
  await until(() => server.questions.length === 1);
  assert.deepEqual(server.questions[0]?.about, { root: "file:///a", level: "import" });
  server.questions[0]?.reply(3);
  await until(() => count(one.get(A!.uri)) === 3);
  assert.equal(one.get(B!.uri), undefined);
  one.dispose();
});

test("nobody looks, so nothing is asked; then it is", async () => {
  const server = new Server();
  let looks = false;
  const one = asked(server, () => looks);
  server.tell("file:///a", 1);
  server.tell("file:///a", 2);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(server.questions.length, 0);
  looks = true;
  one.poke();
  await until(() => server.questions.length === 1);
  one.dispose();
});

test("news that change nothing ask nothing", async () => {
  const server = new Server();
  const one = asked(server);
  server.tell("file:///a", 1);
  await until(() => server.questions.length === 1);
  server.questions[0]?.reply(1);
  await until(() => count(one.get(A!.uri)) === 1);
  server.tell("file:///a", 1, "updating");
  server.tell("file:///a", 1);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(server.questions.length, 1);
  one.dispose();
});

test("a question that is outdated is cancelled and asked again, and the former answer stays until then", async () => {
  const server = new Server();
  const one = asked(server);
  server.tell("file:///a", 1);
  await until(() => server.questions.length === 1);
  server.questions[0]?.reply(1);
  await until(() => count(one.get(A!.uri)) === 1);
  server.tell("file:///a", 2);
  await until(() => server.questions.length === 2);
  server.tell("file:///a", 3);
  assert.equal(server.questions[1]?.cancelled(), true);
  server.questions[1]?.reply(2);
  await until(() => server.questions.length === 3);
  assert.equal(count(one.get(A!.uri)), 1);
  server.questions[2]?.reply(5);
  await until(() => count(one.get(A!.uri)) === 5);
  one.dispose();
});

test("answers go with a server that is gone, not with one that is started again", async () => {
  const server = new Server();
  const one = asked(server);
  server.tell("file:///a", 1);
  await until(() => server.questions.length === 1);
  server.questions[0]?.reply(1);
  await until(() => count(one.get(A!.uri)) === 1);
  server.conditions.fire({ is: "crashed" });
  assert.equal(count(one.get(A!.uri)), 1);
  server.tell("file:///a", 1);
  await until(() => server.questions.length === 2);
  server.questions[1]?.reply(2);
  await until(() => count(one.get(A!.uri)) === 2);
  server.conditions.fire({ is: "failed", why: "it stopped" });
  assert.equal(one.get(A!.uri), undefined);
  one.dispose();
});
