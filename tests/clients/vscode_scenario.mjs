// One session in VS Code, from opening a file to a saved change and every view. Asserts nothing: test_vscode.py judges what was seen.
import { execFileSync } from "node:child_process";

import { run } from "./browser.mjs";

const CHEAPEST = "\n\ndef cheapest() -> int:\n    return min(price_of(product) for product in PRICES)\n";
const STATUS = ".statusbar-item[id='blastlens.blastlens.blastlens.status'] a";

await run(async (workbench, options, seen) => {
  await readLenses(workbench, options, seen);
  await change(workbench, options, seen);
  await askAboutTheChange(workbench, options, seen);
  await lookAtTheStructure(workbench, options, seen);
  await useMenus(workbench, options, seen);
  await lookElsewhere(workbench, options, seen);
  await switchBranch(workbench, options, seen);
});

async function readLenses(workbench, options, seen) {
  const { page } = workbench;
  await workbench.openFile("pricing.py");
  await workbench.lensSaying("4 callers", 4);
  seen.lenses = await workbench.lensSaying("1 caller", 4);
  await page.locator(STATUS, { hasText: /^\s*Blastlens$/ }).waitFor();
  seen.statusBar = (await workbench.texts(STATUS)).join();
  await workbench.picture(`${options.pictures}/lenses.png`);

  const callers = page.locator(".codelens-decoration a", { hasText: "4 callers" }).first();
  await workbench.until(() => callers.click(), ".reference-zone-widget .ref-tree .monaco-list-row");
  seen.references = await workbench.texts(".reference-zone-widget .ref-tree .monaco-list-row");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".reference-zone-widget", { state: "detached" });

  const hovered = async () => {
    await page.mouse.move(1100, 60);
    await page.locator(".view-line span", { hasText: /^price_of$/ }).first().hover();
  };
  await workbench.until(hovered, ".monaco-hover:not(.hidden) .hover-contents");
  seen.hover = (await workbench.texts(".monaco-hover:not(.hidden) .hover-contents")).join("\n");
  await page.mouse.move(1100, 60);

  seen.testsOfLens = await workbench.pickRows(() => partOfLens(page, "2 tests").click());
  await page.keyboard.press("Escape");
  await workbench.until(() => partOfLens(page, "reaches").click(), ".pane-header .description:text('price_of')");
  seen.reach = await workbench.viewRows("Blast Radius", "receipt");
  seen.reachOf = (await workbench.texts(".pane-header .description")).join();
  await workbench.runCommand("Blastlens: Back to Uncommitted Changes");
}

/** A part of the lens above `price_of`. */
function partOfLens(page, text) {
  return page.locator(".codelens-decoration", { hasText: "4 callers" }).first().locator("a", { hasText: text });
}

async function change(workbench, options, seen) {
  const { page } = workbench;
  await workbench.widenSideBar(110);
  seen.beforeChange = await workbench.welcome("Nothing is changed");

  await page.locator(".view-line", { hasText: "return PRICES[product]" }).click();
  await page.keyboard.press("End");
  await page.keyboard.insertText(" + 0");
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(CHEAPEST);
  seen.whileTyping = await workbench.welcome("");
  await page.keyboard.press("Control+S");
  await page.keyboard.press("Control+Home");
  seen.lensesAfterSave = await workbench.lensSaying("5 callers", 5);
  seen.radius = await workbench.viewRows("Blast Radius", "receipt");
  await page.locator(".activitybar .badge-content", { hasText: /\d/ }).first().waitFor();
  seen.badge = (await workbench.texts(".activitybar a[aria-label^='Blastlens']")).join();
  await workbench.picture(`${options.pictures}/blast-radius.png`);
}

async function askAboutTheChange(workbench, options, seen) {
  const { page } = workbench;
  await workbench.row("receipt").click();
  await page.waitForSelector('.tab.active[data-resource-name="checkout.py"]');
  await page.locator(".statusbar-item[id='status.editor.selection']", { hasText: "Ln 12," }).waitFor();
  seen.position = (await workbench.texts(".statusbar-item[id='status.editor.selection'] a")).join();

  seen.contextMenu = await workbench.contextMenuOf(workbench.row("price_of"));
  await workbench.row("price_of").hover();
  await workbench.row("price_of").locator("a[aria-label^='Show Callers']").click();
  await page.locator(".part.sidebar .composite.title", { hasText: "Callers of price_of" }).waitFor();
  await page.locator(".part.sidebar .monaco-list-row", { hasText: "quantity // 3" }).waitFor();
  seen.referencesView = await workbench.texts(".part.sidebar .monaco-list-row");
  await workbench.picture(`${options.pictures}/references.png`);
  await workbench.openViews();

  await workbench.runCommand("Blastlens: Group by File");
  seen.byFile = await workbench.viewRows("Blast Radius", "calls it");
  await workbench.picture(`${options.pictures}/by-file.png`);
  await workbench.runCommand("Blastlens: Group by Distance");
  await workbench.viewRows("Blast Radius", "Direct callers");

  await workbench.runCommand("Blastlens: Show Blast Radius of Commits");
  await workbench.pick("HEAD~1", "HEAD~1");
  await page.locator(".quick-input-title", { hasText: "HEAD~1.." }).waitFor();
  await workbench.pick("", "HEAD");
  seen.commits = await workbench.viewRows("Blast Radius", "with_vat");
  await page.locator(".pane-header", { hasText: "HEAD~1..HEAD" }).waitFor();
  await workbench.runCommand("Blastlens: Back to Uncommitted Changes");
  await workbench.viewRows("Blast Radius", "receipt");

  await workbench.runCommand("Blastlens: Run Affected Tests");
  await page.locator(".terminal-wrapper.active .xterm-rows", { hasText: /\d (passed|failed|errors?) in/ }).waitFor();
  seen.terminal = (await workbench.texts(".terminal-wrapper.active .xterm-rows")).join("\n");
  await page.keyboard.press("Control+J");
}

