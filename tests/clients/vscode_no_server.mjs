// VS Code on a machine without the server, then with a Python that is too old. Asserts nothing: test_vscode.py judges what was seen.
import { mkdirSync, writeFileSync } from "node:fs";

import { run } from "./browser.mjs";

const TOAST = ".notifications-toasts .notification-list-item-message";

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await workbench.openFile("pricing.py");
  await page.locator(TOAST, { hasText: "no language server" }).waitFor();
  seen.message = await workbench.texts(TOAST);
  await page.locator(".notifications-toasts a", { hasText: "Open Walkthrough" }).click();
  await page.locator(".gettingStartedContainer .step-title", { hasText: "Read the lenses" }).waitFor();
  seen.walkthrough = await workbench.texts(".gettingStartedContainer .step-title");
  await workbench.picture(`${options.pictures}/walkthrough.png`);
  await workbench.runCommand("Blastlens: Show Callers");
  await page.waitForFunction((toast) => document.querySelectorAll(toast).length > 1, TOAST);
  seen.afterCommand = await workbench.texts(TOAST);
  await workbench.openViews();
  seen.view = await workbench.welcome("No language server");

  mkdirSync(`${options.folder}/.vscode`);
  writeFileSync(`${options.folder}/.vscode/settings.json`, JSON.stringify({ "blastlens.server.pythonPath": options.oldPython }));
  await page.locator(TOAST, { hasText: "too old" }).waitFor();
  seen.tooOld = await workbench.texts(TOAST);
});
