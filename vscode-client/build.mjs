// Bundles the extension, and the page of its graph panel: node vscode-client/build.mjs [--minify]
import { build } from "esbuild";
import { appendFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { notice } from "../graph-view/notice.mjs";

const here = dirname(fileURLToPath(import.meta.url));
if (!existsSync(join(here, "../node_modules/d3-zoom"))) {
  console.error("npm packages are missing or old; install them with: npm ci --ignore-scripts");
  process.exit(1);
}
const shared = { bundle: true, minify: process.argv.includes("--minify"), logLevel: "warning", outdir: join(here, "dist") };

await build({ ...shared, entryPoints: { extension: join(here, "src/extension.ts") }, platform: "node", format: "cjs", target: "node20", external: ["vscode"] });
const panel = await build({
  ...shared,
  entryPoints: { graph: join(here, "../graph-view/src/panel.ts") },
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  metafile: true,
});
appendFileSync(join(here, "dist/graph.js"), `/*\n${notice(panel.metafile, "The graph panel")}\n*/\n`);
