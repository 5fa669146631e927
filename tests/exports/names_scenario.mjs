// Pages whose names try to be markup, and Mermaid's reading of a flowchart of them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openMap, openPage, run } from "./page.mjs";

await run(async (browser, { map, blank, flowcharts }, seen) => {
  const page = await openMap(browser, map, seen);
  // As JSON text: a lone surrogate would not survive the way back.
  seen.names = await page.evaluate(() => JSON.stringify(JSON.parse(document.getElementById("graph").textContent).nodes.qualname));
  seen.files = await page.evaluate(() => JSON.stringify(JSON.parse(document.getElementById("graph").textContent).files));
  await page.evaluate(() => window.graphView.expandFiles());
  await page.keyboard.press("/");
  await page.keyboard.type("</script>");
  await page.waitForSelector("#gv-found [role=option]");
  seen.suggestion = await page.locator("#gv-found .name").first().textContent();
  await page.keyboard.press("Enter");
  seen.elements = await page.evaluate(() => ["script", "b", "iframe", "img"].map((tag) => document.querySelectorAll(tag).length));
  seen.title = await page.title();
  seen.svg = await page.evaluate(async () => {
    window.graphView.expandAll();
    const read = new DOMParser().parseFromString(await (await window.graphView.picture("svg")).text(), "image/svg+xml");
    const labels = [...read.querySelectorAll("text")].map((one) => one.textContent);
    const elements = [...new Set([...read.querySelectorAll("*")].map((one) => one.localName))].sort();
    return { elements, missing: window.graphView.drawing.scene.boxes.filter((box) => !labels.some((label) => label.length === box.label.length)).length };
  });

  const drawing = await openPage(browser, blank, {});
  await drawing.addScriptTag({ path: createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js") });
  seen.flowcharts = [];
  for (const [number, file] of flowcharts.entries()) {
    seen.flowcharts.push(
      await drawing.evaluate(async ([text, draw]) => {
        const { mermaid } = window;
        mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
        const { diagramType } = await mermaid.parse(text);
        if (!draw) return { diagramType };
        const { svg } = await mermaid.render("drawn", text);
        const holder = document.createElement("div");
        holder.innerHTML = svg;
        const texts = (selector) => [...holder.querySelectorAll(selector)].map((one) => one.textContent.trim());
        return { diagramType, nodes: texts(".node .nodeLabel"), clusters: texts(".cluster .nodeLabel"), edges: holder.querySelectorAll("path.flowchart-link").length };
      }, [readFileSync(file, "utf8"), number === 0]),
    );
  }
});
