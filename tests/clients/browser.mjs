// Drives the workbench in a browser: a page with the few gestures that the scenarios need.
import { chromium } from "playwright-core";

// Of a frame: by the clock, for a frame in which nothing moves may be drawn no more, and is not asked then.
export const POLLED = { polling: 200 };
export const WAIT = { timeout: Number(process.env.BLASTLENS_WAIT_MS ?? 90_000) };

/** `folder` is opened, or the folders of the file `workspace`. */
export async function openWorkbench({ chromiumPath, port, folder, workspace, width = 1240, height = 720 }) {
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
  const opened = workspace === undefined ? `folder=${encodeURIComponent(folder)}` : `workspace=${encodeURIComponent(workspace)}`;
  await load(page, `http://127.0.0.1:${port}/?${opened}`);
  return new Workbench(browser, page);
}

/** Loads the workbench until its explorer has rows. On a busy machine it sometimes stays empty, and a second load does not. */
async function load(page, address) {
  const attempts = 3;
  for (let attempt = 1; ; attempt++) {
    await page.goto(address);
    try {
      await page.waitForSelector(".monaco-workbench .explorer-folders-view .monaco-list-row", { timeout: WAIT.timeout / 2 });
      return;
    } catch (error) {
      if (attempt === attempts) {
        throw error;
      }
    }
  }
}

