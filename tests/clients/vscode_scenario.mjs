// One session in VS Code, from opening a file to a saved change. Asserts nothing: test_vscode.py judges what was seen.
import { run } from "./browser.mjs";

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await workbench.openFile("pricing.py");
  seen.lenses = await workbench.lensSaying("4 callers", 4);
  seen.statusBar = (await workbench.texts(".statusbar-item[id='blastlens.blastlens.blastlens.status'] a")).join();
  await page.mouse.move(1100, 60);
  await page.screenshot({ path: `${options.pictures}/lenses.png` });

  await page.locator(".codelens-decoration a", { hasText: "4 callers" }).first().click();
  await page.waitForSelector(".reference-zone-widget .ref-tree .monaco-list-row");
  seen.references = await workbench.texts(".reference-zone-widget .ref-tree .monaco-list-row");
  seen.referencesTitle = (await workbench.texts(".reference-zone-widget .peekview-title")).join();
  await page.screenshot({ path: `${options.pictures}/references.png` });
  await page.keyboard.press("Escape");
  await page.waitForSelector(".reference-zone-widget", { state: "detached" });

  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().hover();
  await page.waitForSelector(".monaco-hover:not(.hidden) .hover-contents");
  seen.hover = (await workbench.texts(".monaco-hover:not(.hidden) .hover-contents")).join("\n");
  await page.mouse.move(1100, 60);

  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\ndef cheapest() -> int:\nreturn min(price_of(product) for product in PRICES)\n");
  await page.keyboard.press("Control+S");
  await page.keyboard.press("Control+Home");
  seen.lensesAfterSave = await workbench.lensSaying("5 callers", 5);

  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
  await workbench.runCommand("Blastlens: Show Blast Radius");
  await page.locator(".quick-input-titlebar", { hasText: "Blast radius" }).waitFor();
  seen.blastRadius = await workbench.pickRows();
  await page.screenshot({ path: `${options.pictures}/blast-radius.png` });
  await page.keyboard.press("Escape");

  await workbench.openFile("promotions.py");
  await page.keyboard.press("Control+Shift+M");
  await page.waitForSelector(".markers-panel .monaco-list-row .marker-message-line, .markers-panel .marker-message");
  seen.problems = await workbench.texts(".markers-panel .monaco-list-row");
  await page.screenshot({ path: `${options.pictures}/problems.png` });
});
