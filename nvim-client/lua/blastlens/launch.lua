--- Finds the command that starts the language server.
local M = {}

M.how_to_install = "Install it with `pip install blastlens` (or `pipx install blastlens`), or name it: "
  .. "vim.g.blastlens = { cmd = { '/path/to/blastlens', 'lsp' } }"

--- The command, or nil and what was looked for. Never one from the opened folder: opening a repository must not run it.
---@return string[]? command
---@return string? tried
function M.command()
  local set = require("blastlens.settings").get()
  if set.cmd then
    if vim.fn.executable(set.cmd[1]) == 1 then
      return set.cmd
    end
    return nil, ("vim.g.blastlens.cmd names %s, which cannot be run"):format(set.cmd[1])
  end
  local environment = vim.env.VIRTUAL_ENV
  local candidates = environment and { environment .. "/bin/blastlens", environment .. "\\Scripts\\blastlens.exe" } or {}
  table.insert(candidates, "blastlens")
  for _, candidate in ipairs(candidates) do
    if vim.fn.executable(candidate) == 1 then
      return { vim.fn.exepath(candidate), "lsp" }
    end
  end
  return nil, "no `blastlens` in the active virtual environment or on PATH"
end

return M
