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
const kept = { root: "file:///shop", about: { symbol: "shop/pricing.py::price_of" }, beside: [], most: 2000 };

await run(async (browser, { dist, radius, later, pictures }, seen) => {
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
  const before = await placed(page);
  await post(page, { type: "graph", payload: later, kept, isNew: false });
  await page.waitForFunction((count) => window.graphView.graph.count !== count, radius.nodes.qualname.length);
  const after = await placed(page);
  seen.later = { chosen: await page.evaluate(() => window.graphView.state.chosen), drawn: await drawn(page) };
  const chosen = "n:shop/checkout.py::receipt";
  seen.movedBy = Math.hypot(before[chosen].x - after[chosen].x, before[chosen].y - after[chosen].y);
  served.close();
});
