// The map of a small shop, used with mouse and keyboard.
import { readFileSync } from "node:fs";
import { openMap, run, violations } from "./page.mjs";

const drawn = (page) =>
  page.evaluate(() => {
    const { cy } = window.graphView.drawing;
    return { items: cy.nodes().map((node) => node.id()).sort(), lines: cy.edges().length, links: window.graphView.shown.lines.reduce((sum, line) => sum + line.links, 0) };
  });
const heading = (page) => page.locator(".side h2").last().textContent();
/** Where an item is drawn, on the screen. */
const placeOf = (page, id) =>
  page.evaluate((wanted) => {
    const { cy } = window.graphView.drawing;
    const box = cy.container().getBoundingClientRect();
    const at = cy.getElementById(wanted).renderedPosition();
    return { x: box.x + at.x, y: box.y + at.y };
  }, id);
const colours = (page) =>
  page.evaluate(() => {
    const { cy } = window.graphView.drawing;
    return Object.fromEntries(cy.nodes(".hop").map((node) => [node.id(), node.style("background-color")]));
  });

await run(async (browser, { file, pictures, chosen }, seen) => {
  const page = await openMap(browser, file, seen);
  seen.first = await drawn(page);
  seen.axeFirst = await violations(page);

  // Search: by keyboard alone.
  await page.keyboard.press("/");
  await page.keyboard.type(chosen);
  await page.waitForSelector("#gv-found [role=option]");
  seen.suggestions = await page.$$eval("#gv-found [role=option] .name", (all) => all.map((one) => one.textContent));
  seen.axeSearching = await violations(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  seen.found = { heading: await heading(page), place: await page.locator(".side .place").textContent(), drawn: await drawn(page) };
  seen.usedBy = await page.$$eval(".side details:first-of-type .row", (all) => all.map((one) => one.textContent));

  // Expand and collapse: with the mouse, then by keyboard.
  await page.getByRole("button", { name: "Collapse all" }).click();
  seen.collapsed = await drawn(page);
  const folder = seen.collapsed.items[0];
  const at = await placeOf(page, folder);
  await page.mouse.dblclick(at.x, at.y);
  await page.waitForFunction((count) => window.graphView.drawing.cy.nodes().length > count, seen.collapsed.items.length);
  seen.expanded = await drawn(page);
  await page.locator(".canvas").focus();
  await page.evaluate((id) => window.graphView.choose(id, false), folder);
  await page.keyboard.press("Enter");
  seen.collapsedByKey = await drawn(page);
  await page.keyboard.press("Escape");
  seen.afterEscape = await page.locator(".side h2").first().textContent();

  // Filters.
  await page.getByRole("button", { name: "Expand files" }).click();
  seen.files = await drawn(page);
  await page.locator("#gv-confidence").focus();
  await page.keyboard.press("End");
  seen.certain = await drawn(page);
  await page.keyboard.press("Home");
  seen.anything = await drawn(page);
  await page.locator("#gv-kind-imports").uncheck();
  seen.withoutImports = await drawn(page);
  await page.locator("#gv-kind-imports").check();
  await page.locator("#gv-tests").check();
  seen.withTests = await drawn(page);

  // Blast radius.
  await page.locator("#gv-confidence").focus();
  for (let step = 0; step < 14; step += 1) await page.keyboard.press("ArrowRight");
  seen.confidence = await page.locator(".left output").textContent();
  await page.keyboard.press("/");
  await page.keyboard.type(chosen);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show blast radius" }).click();
  seen.summary = await page.locator(".radius p").nth(1).textContent();
  seen.reached = await page.evaluate(() => {
    const view = window.graphView;
    return Object.fromEntries([...view.reached].map(([node, one]) => [view.graph.symbol(node), [one.hops, one.confidence]]));
  });
  seen.colours = await colours(page);
  seen.legend = await page.$$eval(".legend.hops li", (all) => all.map((one) => one.textContent));
  seen.axeRadius = await violations(page);
  await page.getByRole("button", { name: "Fit" }).click();
  await page.waitForFunction(() => !window.graphView.drawing.cy.animated());
  await page.screenshot({ path: `${pictures}/light.png` });

  // The address keeps it all.
  const hash = new URL(page.url()).hash;
  const again = await openMap(browser, file, seen, { hash, colorScheme: "dark" });
  seen.kept = { heading: await heading(again), drawn: await drawn(again), colours: Object.keys(await colours(again)).sort() };
  seen.before = { heading: await heading(page), drawn: await drawn(page), colours: Object.keys(seen.colours).sort() };
  seen.axeDark = await violations(again);
  seen.grounds = [await ground(page), await ground(again)];
  await again.screenshot({ path: `${pictures}/dark.png` });

  // A broken address does no harm.
  await openMap(browser, file, seen, { hash: "#select=n:99999&radius=x&confidence=seven&expanded={&kinds=" });

  // A picture of it.
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save picture" }).click()]);
  seen.picture = { name: saved.suggestedFilename(), head: readFileSync(await saved.path()).subarray(1, 4).toString() };

  // Clear the radius.
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  seen.cleared = await colours(page);
});

function ground(page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
