--- Completion of `:Blastlens`: questions, what they are about, options and their values.
local M = {}

-- Milliseconds to wait for the server's names: a key press must not hang.
local PATIENCE = 500
local MOST = 50

---@param typed string
---@param words string[]
local function beginning_with(typed, words)
  return vim.tbl_filter(function(word)
    return vim.startswith(word, typed)
  end, words)
end

--- Symbols whose names have what is typed; asked only once something is.
---@param typed string
---@return string[]
local function symbols(typed)
  local running = require("blastlens.client").of()
  if not running or typed == "" then
    return {}
  end
  local params = { command = "blastlens.searchSymbols", arguments = { { query = typed, limit = MOST } } }
  if running.root_dir then
    params.arguments[1].root = vim.uri_from_fname(running.root_dir)
  end
  local answer = running:request_sync("workspace/executeCommand", params, PATIENCE)
  -- The server looks for words in any order; completion is of what is typed.
  local found = vim.tbl_filter(function(row)
    local name = typed:find("::", 1, true) and row.symbol or require("blastlens.rows").short(row.symbol)
    return name:lower():find(typed:lower(), 1, true) ~= nil
  end, answer and answer.result and answer.result.results or {})
  local names, count = {}, {}
  for _, row in ipairs(found) do
    local short = require("blastlens.rows").short(row.symbol)
    count[short] = (count[short] or 0) + 1
  end
  for _, row in ipairs(found) do
    local short = require("blastlens.rows").short(row.symbol)
    -- A name that is not unique needs its file.
    table.insert(names, count[short] == 1 and short or row.symbol)
  end
  return names
end

--- Files and folders below the root, as the server calls them.
---@param typed string
local function paths(typed)
  return vim.fn.getcompletion(typed, "file")
end

---@param question blastlens.Question
---@param typed string
---@return string[]
local function subjects(question, typed)
  if question.subject == "symbol" then
    return symbols(typed)
  elseif question.subject == "file" or question.subject == "path" then
    return paths(typed)
  elseif question.subject == "word" then
    return beginning_with(typed, require("blastlens.options").words(question, question.argument))
  end
  return {}
end

---@param question blastlens.Question
---@param typed string
---@param line string
---@return string[]
local function options(question, typed, line)
  local all = require("blastlens.options")
  local key, value = typed:match("^([%a_]+)=(.*)$")
  if key then
    if not vim.tbl_contains(all.of(question), key) then
      return {}
    end
    local kind = all.all[key].kind
    local values = (kind == "path" or kind == "file") and paths(value) or beginning_with(value, all.words(question, key))
    return vim.tbl_map(function(one)
      return key .. "=" .. one
    end, values)
  end
  local names = {}
  for _, name in ipairs(all.of(question)) do
    if vim.startswith(name, typed) and not line:find("%s" .. name .. "=") then
      table.insert(names, name .. "=")
    end
  end
  return names
end

--- For `nvim_create_user_command`.
---@param typed string the word under the cursor, up to it
---@param line string
---@param position integer byte position of the cursor in the line
---@return string[]
function M.complete(typed, line, position)
  local before = vim.split(vim.trim(line:sub(1, position)), "%s+")
  while before[1] and not before[1]:match("^%A*Bl?a?s?t?l?e?n?s?!?$") do
    table.remove(before, 1) -- ranges and modifiers
  end
  local words = vim.list_slice(before, 2)
  if typed ~= "" then
    table.remove(words)
  end
  if #words == 0 then
    return beginning_with(typed, require("blastlens").names())
  end
  if words[1] == "explain" then
    return #words <= 2 and symbols(typed) or {}
  end
  -- `run_tests` takes what `tests` takes.
  local question = require("blastlens.questions").all[words[1] == "run_tests" and "tests" or words[1]]
  if not question then
    return {}
  end
  local found = {}
  local named = vim.iter(vim.list_slice(words, 2)):any(function(word)
    return not word:find("=", 1, true)
  end)
  if question.argument and not named and not typed:find("=", 1, true) then
    found = subjects(question, typed)
  end
  return vim.list_extend(found, options(question, typed, line:sub(1, position - #typed)))
end

return M
