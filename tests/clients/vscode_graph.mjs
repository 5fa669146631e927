// The graph panel in the workbench: opened at a function, and used by keys. Asserts nothing: test_vscode.py judges what was
// seen.
import { run } from "./browser.mjs";

/** The page of the panel: a frame in a frame. */
const frameOf = async (page) => {
  const holder = await page.waitForSelector("iframe.webview.ready");
  const outer = await holder.contentFrame();
  const inner = await outer.waitForSelector("iframe#active-frame");
  const frame = await inner.contentFrame();
  await frame.waitForFunction(() => window.graphView !== undefined);
  return frame;
};
const state = (frame) =>
  frame.evaluate(() => ({ heading: document.querySelector("h1").textContent, chosen: window.graphView.state.chosen, drawn: window.graphView.drawing.scene.boxes.map((box) => box.item.id).sort() }));

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1500, height: 840 });
  await workbench.openFile("pricing.py");
  await workbench.lensSaying("4 callers", 4);
  await page.keyboard.press("Control+B");
  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
  await workbench.runCommand("Blastlens: Show Graph");
  const frame = await frameOf(page);
  seen.opened = await state(frame);
  seen.policy = await frame.evaluate(() => document.querySelector("meta[http-equiv]").content);
  seen.ground = await frame.evaluate(() => [window.graphView.drawing.theme.ground, getComputedStyle(document.body).getPropertyValue("--vscode-editor-background")]);
  await workbench.picture(`${options.pictures}/graph.png`);

  // By keys to a caller, and from there to its source.
  await frame.locator(".canvas").focus();
  await frame.evaluate(() => window.graphView.choose("n:shop/checkout.py::receipt", true));
  await page.keyboard.press("Enter");
  await page.waitForSelector('.tab[data-resource-name="checkout.py"]');
  seen.source = await page.$$eval(".tab.active", (all) => all.map((one) => one.dataset.resourceName));
});
