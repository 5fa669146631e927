// VS Code on a machine without the server, in a folder that nobody has said to trust; then with the server, then trusted. Asserts
// nothing: test_vscode.py judges what was seen.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

  // The server is there now. What the settings of the folder name is not run.
  mkdirSync(`${options.folder}/.vscode`);
  writeFileSync(`${options.folder}/.vscode/settings.json`, JSON.stringify({ "blastlens.server.pythonPath": options.oldPython }));
  renameSync(join(dirname(options.server), "not-yet"), options.server);
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Blastlens: Restart Server");
  await workbench.openFile("pricing.py");
  seen.lenses = await workbench.lensSaying("4 callers", 4);
  seen.banner = await page.locator(".part.banner").textContent();
  const tests = page.locator(".codelens-decoration", { hasText: "4 callers" }).first().locator("a", { hasText: "2 tests" });
  seen.testsOfLens = await workbench.pickRows(() => tests.click());
  await page.keyboard.press("Escape");
  // No menu has the command; the light bulb has it.
  await workbench.until(() => page.keyboard.press("Control+Shift+P"), ".quick-input-widget input:visible");
  await page.locator(".quick-input-widget input").fill(">Blastlens: Run Affected Tests");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Show Tests to Run" }).first().waitFor();
  seen.palette = await workbench.pickRows();
  await page.keyboard.press("Escape");
  const asked = async () => {
    await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
    await workbench.runCommand("Quick Fix...");
  };
  await workbench.until(asked, ".action-widget .monaco-list-row");
  await page.locator(".action-widget .monaco-list-row", { hasText: /Run\sthe\stests\sthat\sreach\sprice_of/ }).first().click();
  await page.locator(TOAST, { hasText: "you trust" }).waitFor();
  seen.refused = await workbench.texts(TOAST);
  await workbench.picture(`${options.pictures}/untrusted.png`);

  // Now they count.
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await page.locator(TOAST, { hasText: "too old" }).waitFor();
  seen.tooOld = await workbench.texts(TOAST);
});
