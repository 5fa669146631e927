--- What the user may set, in `vim.g.blastlens` (a table) before the plugin is loaded.
local M = {}

---@class blastlens.TreeSettings
---@field position "right"|"left"|"bottom" where its window opens
---@field size integer columns, or lines at the bottom
---@field group "hop"|"file" how rows are grouped at first
---@field follow boolean ask again whenever the server has a new revision

---@class blastlens.Settings
---@field cmd? string[] command that starts the language server; nil = found by `blastlens.launch`
---@field min_confidence? number edges below this count neither in lenses nor in answers; nil = the repository's setting
---@field severity table<string, string> by a finding's code: error, warning, information, hint or off
---@field lenses boolean show code lenses
---@field diagnostics boolean report findings
---@field inlay_hints boolean show the number of callers within the line
---@field exclude string[] gitignore patterns of files to leave out
---@field open_quickfix boolean open the quickfix window when an answer fills it
---@field view "quickfix"|"loclist"|"tree" where answers are shown, unless the command says so
---@field tree blastlens.TreeSettings
---@field server table further settings of the server, as its section `blastlens` has them
local defaults = {
  lenses = true,
  diagnostics = true,
  inlay_hints = false,
  severity = {},
  exclude = {},
  open_quickfix = true,
  view = "quickfix",
  tree = { position = "right", size = 64, group = "hop", follow = true },
  server = {},
}

local TYPES = { cmd = "table", min_confidence = "number" }
local WORDS = { view = { "quickfix", "loclist", "tree" } }

---@return blastlens.Settings
function M.get()
  local given = type(vim.g.blastlens) == "table" and vim.g.blastlens or {}
  return vim.tbl_deep_extend("force", defaults, given)
end

--- What is wrong with the user's settings, in words.
---@return string[]
function M.problems()
  local given = vim.g.blastlens
  if given ~= nil and type(given) ~= "table" then
    return { ("vim.g.blastlens must be a table, not a %s"):format(type(given)) }
  end
  local problems = {}
  for key, value in vim.spairs(given or {}) do
    local wanted = TYPES[key] or type(defaults[key])
    if wanted == "nil" then
      local known = vim.list_extend(vim.tbl_keys(defaults), vim.tbl_keys(TYPES))
      table.sort(known)
      table.insert(problems, ("unknown setting %s; there are %s"):format(key, table.concat(known, ", ")))
    elseif type(value) ~= wanted then
      table.insert(problems, ("%s must be a %s, not a %s"):format(key, wanted, type(value)))
    elseif WORDS[key] and not vim.tbl_contains(WORDS[key], value) then
      table.insert(problems, ("%s must be one of %s, not %q"):format(key, table.concat(WORDS[key], ", "), value))
    end
  end
  return problems
end

--- The settings as the server asks for them (`workspace/configuration`, section "blastlens").
function M.for_server()
  local set = M.get()
  local section = {
    minConfidence = set.min_confidence,
    lenses = { enabled = set.lenses },
    diagnostics = { enabled = set.diagnostics, severity = next(set.severity) and set.severity or vim.empty_dict() },
    inlayHints = { enabled = set.inlay_hints },
    exclude = set.exclude,
  }
  return vim.tbl_deep_extend("force", section, set.server)
end

return M
