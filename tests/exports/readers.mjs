// Reads an export with the program it is for, and prints what that saw as one JSON line.
//   node readers.mjs KIND FILE...
import { readFileSync } from "node:fs";

const readers = {
  /** Graphviz itself: labels of nodes and clusters as they are drawn, and the number of edges. */
  async dot(file) {
    const { Graphviz } = await import("@hpcc-js/wasm-graphviz");
    const graphviz = await Graphviz.load();
    const text = readFileSync(file, "utf8");
    const svg = graphviz.layout(text, "svg", "dot");
    const groups = svg.split(/<g id="(?=node|edge|clust)/).slice(1);
    const seen = { nodes: [], clusters: [], edges: 0 };
    for (const group of groups) {
      const drawn = [...group.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((one) => one[1]);
      if (group.startsWith("edge")) seen.edges += 1;
      else (group.startsWith("node") ? seen.nodes : seen.clusters).push(drawn.join("\n"));
    }
    return seen;
  },

  /** Neo4j's own grammar and semantic checks: what they have to say against each script. */
  async cypher(...files) {
    const { lintCypherQuery } = await import("@neo4j-cypher/language-support");
    return files.map((file) => {
      const { diagnostics } = lintCypherQuery(readFileSync(file, "utf8"), {});
      return diagnostics.filter((one) => one.severity === 1).map((one) => one.message);
    });
  },
};

const [kind, ...files] = process.argv.slice(2);
console.log(JSON.stringify(await readers[kind](...files)));
