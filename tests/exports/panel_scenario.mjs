// The page of VS Code's graph panel, with a stand-in for the editor: it keeps the messages, and answers what the scenario says.
import { build } from "esbuild";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, violations } from "./page.mjs";

const THEMES = {
  "vscode-dark": { "editor-background": "#1f1f1f", "sideBar-background": "#181818", foreground: "#cccccc", descriptionForeground: "#9d9d9d", "panel-border": "#2b2b2b", "input-background": "#313131", "input-border": "#3c3c3c", "list-hoverBackground": "#2a2d2e", "button-background": "#0078d4", "button-foreground": "#ffffff", "textLink-foreground": "#4daafc", "editorWidget-background": "#202020", "list-inactiveSelectionBackground": "#37373d", "symbolIcon-classForeground": "#ee9d28", "symbolIcon-functionForeground": "#b180d7", "symbolIcon-fieldForeground": "#75beff", "symbolIcon-fileForeground": "#cccccc", "symbolIcon-folderForeground": "#cccccc", "symbolIcon-eventForeground": "#ee9d28", "symbolIcon-interfaceForeground": "#75beff", "testing-iconPassed": "#73c991", focusBorder: "#0078d4" },
  "vscode-light": { "editor-background": "#ffffff", "sideBar-background": "#f8f8f8", foreground: "#3b3b3b", descriptionForeground: "#3b3b3b", "panel-border": "#e5e5e5", "input-background": "#ffffff", "input-border": "#cecece", "list-hoverBackground": "#f2f2f2", "button-background": "#005fb8", "button-foreground": "#ffffff", "textLink-foreground": "#005fb8", "editorWidget-background": "#f8f8f8", "list-inactiveSelectionBackground": "#e4e6f1", "symbolIcon-classForeground": "#d67e00", "symbolIcon-functionForeground": "#652d90", "symbolIcon-fieldForeground": "#007acc", "symbolIcon-fileForeground": "#3b3b3b", "symbolIcon-folderForeground": "#3b3b3b", "symbolIcon-eventForeground": "#d67e00", "symbolIcon-interfaceForeground": "#007acc", "testing-iconPassed": "#388a34", focusBorder: "#005fb8" },
  "vscode-high-contrast": { "editor-background": "#000000", "sideBar-background": "#000000", foreground: "#ffffff", descriptionForeground: "#ffffff", contrastBorder: "#6fc3df", contrastActiveBorder: "#f38518", "panel-border": "#6fc3df", "input-background": "#000000", "input-border": "#6fc3df", "textLink-foreground": "#21a6ff", "symbolIcon-classForeground": "#ee9d28", "symbolIcon-functionForeground": "#b180d7", "symbolIcon-fieldForeground": "#75beff", "symbolIcon-fileForeground": "#ffffff", "symbolIcon-folderForeground": "#ffffff", "symbolIcon-eventForeground": "#ee9d28", "symbolIcon-interfaceForeground": "#75beff", "testing-iconPassed": "#73c991", focusBorder: "#f38518" },
};
const NONCE = "one-nonce";

