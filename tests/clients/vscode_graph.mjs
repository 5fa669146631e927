// The graph panel in the workbench: opened at a function, used by keys, followed over a save and a reload. Asserts nothing:
// test_vscode.py judges what was seen.
import { graphState as state, POLLED, run, WAIT } from "./browser.mjs";

const CALLER = "n:shop/checkout.py::receipt";

await run(async (workbench, options, seen) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1500, height: 840 });
  await workbench.openFile("pricing.py");
  await workbench.lensSaying("4 callers", 4);
  await workbench.lensSaying("no test found", 4);
  await page.keyboard.press("Control+B");
  await page.locator(".view-line span", { hasText: /^price_of$/ }).first().click();
  await workbench.runCommand("Blastlens: Show Graph");
  let frame = await workbench.graph();
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

  // A saved change is in the graph, and nothing else of it moves.
  await workbench.openFile("promotions.py");
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n\ndef cheapest(products):\n    return min(price_of(one) for one in products)\n");
  await page.keyboard.press("Control+S");
  frame = await workbench.graph();
  await frame.waitForFunction(() => window.graphView.tree.items.has("n:shop/promotions.py::cheapest"), undefined, POLLED);
  seen.followed = await state(frame);

  // The window is loaded anew: the panel is there, with what it showed.
  await kept(page, encodeURIComponent(CALLER));
  await page.reload();
  frame = await workbench.graph();
  seen.restored = await state(frame);

  // All modules.
  await frame.getByRole("button", { name: "Modules" }).click();
  await frame.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Modules"), undefined, POLLED);
  seen.modules = await state(frame);

  // From a view.
  await workbench.openViews();
  await workbench.toggleView("Hubs");
  await workbench.viewRows("Hubs", "price_of");
  seen.menu = await workbench.contextMenuOf(workbench.row("price_of"));
});

/** Waits until the window has put away what its panels show: it does so every few seconds, and not when it is left. */
async function kept(page, text) {
  const end = Date.now() + WAIT.timeout;
  while (!(await page.evaluate(isKept, text))) {
    if (Date.now() > end) {
      throw new Error(`the window has not put away ${text}`);
    }
    await page.waitForTimeout(200);
  }
}

/** Whether a text is in what the window keeps of its parts. Runs in the page. */
async function isKept(text) {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => typeof value === "string" && value.includes(text))) {
          return true;
        }
      }
    } finally {
      database.close();
    }
  }
  return false;
}