export class Workbench {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  /** Opens a file by its name, as Ctrl+P does; once more when something else that opens by itself comes to lie before it. */
  async openFile(name) {
    for (const end = Date.now() + WAIT.timeout; ; ) {
      await this.pick(name, name, "Control+P");
      try {
        await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`, { timeout: 20_000 });
        return;
      } catch (error) {
        if (Date.now() > end) {
          throw error;
        }
      }
    }
  }

  /** Runs a command by its title. */
  async runCommand(title) {
    await this.pick(`>${title}`, title, "Control+Shift+P");
  }

  /** Types into the quick input, which is open or which `keys` open, and takes the row with `text`, once Enter takes that one: rows of
   * before are shown for a moment. What else takes the focus meanwhile closes the input: then it is opened again. */
  async pick(typed, text, keys) {
    const input = this.page.locator(".quick-input-widget input").locator("visible=true").first();
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text }).first();
    const end = Date.now() + WAIT.timeout;
    if (keys !== undefined) {
      await this.page.waitForFunction(() => document.querySelector(".quick-input-widget input")?.checkVisibility() !== true); // of the last one
    }
    for (;;) {
      if (keys !== undefined && !(await input.isVisible())) {
        await this.page.keyboard.press(keys);
      }
      try {
        await input.fill(typed, { timeout: keys === undefined ? WAIT.timeout : 2_000 });
        await row.waitFor({ timeout: keys === undefined ? WAIT.timeout : 20_000 });
        break;
      } catch (error) {
        if (keys === undefined || Date.now() > end) {
          throw error;
        }
      }
    }
    await this.page.keyboard.press("Enter");
  }

  /** Does something until it has an effect, the element `effect`: what is clicked may be drawn anew at that very moment, and what the
   * pointer is over may move away. */
  async until(gesture, effect) {
    const seen = this.page.locator(effect).first();
    for (const end = Date.now() + WAIT.timeout; ; ) {
      await gesture();
      try {
        await seen.waitFor({ timeout: 15_000 });
        return;
      } catch (error) {
        if (Date.now() > end) {
          throw error;
        }
      }
    }
  }

  /** Rows of the quick input, once there are any; `gesture` opens it. */
  async pickRows(gesture) {
    const row = ".quick-input-list .monaco-list-row .quick-input-list-rows";
    await (gesture === undefined ? this.page.waitForSelector(row) : this.until(gesture, row));
    return this.page.$$eval(".quick-input-list .monaco-list-row", (rows) => rows.map((row) => row.ariaLabel ?? row.textContent));
  }

  lenses() {
    return this.page.$$eval(".codelens-decoration", (all) => all.map((one) => one.textContent.replaceAll("\u00a0", " ")));
  }

  /** Waits until one lens says `text`, `count` are drawn and the index is whole; returns them all, from top to bottom. */
  async lensSaying(text, count) {
    await this.page.waitForFunction(
      ([wanted, number]) => {
        const all = [...document.querySelectorAll(".codelens-decoration")].map((one) => one.textContent);
        const said = all.map((one) => one.replaceAll("\u00a0", " "));
        return said.length === number && said.some((one) => one.includes(wanted)) && !said.some((one) => /so far|unknown/.test(one));
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

  /** Shows the views of Blastlens, at a width at which their rows can be read. */
  async openViews() {
    await this.page.locator(".activitybar a[aria-label^='Blastlens']").first().click({ force: true }); // its badge lies over it
    await this.page.locator(".pane-header", { hasText: "Blast Radius" }).waitFor();
  }

  /** Opens a view of Blastlens, or closes it. */
  async toggleView(name) {
    await this.page.locator(".pane-header", { has: this.page.getByText(name, { exact: true }) }).click();
  }

  /** Waits for a row with `text` in a view, and returns all that are drawn, from top to bottom. */
  async viewRows(name, text) {
    const pane = this.page.locator(".pane", { has: this.page.locator(".pane-header", { has: this.page.getByText(name, { exact: true }) }) });
    await pane.locator(".monaco-list-row", { hasText: text }).first().waitFor();
    return pane.locator(".monaco-list-row").evaluateAll((rows) => rows.map((row) => row.textContent.replaceAll("\u00a0", " ")));
  }

  /** What an empty view says, once it says `text`. */
  async welcome(text) {
    const said = this.page.locator(".pane .welcome-view-content", { hasText: text }).first();
    await said.waitFor();
    return said.evaluate((one) => one.textContent);
  }

  /** The letters beside the files of the explorer, by the files' names, once the one beside `file` is there. */
  async explorerBadges(file) {
    const badges = () => {
      const items = [...document.querySelectorAll(".explorer-folders-view .explorer-item")];
      const badge = (item) => getComputedStyle(item, "::after").content.replace(/^(none|normal)$|"/g, "");
      return Object.fromEntries(items.map((item) => [item.textContent, badge(item)]));
    };
    await this.page.waitForFunction(
      (name) => {
        const item = [...document.querySelectorAll(".explorer-folders-view .explorer-item")].find((one) => one.textContent === name);
        return item !== undefined && getComputedStyle(item, "::after").content.startsWith('"');
      },
      file,
      WAIT,
    );
    return this.page.evaluate(badges);
  }

  row(text) {
    return this.page.locator(".pane .monaco-list-row", { hasText: text }).first();
  }

  /** Makes the side bar wider, or narrower, by pixels. */
  async widenSideBar(pixels) {
    const bar = await this.page.locator(".part.sidebar").boundingBox();
    const [x, y] = [bar.x + bar.width + 1, bar.y + bar.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + pixels, y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Entries of the menu that a click with the right button opens; the menu is closed again. */
  async contextMenuOf(row) {
    await row.click({ button: "right" });
    await this.page.locator(".context-view .monaco-menu .action-label").first().waitFor();
    const entries = await this.page.$$eval(".context-view .monaco-menu .action-label", (all) => all.map((one) => one.textContent).filter(Boolean));
    await this.page.keyboard.press("Escape");
    return entries;
  }

  /** Picture of the window, without the pointer over anything, and when nothing is under way. */
  async picture(path) {
    await this.page.mouse.move(1100, 60);
    await this.page.waitForFunction(() => !document.querySelector(".workbench-hover:not(.hidden), .monaco-hover:not(.hidden) .hover-row"));
    await this.page.waitForFunction(() => [...document.querySelectorAll(".activitybar .progress-badge")].every((badge) => badge.offsetParent === null));
    // A click may have scrolled the window itself by a few pixels.
    await this.page.evaluate(() => {
      for (let part = document.querySelector(".part.sidebar"); part !== null; part = part.parentElement) {
        part.scrollTo(0, 0);
      }
    });
    await this.page.screenshot({ path });
  }

  /** The page of the graph panel, a frame in a frame, once something is drawn. */
  async graph() {
    const holder = await this.page.waitForSelector("iframe.webview.ready");
    const outer = await holder.contentFrame();
    const inner = await outer.waitForSelector("iframe#active-frame");
    const frame = await inner.contentFrame();
    await frame.waitForFunction(() => window.graphView !== undefined, undefined, POLLED);
    return frame;
  }

  async close() {
    await this.browser.close();
  }
}

/** What the graph panel shows, as its page knows it. */
export const graphState = (frame) =>
  frame.evaluate(() => ({ heading: document.querySelector("h1").textContent, chosen: window.graphView.state.chosen, drawn: window.graphView.drawing.scene.boxes.map((box) => box.item.id).sort() }));

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