/** Serves the page as the extension makes it, from the bundles of the package. */
async function serve(dist) {
  const made = join(mkdtempSync(join(tmpdir(), "panel-")), "page.mjs");
  await build({ entryPoints: ["vscode-client/src/graph/page.ts"], bundle: true, format: "esm", outfile: made, logLevel: "warning" });
  const { pageOf } = await import(made);
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    if (name === "graph.js" || name === "graph.css") response.setHeader("content-type", name.endsWith("js") ? "text/javascript" : "text/css").end(readFileSync(join(dist, name)));
    else if (name === "") response.setHeader("content-type", "text/html").end(pageOf({ nonce: NONCE, source: "'self'", script: "graph.js", style: "graph.css" }));
    else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A page as VS Code shows it; `state`: what it kept before. */
async function panel(browser, address, seen, state, size = { width: 900, height: 760 }) {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("console", (one) => ["error", "warning"].includes(one.type()) && seen.complaints.push(one.text()));
  page.on("pageerror", (error) => seen.complaints.push(String(error.stack)));
  page.on("dialog", (one) => (seen.complaints.push(`dialog: ${one.message()}`), one.dismiss()));
  page.on("request", (one) => seen.requests.push(new URL(one.url()).pathname));
  await page.addInitScript((kept) => {
    window.told = [];
    let state = kept ?? undefined;
    window.acquireVsCodeApi = () => ({ postMessage: (message) => window.told.push(message), getState: () => state, setState: (now) => (state = now) });
    window.kept = () => state;
  }, state);
  await page.goto(address);
  await theme(page, "vscode-dark");
  await page.waitForFunction(() => window.told.some((one) => one.type === "ready"));
  return page;
}

const theme = (page, name) =>
  page.evaluate(
    ([kind, colours]) => {
      document.documentElement.removeAttribute("style");
      for (const [key, value] of Object.entries(colours)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
      document.body.className = kind;
    },
    [name, THEMES[name]],
  );
const post = (page, message) => page.evaluate((one) => window.postMessage(one, "*"), message);
const told = (page, type) => page.evaluate((wanted) => window.told.filter((one) => one.type === wanted), type);
const drawn = (page) => page.evaluate(() => window.graphView.drawing.scene.boxes.map((box) => box.item.id).sort());
const placed = (page) => page.evaluate(() => Object.fromEntries([...window.graphView.drawing.scene.byId].map(([id, box]) => [id, window.graphView.drawing.onScreen(box.place)])));
const order = (page) => page.evaluate(() => [...window.graphView.drawing.scene.order].sort((a, b) => a[1] - b[1]).map(([id]) => id));
const middle = (page) => page.evaluate(() => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(window.graphView.drawing.view));

/** Gives the window another size, and waits until the map has taken it. */
async function resized(page, size) {
  const before = await page.evaluate(() => window.graphView.drawing.width);
  await page.setViewportSize(size);
  await page.waitForFunction((former) => {
    const { canvas, width, height } = window.graphView.drawing;
    const ratio = window.devicePixelRatio;
    return width !== former && canvas.width === Math.round(width * ratio) && canvas.height === Math.round(height * ratio);
  }, before);
}

const kept = { root: "file:///shop", about: { symbol: "shop/pricing.py::price_of" }, beside: [], most: 2000 };

await run(async (browser, { dist, radius, later, files, opened, hostile, pictures }, seen) => {
  Object.assign(seen, { complaints: [], requests: [] });
  const served = await serve(dist);
  const page = await panel(browser, served.address, seen);
  seen.waiting = await page.locator("#view").textContent();
  await post(page, { type: "told", text: "No graph yet: indexing, 12 %.", isError: false });
  await page.getByText("indexing, 12 %").waitFor();
  await post(page, { type: "graph", payload: radius, kept, isNew: true });
  await page.waitForFunction(() => window.graphView);
  seen.heading = await page.locator("h1").textContent();
  seen.drawn = await drawn(page);
  seen.axeDark = await violations(page);
  await page.screenshot({ path: `${pictures}/panel-dark.png` });
  const dark = await page.evaluate(() => window.graphView.drawing.theme);
  for (const kind of ["light", "high-contrast"]) {
    await theme(page, `vscode-${kind}`);
    await page.waitForFunction((ground) => window.graphView.drawing.theme.ground !== ground, kind === "light" ? dark.ground : "rgb(255, 255, 255)");
    seen[`axe-${kind}`] = await violations(page);
    await page.screenshot({ path: `${pictures}/panel-${kind}.png` });
  }
  seen.grounds = [dark.ground, await page.evaluate(() => window.graphView.drawing.theme.ground)];
  seen.strong = await page.evaluate(() => window.graphView.drawing.theme.strong);
  await theme(page, "vscode-dark");

  // Enter opens the source of a function; the mouse does too.
  await page.locator(".canvas").focus();
  await page.evaluate(() => window.graphView.choose("n:shop/checkout.py::receipt", true));
  await page.keyboard.press("Enter");
  await page.locator(".side .place button").click();
  seen.opened = await told(page, "open");

  // A later index: what is chosen, filtered and seen stays, and so do the boxes.
  const [before, orderBefore] = [await placed(page), await order(page)];
  await post(page, { type: "graph", payload: later, kept, isNew: false });
  await page.waitForFunction((count) => window.graphView.graph.count !== count, radius.nodes.qualname.length);
  const after = await placed(page);
  seen.later = { chosen: await page.evaluate(() => window.graphView.state.chosen), drawn: await drawn(page) };
  const chosen = "n:shop/checkout.py::receipt";
  seen.movedBy = Math.hypot(before[chosen].x - after[chosen].x, before[chosen].y - after[chosen].y);
  seen.order = [orderBefore, await order(page)].map((all) => all.filter((id) => id in before && id in after));

  // What it asks for.
  await page.getByRole("button", { name: "Show neighbours" }).click();
  seen.more = await told(page, "more");
  await page.getByRole("button", { name: "Modules" }).click();
  seen.subject = await told(page, "subject");
  await page.getByRole("button", { name: "Save SVG" }).click();
  await page.waitForFunction(() => window.told.some((one) => one.type === "save"));
  seen.saved = await page.evaluate(() => window.told.filter((one) => one.type === "save").map((one) => [one.name, new TextDecoder().decode(one.content).slice(0, 5), one.content.constructor.name]));

  // Files of a large repository are opened by the server.
  await post(page, { type: "graph", payload: files, kept: { ...kept, about: {} }, isNew: true });
  await page.waitForFunction(() => window.graphView.graph.data.about === "Modules");
  seen.files = await drawn(page);
  seen.left = await page.locator(".warning").first().textContent();
  await page.getByRole("button", { name: "Show more" }).click();
  seen.larger = (await told(page, "larger")).length;
  await page.evaluate(() => window.graphView.choose("f:shop/pricing.py", true));
  await page.locator(".canvas").focus();
  await page.keyboard.press("Enter");
  seen.asked = (await told(page, "more")).at(-1);
  await post(page, { type: "graph", payload: opened, kept: { ...kept, about: {}, beside: ["shop/pricing.py"] }, isNew: false });
  await page.waitForFunction(() => window.graphView.drawing.scene.byId.has("n:shop/pricing.py::price_of"));
  seen.inside = await drawn(page);

  // The window is opened again.
  const state = await page.evaluate(() => window.kept());
  const again = await panel(browser, served.address, seen, state, { width: 1300, height: 800 });
  await post(again, { type: "graph", payload: opened, kept: { ...kept, about: {}, beside: ["shop/pricing.py"] }, isNew: false });
  await again.waitForFunction(() => window.graphView);
  seen.restored = await drawn(again);

  // Beside another editor, and alone again: what was all in sight stays so; of what was looked at the middle stays.
  await again.getByRole("button", { name: "Fit", exact: true }).click();
  await resized(again, { width: 700, height: 640 });
  seen.inSight = await again.evaluate(() => {
    const map = window.graphView.drawing;
    const { x, y, width, height } = map.onScreen(map.scene.bounds);
    return [x, y, map.width - x - width, map.height - y - height];
  });
  await again.evaluate(() => window.graphView.drawing.panBy(-70, 20));
  const looked = await middle(again);
  await resized(again, { width: 1200, height: 760 });
  seen.middles = [looked, await middle(again)];

  // Names that try to be markup.
  await post(again, { type: "graph", payload: hostile, kept, isNew: true });
  await again.waitForFunction((project) => window.graphView.graph.data.project === project, hostile.project);
  await again.getByRole("button", { name: "Expand all" }).click();
  await again.keyboard.press("/");
  await again.keyboard.type("<img");
  await again.waitForSelector("#gv-found [role=option]");
  await again.keyboard.press("Enter");
  seen.hostile = await again.evaluate(() => ({ heading: document.querySelector("h1").textContent, elements: ["script", "b", "iframe", "img"].map((tag) => document.querySelectorAll(tag).length) }));
  await post(again, { type: "told", text: "<img src=x onerror=alert(1)>", isError: true });
  seen.notice = await again.locator(".notice.error").textContent();

  seen.calm = { complaints: [...seen.complaints], requests: [...new Set(seen.requests)].sort() };

  // The policy holds: neither text nor a script without the nonce runs.
  seen.policy = await again.evaluate(async () => {
    const blocked = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const picture = new Image();
    picture.src = "https://example.invalid/x.png";
    await fetch("https://example.invalid/").catch(() => undefined);
    await new Promise((done) => setTimeout(done, 200));
    return { ran: window.ran === true, blocked: [...new Set(blocked)].sort() };
  });
  served.close();
});
