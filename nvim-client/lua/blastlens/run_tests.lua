--- Runs the tests that a change affects, with the project's own runner, in a terminal.
local M = {}

local client = require("blastlens.client")
local rows = require("blastlens.rows")

local HEIGHT = 12

--- Why there is nothing to run.
---@param answer blastlens.Answer
---@return string
local function why_none(answer)
  if #(answer.results or {}) > 0 then
    return ("%d tests found, but it is not known how this project runs them"):format(#answer.results)
  end
  return answer.complete == false and table.concat(rows.remarks(answer), "; ") or "no test reaches what changed"
end

--- One command in a window of its own; the cursor stays where it is.
---@param command string for the shell
---@param folder string
local function open(command, folder)
  local before = vim.api.nvim_get_current_win()
  vim.cmd(("botright %dsplit"):format(HEIGHT))
  vim.cmd.enew()
  vim.fn.jobstart(command, { term = true, cwd = folder })
  vim.cmd("normal! G") -- the terminal is followed from its last line
  vim.api.nvim_set_current_win(before)
end

--- Ask which tests to run, and run them.
---@param running vim.lsp.Client
---@param about table arguments of `blastlens.affectedTests`
---@param bufnr? integer
function M.run(running, about, bufnr)
  client.run(running, require("blastlens.questions").all.tests.command, about, function(err, answer)
    if err then
      client.notify(err, vim.log.levels.ERROR)
      return
    end
    local commands = answer and type(answer.commands) == "table" and answer.commands or {}
    if not answer or #commands == 0 then
      client.notify("no test to run: " .. (answer and why_none(answer) or "no answer"))
      return
    end
    for _, one in ipairs(commands) do
      open(one.command, vim.fs.joinpath(running.root_dir or vim.fn.getcwd(), one.folder))
    end
  end, bufnr)
end

--- Of what stands at the cursor, or of what the words say, as `:Blastlens tests` reads them.
---@param words string[]
function M.ask(words)
  local running = client.required()
  local about = running and require("blastlens.ask").about(running, "tests", words)
  if running and about then
    M.run(running, about, vim.api.nvim_get_current_buf())
  end
end

return M
