// Uses a map as a person does, and prints how it moved: node bench/map.mjs CHROMIUM PAGE
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, file] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"] });
const page = await (await browser.newContext({ viewport: { width: 1360, height: 840 } })).newPage();
const opened = Date.now();
await page.goto(pathToFileURL(file).href);
await page.waitForFunction(() => window.graphView);
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const found = { first_picture_ms: Date.now() - opened, moves: {} };
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
const cpu = async () => (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === "TaskDuration").value;

async function timed(name, move) {
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const next = (now) => {
      window.frames_.push(now - last);
      last = now;
      window.next_ = requestAnimationFrame(next);
    };
    window.next_ = requestAnimationFrame(next);
  });
  const before = await cpu();
  await move();
  const after = await cpu();
  const frames = (await page.evaluate(() => (cancelAnimationFrame(window.next_), window.frames_.slice(1)))).sort((a, b) => a - b);
  const at = (share) => Math.round(frames[Math.min(Math.floor(frames.length * share), frames.length - 1)] ?? 0);
  found.moves[name] = { frames: frames.length, median_ms: at(0.5), p95_ms: at(0.95), longest_ms: at(1), cpu_s: Math.round((after - before) * 100) / 100 };
}

async function drag() {
  await page.mouse.move(640, 450);
  await page.mouse.down();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(640 + 140 * Math.sin(step / 5), 450 + 80 * Math.sin(step / 4));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  await page.waitForTimeout(300);
}

async function wheel(delta) {
  await page.mouse.move(640, 450);
  for (let step = 0; step < 15; step += 1) {
    await page.mouse.wheel(0, delta);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(300);
}

await timed("open all boxes", async () => {
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.waitForTimeout(800);
});
Object.assign(found, await page.evaluate(() => ({ boxes: window.graphView.drawing.scene.boxes.length, lines: window.graphView.drawing.scene.joins.length })));
await timed("first drag", drag);
await timed("second drag", drag);
await timed("zoom in", () => wheel(-120));
await timed("drag, near", drag);
await timed("zoom out", () => wheel(120));
await browser.close();
console.log(JSON.stringify(found));
