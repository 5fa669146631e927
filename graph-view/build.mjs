// Bundles the graph view into one page, which `blastlens export --format html` fills with a graph.
//   node graph-view/build.mjs
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
${notice(bundle.metafile)}
-->
</html>
`,
);

/** The licences of what is bundled, which copies must keep. */
function notice(metafile) {
  const names = Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
  const packages = [...new Set(names.filter(Boolean))].sort();
  const texts = packages.map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((one) => join(folder, one)).find(existsSync);
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").trim().replaceAll("--", "- -")}`;
  });
  return `This page contains:\n\n${texts.join("\n\n----\n\n".replaceAll("--", "=="))}`;
}
