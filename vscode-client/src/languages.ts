/** What editors call the documents that the server reads. */
export const LANGUAGE_IDS: readonly string[] = [
  "c",
  "cpp",
  "go",
  "java",
  "javascript",
  "javascriptreact",
  "python",
  "rust",
  "typescript",
  "typescriptreact",
];
