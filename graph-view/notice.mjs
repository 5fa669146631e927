// The licences of what is bundled, which copies must keep.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** As text, without what would end a comment of HTML or of a script. */
export function notice(metafile, what) {
  const names = Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
  const packages = [...new Set(names.filter(Boolean))].sort();
  const texts = packages.map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((one) => join(folder, one)).find(existsSync);
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").trim()}`.replaceAll("--", "- -").replaceAll("*/", "* /");
  });
  return `${what} contains:\n\n${texts.join("\n\n====\n\n")}`;
}
