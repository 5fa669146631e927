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
  -- Answers go to lists and to the tree; without the first the server would also show them as messages.
  init_options = { clientHandlesResults = true, statusNews = true, runsTests = true },
  commands = require("blastlens.ask").commands(),
  on_exit = require("blastlens.server").on_exit,
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
    ["blastlens/status"] = require("blastlens.status").on_status,
  },
}
