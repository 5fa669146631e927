--- What can be asked, as data: the server's commands, what each is about and which options it takes.
local M = {}

---@class blastlens.Question
---@field command string the server's command
---@field title string heads lists
---@field titled? string the same with its subject at %s; nil = "… of %s"
---@field empty string said when the answer is complete and has no row
---@field about? table what it is about, when that is not what stands at the cursor
---@field argument? string key of what may be named in its stead
---@field subject? "symbol"|"file"|"path"|"word" what that is, for completion
---@field options? string[] keys of `blastlens.options`
---@field facts? boolean the answer is facts about the index, not rows

local CHANGE = { "base", "commits", "diff", "head" }
local NETWORK = { "limit", "min_confidence", "tests" }

local function with(...)
  return vim.iter({ ... }):flatten():totable()
end

---@type table<string, blastlens.Question>
M.all = {
  callers = {
    command = "blastlens.callers",
    title = "callers",
    empty = "no callers",
    argument = "symbol",
    subject = "symbol",
    options = { "min_confidence" },
  },
  callers_transitive = {
    command = "blastlens.callersTransitive",
    title = "transitive callers",
    empty = "no callers",
    argument = "symbol",
    subject = "symbol",
    options = { "depth", "min_confidence" },
  },
  describe = {
    command = "blastlens.explainSymbol",
    title = "callers, the riskiest first",
    titled = "callers of %s, the riskiest first",
    empty = "no callers",
    argument = "symbol",
    subject = "symbol",
    options = { "min_confidence" },
  },
  dependents = {
    command = "blastlens.dependents",
    title = "files that import this one",
    titled = "files that import %s",
    empty = "no dependents",
    argument = "file",
    subject = "file",
    options = { "transitive" },
  },
  blast_radius = {
    command = "blastlens.blastRadius",
    title = "blast radius",
    empty = "nothing depends on it",
    argument = "symbol",
    subject = "symbol",
    options = with(CHANGE, "file", "min_confidence"),
  },
  changes = {
    command = "blastlens.blastRadius",
    title = "blast radius of uncommitted changes",
    empty = "nothing depends on what changed",
    about = { workingTree = true },
    options = { "min_confidence" },
  },
  imports = {
    command = "blastlens.imports",
    title = "files that this one imports",
    titled = "files that %s imports",
    empty = "it imports no file",
    argument = "file",
    subject = "file",
  },
  tests = {
    command = "blastlens.affectedTests",
    title = "tests to run",
    titled = "tests to run for %s",
    empty = "no test reaches what changed",
    argument = "symbol",
    subject = "symbol",
    options = with(CHANGE, "file"),
  },
  not_updated = {
    command = "blastlens.notUpdated",
    title = "callers not updated",
    empty = "every caller fits",
    options = with(CHANGE, "min_confidence"),
  },
  dead_code = {
    command = "blastlens.deadCode",
    title = "dead code",
    titled = "dead code in %s",
    empty = "no dead code",
    argument = "path",
    subject = "path",
    options = { "min_lines" },
  },
  hubs = {
    command = "blastlens.hubs",
    title = "hubs",
    empty = "no hubs",
    argument = "level",
    subject = "word",
    options = with(NETWORK, "by", "level"),
  },
  bridges = {
    command = "blastlens.bridges",
    title = "bridges",
    empty = "no bridges",
    argument = "level",
    subject = "word",
    options = with(NETWORK, "level"),
  },
  communities = {
    command = "blastlens.communities",
    title = "communities",
    titled = "community %s",
    empty = "no communities",
    argument = "name",
    options = with(NETWORK, "level"),
  },
  flows = {
    command = "blastlens.flows",
    title = "flows",
    titled = "flows from %s",
    empty = "no entry points",
    argument = "entry",
    subject = "symbol",
    options = NETWORK,
  },
  untested_callers = {
    command = "blastlens.untestedCallers",
    title = "callers no test reaches",
    titled = "callers of %s that no test reaches",
    empty = "no caller is untested",
    argument = "symbol",
    subject = "symbol",
    options = { "min_confidence" },
  },
  untested = {
    command = "blastlens.untested",
    title = "functions no test reaches",
    titled = "functions no test reaches in %s",
    empty = "none untested",
    argument = "path",
    subject = "path",
  },
  cycles = {
    command = "blastlens.cycles",
    title = "cycles",
    empty = "no cycles",
    argument = "level",
    subject = "word",
    options = { "include", "level" },
  },
  coverage = {
    command = "blastlens.coverage",
    title = "what the graph cannot see",
    titled = "what the graph cannot see in %s",
    empty = "nowhere does the text hide what runs",
    argument = "path",
    subject = "path",
    options = { "depth" },
  },
  symbols = {
    command = "blastlens.searchSymbols",
    title = "symbols",
    titled = "symbols with %s",
    empty = "no symbol has these words",
    argument = "query",
    subject = "symbol",
    options = { "limit" },
  },
  status = { command = "blastlens.indexStatus", title = "index", empty = "no index", facts = true },
  reindex = { command = "blastlens.reindex", title = "index", empty = "index rebuilt", facts = true },
}

--- Why an edge is there: its answer is prose in a window, see `blastlens.explain`.
M.explain = "blastlens.explain"

---@return string[]
function M.names()
  local names = vim.tbl_keys(M.all)
  table.sort(names)
  return names
end

return M
