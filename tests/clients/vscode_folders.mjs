// Two folders, one of which cannot hold its index, and a server that is killed. Asserts nothing: test_vscode.py judges what was seen.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

import { run } from "./browser.mjs";

const STATUS = ".statusbar-item[id='blastlens.blastlens.blastlens.status'] a";
const TOAST = ".notifications-toasts .notification-list-item-message";

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await workbench.openViews();
  seen.folders = await workbench.viewRows("Blast Radius", "archive");
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  await page.locator(STATUS).click();
  seen.menu = await workbench.pickRows();
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
});

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
