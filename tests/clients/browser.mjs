// Drives the workbench in a browser: a page with the few gestures that the scenarios need.
import { chromium } from "playwright-core";

const WAIT = { timeout: 90_000 };

export async function openWorkbench({ chromiumPath, port, folder, width = 1240, height = 720 }) {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
    ],
  });
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1.5, colorScheme: "dark" });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  await page.waitForSelector(".monaco-workbench .explorer-folders-view .monaco-list-row", WAIT);
  return new Workbench(browser, page);
}

export class Workbench {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  /** Opens a file by its name, as Ctrl+P does. */
  async openFile(name) {
    await this.page.keyboard.press("Control+P");
    await this.pick(name, name);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`, WAIT);
  }

  /** Runs a command by its title. */
  async runCommand(title) {
    await this.page.keyboard.press("Control+Shift+P");
    await this.pick(`>${title}`, title);
  }

  /** Types into the open quick input and takes the row with `text`; Enter before the row is there would do nothing. */
  async pick(typed, text) {
    const input = this.page.locator(".quick-input-widget input");
    await input.waitFor({ state: "visible" });
    await input.fill(typed);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  async pickRows() {
    await this.page.waitForSelector(".quick-input-list .monaco-list-row .quick-input-list-rows");
    return this.page.$$eval(".quick-input-list .monaco-list-row", (rows) => rows.map((row) => row.ariaLabel ?? row.textContent));
  }

  lenses() {
    return this.page.$$eval(".codelens-decoration", (all) => all.map((one) => one.textContent.replaceAll("\u00a0", " ")));
  }

  /** Waits until one lens says `text` and `count` are drawn; returns them all, from top to bottom. */
  async lensSaying(text, count) {
    await this.page.waitForFunction(
      ([wanted, number]) => {
        const all = [...document.querySelectorAll(".codelens-decoration")].map((one) => one.textContent);
        return all.length === number && all.some((one) => one.replaceAll("\u00a0", " ").includes(wanted));
      },
      [text, count],
      WAIT,
    );
    return this.lenses();
  }

  async texts(selector) {
    await this.page.waitForSelector(selector);
    return this.page.$$eval(selector, (all) => all.map((one) => (one.ariaLabel ?? one.textContent).replaceAll("\u00a0", " ")));
  }

  async close() {
    await this.browser.close();
  }
}

/** Runs a scenario named on the command line's JSON; prints what it saw as one JSON line, and a picture when it fails. */
export async function run(scenario) {
  const options = JSON.parse(process.argv[2]);
  const seen = {};
  const workbench = await openWorkbench(options);
  try {
    await scenario(workbench, options, seen);
  } catch (error) {
    await workbench.page.screenshot({ path: options.failurePicture });
    console.error(error);
    process.exitCode = 1;
  } finally {
    await workbench.close();
    console.log(JSON.stringify(seen));
  }
}
