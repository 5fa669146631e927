// Bundles the graph view into one page, which `blastlens export --format html` fills with a graph.
//   node graph-view/build.mjs
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { notice } from "./notice.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const page = join(root, "server/blastlens/views/exports/map.html");

const bundle = await build({
  entryPoints: { view: join(here, "src/page.ts"), style: join(here, "src/view.css") },
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  metafile: true,
  write: false,
  outdir: "out",
  logLevel: "warning",
});
const text = (suffix) => bundle.outputFiles.find((file) => file.path.endsWith(suffix)).text.trim();
// Inside a script, these would end it or change how the rest is read.
const script = text(".js").replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const digest = createHash("sha256").update(script).digest("base64");

writeFileSync(
  page,
  `<!doctype html>
<html lang="en">
<!-- blastlens export -->
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{{title}}</title>
<style>${text(".css")}</style>
</head>
<body>
<div id="view"><noscript>This map is drawn by a script, which this browser does not run.</noscript></div>
<script type="application/json" id="graph">{{graph}}</script>
<script>${script}</script>
</body>
<!--
${notice(bundle.metafile, "This page")}
-->
</html>
`,
);
