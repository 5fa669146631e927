--- What the user may set, in `vim.g.blastlens` (a table) before the plugin is loaded.
local M = {}

---@class blastlens.Settings
---@field cmd? string[] command that starts the language server; nil = found by `blastlens.launch`
---@field min_confidence? number edges below this count neither in lenses nor in answers; nil = the repository's setting
---@field severity table<string, string> by a finding's code: error, warning, information, hint or off
---@field lenses boolean show code lenses
---@field diagnostics boolean report import cycles and changed functions whose callers no test reaches
---@field exclude string[] gitignore patterns of files to leave out
---@field open_quickfix boolean open the quickfix window when an answer fills it
local defaults = {
  lenses = true,
  diagnostics = true,
  severity = {},
  exclude = {},
  open_quickfix = true,
}

---@return blastlens.Settings
function M.get()
  return vim.tbl_extend("force", defaults, vim.g.blastlens or {})
end

--- The settings as the server asks for them (`workspace/configuration`, section "blastlens").
function M.for_server()
  local set = M.get()
  return {
    minConfidence = set.min_confidence,
    lenses = { enabled = set.lenses },
    diagnostics = { enabled = set.diagnostics, severity = next(set.severity) and set.severity or vim.empty_dict() },
    exclude = set.exclude,
  }
end

return M
