// Opens exported pages in a browser, and lets a scenario use them as a person would.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WAIT = { timeout: 30_000 };

export async function withBrowser(chromiumPath, use) {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/** A page from the file system, with all it asks for and complains about written to `seen`. */
export async function openPage(browser, file, seen, { hash = "", colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 840 }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  seen.requests ??= [];
  seen.complaints ??= [];
  page.on("request", (one) => seen.requests.push(one.url().replace(/#.*/, "")));
  page.on("console", (one) => ["error", "warning"].includes(one.type()) && seen.complaints.push(one.text()));
  page.on("pageerror", (error) => seen.complaints.push(String(error.stack)));
  page.on("dialog", (one) => (seen.complaints.push(`dialog: ${one.message()}`), one.dismiss()));
  await page.goto(pathToFileURL(file).href + hash);
  return page;
}

export async function openMap(browser, file, seen, options) {
  const page = await openPage(browser, file, seen, options);
  await page.waitForFunction(() => window.graphView, null, WAIT);
  return page;
}

/** What axe finds wrong: rule and the elements. */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const found = await window.axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  });
}

/** Runs a scenario with the options of the command line; prints what it saw as one JSON line. */
export async function run(scenario) {
  const options = JSON.parse(process.argv[2]);
  const seen = {};
  await withBrowser(options.chromiumPath, (browser) => scenario(browser, options, seen));
  console.log(JSON.stringify(seen));
}
