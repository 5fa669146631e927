-- Configuration of the language server; change it with vim.lsp.config("blastlens", { ... }).
local lenses = require("blastlens.lenses")

---@type vim.lsp.Config
return {
  cmd = require("blastlens.launch").command() or { "blastlens", "lsp" },
  filetypes = require("blastlens.filetypes"),
  -- Git first: an index further up must not take in a repository below it.
  root_markers = {
    ".git",
    ".code-graph",
    { "pyproject.toml", "setup.py", "package.json", "go.mod", "Cargo.toml", "pom.xml", "compile_commands.json" },
  },
  settings = { blastlens = require("blastlens.settings").for_server() },
  -- Answers go to the quickfix list; without this the server would also show them as messages.
  init_options = { clientHandlesResults = true },
  commands = require("blastlens.questions").commands(),
  capabilities = {
    workspace = {
      codeLens = { refreshSupport = true },
      diagnostics = { refreshSupport = true },
      -- Off by default on Linux; changes made by git or other tools are seen only with it.
      didChangeWatchedFiles = { dynamicRegistration = true },
    },
  },
  handlers = {
    ["workspace/codeLens/refresh"] = lenses.on_refresh,
    ["workspace/diagnostic/refresh"] = lenses.on_diagnostic_refresh,
  },
}
