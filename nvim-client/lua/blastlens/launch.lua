--- Finds the command that starts the language server, and why it does not start.
local M = {}

M.how_to_install = "Install it with `pip install blastlens` (or `pipx install blastlens`), or name it: "
  .. "vim.g.blastlens = { cmd = { '/path/to/blastlens', 'lsp' } }"

local OLDEST = { 3, 11 }

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

--- The interpreter that runs a command: itself, or what its first line names.
---@param program string
---@return string?
local function interpreter(program)
  if vim.fs.basename(program):match("^python[%d.]*$") then
    return program
  end
  local file = io.open(vim.fn.exepath(program), "r")
  local first = file and file:read("*l") or nil
  if file then
    file:close()
  end
  local named = first and first:match("^#!%s*(%S+)")
  return named and vim.fs.basename(named):match("^python") and named or nil
end

---@param output? string
---@return string
local function last_line(output)
  local lines = vim.split(vim.trim(output or ""), "\n")
  return vim.trim(lines[#lines])
end

---@class blastlens.Diagnosis
---@field ok boolean the program runs
---@field said string its version, or what is wrong
---@field advice string what to do

---@param version? string what `python --version` printed
---@return string? found when it is too old
local function too_old(version)
  local major, minor = (version or ""):match("Python (%d+)%.(%d+)")
  if major and (tonumber(major) < OLDEST[1] or (tonumber(major) == OLDEST[1] and tonumber(minor) < OLDEST[2])) then
    return major .. "." .. minor
  end
end

--- Try the command, and say what is wrong with it.
---@param cmd string[]
---@param done fun(found: blastlens.Diagnosis)
function M.diagnose(cmd, done)
  local ask = vim.tbl_filter(function(word)
    return word ~= "lsp"
  end, cmd)
  table.insert(ask, "--version")
  local python = cmd[1] and interpreter(cmd[1]) or nil
  local function judge(run)
    local old = python and too_old(vim.system({ python, "--version" }, { text = true }):wait(5000).stdout)
    if old then
      return {
        ok = false,
        said = ("%s runs with Python %s, and 3.11 or newer is needed"):format(cmd[1], old),
        advice = "Install Blastlens into a newer Python: `pipx install --python python3.11 blastlens`",
      }
    elseif run.code ~= 0 then
      local said = last_line(run.stderr)
      return {
        ok = false,
        said = ("%s --version failed%s"):format(cmd[1] or "the command", said ~= "" and " (" .. said .. ")" or ""),
        advice = M.how_to_install,
      }
    end
    return { ok = true, said = ("%s: %s"):format(cmd[1], last_line(run.stdout)), advice = "" }
  end
  local started, problem = pcall(vim.system, ask, { text = true, timeout = 10000 }, function(run)
    vim.schedule(function()
      done(judge(run))
    end)
  end)
  if not started then
    done({ ok = false, said = ("%s cannot be run (%s)"):format(cmd[1] or "it", last_line(problem)), advice = M.how_to_install })
  end
end

return M
