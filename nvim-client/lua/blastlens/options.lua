--- Words of `:Blastlens`: `key=value` pairs, and what they may be.
local M = {}

---@class blastlens.Option
---@field key? string of the server's argument; nil = the plugin's own
---@field kind "number"|"text"|"switch"|"words"|"file"|"path"|"symbol"
---@field words? string[] the values there are, or the usual ones

local REVISIONS = { "HEAD", "HEAD~1", "main", "origin/main" }

---@type table<string, blastlens.Option>
M.all = {
  view = { kind = "words", words = { "loclist", "quickfix", "tree" } },
  group = { kind = "words", words = { "file", "hop" } },
  min_confidence = { key = "minConfidence", kind = "number", words = { "0.5", "0.7", "0.9", "0.95" } },
  limit = { key = "limit", kind = "number", words = { "20", "50", "200" } },
  depth = { key = "depth", kind = "number", words = { "1", "2", "3" } },
  min_lines = { key = "minLines", kind = "number", words = { "5", "10", "20" } },
  tests = { key = "tests", kind = "switch", words = { "true", "false" } },
  transitive = { key = "transitive", kind = "switch", words = { "true", "false" } },
  level = { key = "level", kind = "words", words = { "function", "class", "file", "import", "call" } },
  by = { key = "by", kind = "words", words = { "in", "out", "both" } },
  include = { key = "include", kind = "words", words = { "load_time", "all" } },
  base = { key = "base", kind = "text", words = REVISIONS },
  head = { key = "head", kind = "text", words = REVISIONS },
  commits = { key = "commits", kind = "text", words = { "HEAD", "HEAD~1..HEAD", "main..HEAD" } },
  diff = { key = "diff", kind = "file" },
  file = { key = "file", kind = "path" },
}

--- Options of every question that has rows.
local SHARED = { "group", "view" }

---@param question blastlens.Question
---@return string[] names # in order
function M.of(question)
  if question.facts then
    return {}
  end
  local names = vim.list_extend({}, question.options or {})
  vim.list_extend(names, SHARED)
  table.sort(names)
  return names
end

local NETWORK_LEVELS = { "function", "class", "file" }
local CYCLE_LEVELS = { "import", "class", "call" }

--- The values to offer for an option of a question.
---@param question blastlens.Question
---@param name string
---@return string[]
function M.words(question, name)
  if name == "level" then
    return question.title == "cycles" and CYCLE_LEVELS or NETWORK_LEVELS
  end
  return M.all[name].words or {}
end

---@param name string
---@param value string
---@return any value
---@return string? problem
local function parse(name, value)
  local option = M.all[name]
  if option.kind == "number" then
    local number = tonumber(value)
    return number, number == nil and ("%s must be a number, not %q"):format(name, value) or nil
  elseif option.kind == "switch" then
    if value ~= "true" and value ~= "false" then
      return nil, ("%s must be true or false, not %q"):format(name, value)
    end
    return value == "true"
  elseif option.kind == "words" and not vim.tbl_contains(option.words, value) then
    return nil, ("%s must be one of %s, not %q"):format(name, table.concat(option.words, ", "), value)
  elseif option.kind == "file" then
    local path = vim.fn.fnamemodify(value, ":p")
    local ok, lines = pcall(vim.fn.readfile, path)
    if not ok then
      return nil, ("%s cannot be read"):format(path)
    end
    return table.concat(lines, "\n") .. "\n"
  end
  return value
end

--- Read the words after a question's name.
---@param name string
---@param question blastlens.Question
---@param words string[]
---@return { subject?: string, about: table, shown: { view?: string, group?: string } }? parsed
---@return string? problem what to tell the user
function M.read(name, question, words)
  local allowed = M.of(question)
  local parsed = { about = {}, shown = {} }
  for _, word in ipairs(words) do
    local key, value = word:match("^([%a_]+)=(.*)$")
    if key then
      if not vim.tbl_contains(allowed, key) then
        local known = #allowed > 0 and "; it takes " .. table.concat(allowed, ", ") or ""
        return nil, ("%s takes no option %s%s"):format(name, key, known)
      end
      local read, problem = parse(key, value)
      if problem then
        return nil, problem
      end
      local option = M.all[key]
      if option.key then
        parsed.about[option.key] = read
      else
        parsed.shown[key] = read
      end
    elseif not question.argument then
      return nil, ("%s takes no argument"):format(name)
    elseif parsed.subject then
      return nil, ("%s takes one argument, not also %q"):format(name, word)
    else
      parsed.subject = word
    end
  end
  return parsed
end

return M
