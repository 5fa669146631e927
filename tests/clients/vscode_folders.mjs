// Two folders, one of which cannot hold its index, and a server that is killed. Asserts nothing: test_vscode.py judges what was seen.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

import { graphState, POLLED, run } from "./browser.mjs";

const STATUS = ".statusbar-item[id='blastlens.blastlens.blastlens.status'] a";
const TOAST = ".notifications-toasts .notification-list-item-message";

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await workbench.openViews();
  seen.folders = await workbench.viewRows("Blast Radius", "archive");
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  seen.menu = await workbench.pickRows(() => page.locator(STATUS).click());
  await page.keyboard.press("Escape");
  await workbench.picture(`${options.pictures}/folders.png`);

  await killNext(options.folder, 0);
  seen.crash = await workbench.texts(TOAST);
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  seen.afterCrash = await workbench.viewRows("Blast Radius", "price_of");
  await workbench.openFile("pricing.py");
  seen.lensesAfterCrash = await workbench.lensSaying("4 callers", 4);

  // The next ones end while they start.
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  for (let killed = 1, last = 0; killed < 5; killed++) {
    last = await killNext(options.folder, last);
  }
  await page.locator(TOAST, { hasText: "is not started again" }).waitFor();
  seen.gaveUp = await workbench.texts(TOAST);
  seen.buttons = await workbench.texts(".notifications-toasts .notification-list-item-buttons-container a");
  await page.locator(".notifications-toasts a", { hasText: "Restart Server" }).click();
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  seen.afterRestart = await workbench.viewRows("Blast Radius", "price_of");
  await lookAtGraphs(workbench, options, seen);
});

/** The graph of the folder that is picked, then of the one that the open file is in: one panel shows both. */
async function lookAtGraphs(workbench, options, seen) {
  const { page } = workbench;
  await workbench.runCommand("View: Close All Editors");
  await page.waitForSelector(".tab", { state: "detached" });
  await workbench.runCommand("Blastlens: Show Map of Modules");
  await page.locator(".quick-input-title", { hasText: "Draw the graph of which folder?" }).waitFor();
  await workbench.pick("archive", "archive");
  let frame = await workbench.graph();
  await frame.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Modules"), undefined, POLLED);
  seen.modulesOfArchive = await graphState(frame);
  await workbench.openFile("pricing.py");
  await workbench.lensSaying("4 callers", 4);
  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
  await workbench.runCommand("Blastlens: Show Graph");
  frame = await workbench.graph();
  await frame.waitForFunction(() => document.querySelector("h1").textContent.startsWith("price_of"), undefined, POLLED);
  seen.graphOfShop = await graphState(frame);
  seen.panels = await page.locator("iframe.webview").count();
  await frame.evaluate(() => window.graphView.choose("n:shop/checkout.py::receipt", true));
  await frame.locator(".canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('.tab.active[data-resource-name="checkout.py"]');
  await page.waitForSelector('.monaco-editor[data-uri$="checkout.py"]');
  seen.sourceOfShop = await page.$$eval('.monaco-editor[data-uri$="checkout.py"]', (all) => all.map((one) => one.dataset.uri));
  await workbench.picture(`${options.pictures}/two-graphs.png`);
}

/** Kills the language server of a folder as soon as there is one that is not `last`; its process id. */
async function killNext(folder, last) {
  for (;;) {
    const next = serverIn(folder);
    if (next !== undefined && next !== last) {
      process.kill(next, "SIGKILL");
      return next;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Process id of the language server of a folder. */
function serverIn(folder) {
  const found = readdirSync("/proc").find((pid) => /^\d+$/.test(pid) && isServer(pid, folder));
  return found === undefined ? undefined : Number(found);
}

function isServer(pid, folder) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return readlinkSync(`/proc/${pid}/cwd`) === folder && command.includes("blastlens") && command.includes("lsp");
  } catch {
    return false; // it ended meanwhile, or is another user's
  }
}