async function lookAtTheStructure(workbench, options, seen) {
  await workbench.toggleView("Blast Radius");
  for (const [name, row] of [["Cycles", "promotions.py"], ["Dead Code", "round_to_coin"], ["Hubs", "price_of"], ["Communities", "members"]]) {
    await workbench.toggleView(name);
    seen[name] = await workbench.viewRows(name, row);
  }
  await workbench.picture(`${options.pictures}/structure.png`);
  await workbench.toggleView("Communities");
  await workbench.toggleView("Hubs");
  await workbench.toggleView("Dead Code");
  await workbench.row("cheapest cut").click();
  await workbench.page.locator(".statusbar-item[id='status.editor.selection']", { hasText: "Ln 3," }).waitFor();
  seen.cycleOpened = (await workbench.texts(".tab.active .label-name")).join();
}

async function useMenus(workbench, options, seen) {
  const { page } = workbench;
  seen.menu = await workbench.pickRows(() => page.locator(STATUS).click());
  await workbench.picture(`${options.pictures}/menu.png`);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+Shift+E");
  await page.waitForFunction(() => document.querySelector(".explorer-folders-view .explorer-item .monaco-icon-label-container"));
  seen.explorer = await workbench.explorerBadges("checkout.py");
  await workbench.picture(`${options.pictures}/explorer.png`);
}

/** Opens the light bulb's list at the name of `price_of`. */
async function quickFixes(workbench) {
  const { page } = workbench;
  const asked = async () => {
    await page.keyboard.press("Control+Home");
    await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
    await workbench.runCommand("Quick Fix...");
  };
  await workbench.until(asked, ".action-widget .monaco-list-row");
  return workbench.texts(".action-widget .monaco-list-row");
}

/** Spaces in a browser's text are of two kinds. */
function quickFix(page, words) {
  return page.locator(".action-widget .monaco-list-row", { hasText: new RegExp(words.replaceAll(" ", "\\s")) }).first();
}

async function lookElsewhere(workbench, options, seen) {
  const { page } = workbench;
  await workbench.openFile("pricing.py");
  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "untested-callers" }).first().waitFor();
  seen.problems = await workbench.texts(".markers-panel .monaco-list-row");
  await workbench.picture(`${options.pictures}/problems.png`);
  await page.keyboard.press("Control+J");

  seen.quickFixes = await quickFixes(workbench);
  await workbench.picture(`${options.pictures}/quick-fix.png`);
  await quickFix(page, "Run the tests that reach it").click();
  await page.locator(".terminal-wrapper.active .xterm-rows", { hasText: / passed in[^]* passed in/ }).waitFor();
  seen.terminalOfFix = (await workbench.texts(".terminal-wrapper.active .xterm-rows")).join("\n");
  await page.keyboard.press("Control+J");

  await quickFixes(workbench);
  await quickFix(page, "tests that run outside of this repository").click();
  await page.locator(".view-line", { hasText: "blastlens: ignore[" }).waitFor();
  seen.suppressed = await workbench.texts(".view-line");
  await page.keyboard.press("Control+S");
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "price_of is changed" }).first().waitFor({ state: "detached" });
  seen.problemsLeft = await page.locator(".markers-panel .monaco-list-row").allTextContents();
  await page.keyboard.press("Control+J");

  await workbench.openViews();
  await workbench.toggleView("Cycles");
  await workbench.toggleView("Blast Radius");
  await workbench.viewRows("Blast Radius", "receipt");
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, "commit", "-qam", "The cheapest"], { cwd: options.folder });
  seen.afterCommit = await workbench.welcome("Nothing is changed");
  seen.badgeAfterCommit = (await workbench.texts(".activitybar a[aria-label^='Blastlens']")).join();
}

/** Another branch is checked out under its feet, on which nobody imports in a circle and one caller less is left. */
async function switchBranch(workbench, options, seen) {
  const { page } = workbench;
  await workbench.openFile("pricing.py");
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "import-cycle" }).first().waitFor();
  execFileSync("git", ["switch", "-q", "straight"], { cwd: options.folder });
  seen.lensesOfBranch = await workbench.lensSaying("3 callers", 4);
  await page.locator(".markers-panel .monaco-list-row", { hasText: "import-cycle" }).first().waitFor({ state: "detached" });
  seen.problemsOfBranch = await page.locator(".markers-panel").textContent();
  await workbench.picture(`${options.pictures}/branch.png`);
  execFileSync("git", ["switch", "-q", "-"], { cwd: options.folder });
  seen.lensesBack = await workbench.lensSaying("5 callers", 5);
  await page.locator(".markers-panel .monaco-list-row", { hasText: "import-cycle" }).first().waitFor();
}
