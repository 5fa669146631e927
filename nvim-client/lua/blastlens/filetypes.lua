--- Files that the server reads, as Neovim calls their types.
---@type string[]
return {
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
}
