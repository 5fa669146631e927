// The map of a small shop, used with mouse and keyboard.
import { openMap, run, violations } from "./page.mjs";

const drawn = (page) =>
  page.evaluate(() => {
    const { boxes, joins } = window.graphView.drawing.scene;
    return { items: boxes.map((box) => box.item.id).sort(), lines: joins.length, links: joins.reduce((sum, join) => sum + join.line.links, 0) };
  });
const heading = (page) => page.locator(".side h2").last().textContent();
/** Where an item is drawn, on the screen: the middle, or of what is open the middle of its title. */
const placeOf = (page, id) =>
  page.evaluate((wanted) => {
    const { drawing } = window.graphView;
    const box = drawing.scene.byId.get(wanted);
    const { x, y, width, height } = drawing.onScreen(box.place);
    const around = drawing.canvas.getBoundingClientRect();
    return { x: around.x + x + width / 2, y: around.y + y + (box.isFrame ? 8 : height / 2) };
  }, id);
/** The colours of the picture in these boxes; read at once, as the browser complains of many readings. */
const pixels = (page, ids) =>
  page.evaluate((wanted) => {
    const { drawing } = window.graphView;
    const { canvas } = drawing;
    const ratio = canvas.width / drawing.width;
    const all = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return wanted.map((id) => {
      const { x, y, height } = drawing.onScreen(drawing.scene.byId.get(id).place);
      const at = 4 * (Math.round((y + height / 2) * ratio) * canvas.width + Math.round((x + 5) * ratio));
      return [...all.subarray(at, at + 3)].join();
    });
  }, ids);
const hops = (page) => page.evaluate(() => Object.fromEntries(window.graphView.drawing.marks.hops ?? []));
const chosenItem = (page) => page.evaluate(() => window.graphView.state.chosen);
const settled = (page) => page.waitForFunction(() => !window.graphView.drawing.isMoving && !window.graphView.drawing.frame);

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
  await page.waitForFunction((count) => window.graphView.drawing.scene.boxes.length > count, seen.collapsed.items.length);
  seen.expanded = await drawn(page);
  const stays = await placeOf(page, folder);
  await page.mouse.click(stays.x, stays.y);
  seen.clicked = { wanted: folder, chosen: await chosenItem(page) };
  await page.locator(".canvas").focus();
  await page.keyboard.press("Enter");
  seen.collapsedByKey = await drawn(page);
  await page.keyboard.press("Escape");
  seen.afterEscape = await page.locator(".side h2").first().textContent();

  // Without a mouse.
  await page.getByRole("button", { name: "Expand all" }).click();
  seen.all = await drawn(page);
  await page.keyboard.press("/");
  await page.keyboard.type(chosen);
  await page.keyboard.press("Enter");
  await page.locator(".canvas").focus();
  seen.keys = { chosen: await chosenItem(page) };
  for (const [name, key] of [["up", "ArrowUp"], ["down", "ArrowDown"], ["user", "u"], ["nextUser", "u"], ["used", "d"], ["around", "p"]]) {
    await page.keyboard.press(key);
    seen.keys[name] = await chosenItem(page);
  }
  seen.told = await page.locator(".status").textContent();
  const still = await page.evaluate(() => window.graphView.drawing.view.x);
  await page.keyboard.press("Shift+ArrowLeft");
  seen.panned = still - (await page.evaluate(() => window.graphView.drawing.view.x));
  await page.keyboard.press("r");
  seen.radiusByKey = Object.keys(await hops(page)).length;
  await page.keyboard.press("r");
  await page.keyboard.press("?");
  seen.listed = await page.$$eval("dialog[open] dt", (all) => all.map((one) => one.textContent));
  seen.axeKeys = await violations(page);
  await page.keyboard.press("Escape");
  seen.dialogs = await page.locator("dialog[open]").count();

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
  await page.locator("#gv-path").fill("PRICING");
  await page.keyboard.press("Enter");
  seen.ofPath = await drawn(page);
  await page.locator("#gv-path").fill("");
  await page.keyboard.press("Enter");

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
  seen.legend = await page.$$eval(".legend.hops li", (all) => all.map((one) => one.textContent));
  seen.axeRadius = await violations(page);
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.getByRole("button", { name: "Fit" }).click();
  await settled(page);
  seen.hops = await hops(page);
  const closed = await page.evaluate((ids) => ids.filter((id) => !window.graphView.drawing.scene.byId.get(id).isFrame), Object.keys(seen.hops));
  const colours = await pixels(page, closed);
  seen.colours = closed.map((id, number) => [seen.hops[id], colours[number]]);
  await page.screenshot({ path: `${pictures}/light.png` });

  // The address keeps it all.
  const hash = new URL(page.url()).hash;
  const again = await openMap(browser, file, seen, { hash, colorScheme: "dark" });
  seen.kept = { heading: await heading(again), drawn: await drawn(again), hops: await hops(again) };
  seen.before = { heading: await heading(page), drawn: await drawn(page), hops: seen.hops };
  seen.axeDark = await violations(again);
  seen.grounds = [await ground(page), await ground(again)];
  await again.screenshot({ path: `${pictures}/dark.png` });

  // A broken address does no harm.
  await openMap(browser, file, seen, { hash: "#select=n:99999&radius=x&confidence=seven&expanded={&kinds=" });

  // Strong contrast.
  await again.emulateMedia({ contrast: "more" });
  await again.waitForFunction(() => window.graphView.drawing.theme.strong);
  seen.strong = await again.evaluate(() => window.graphView.drawing.theme);
  await again.emulateMedia({ contrast: "no-preference", forcedColors: "active" });
  await again.waitForFunction((soft) => window.graphView.drawing.theme.soft !== soft, seen.strong.soft);
  seen.forced = await again.evaluate(() => window.graphView.drawing.theme);

  // Pictures of it.
  seen.pictures = {};
  for (const format of ["PNG", "SVG"]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save ${format}` }).click()]);
    await saved.saveAs(`${pictures}/${saved.suggestedFilename()}`);
    seen.pictures[format] = saved.suggestedFilename();
  }
  seen.labels = await page.evaluate(() => window.graphView.drawing.scene.boxes.map((box) => box.label));

  // Clear the radius.
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  seen.cleared = await hops(page);
});

function ground(page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
