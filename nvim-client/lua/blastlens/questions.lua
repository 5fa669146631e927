--- Asks the server and shows its answers: rows in the quickfix list, one line of summary as a message.
local M = {}

---@class blastlens.Question
---@field command string the server's command
---@field title string heads the quickfix list
---@field empty string said when the answer is complete and has no row
---@field about? table what it is about, when that is not what stands at the cursor
---@field argument? string key of what may be named in its stead

---@type table<string, blastlens.Question>
M.all = {
  callers = { command = "blastlens.callers", title = "callers", empty = "no callers", argument = "symbol" },
  callers_transitive = {
    command = "blastlens.callersTransitive",
    title = "transitive callers",
    empty = "no callers",
    argument = "symbol",
  },
  dependents = {
    command = "blastlens.dependents",
    title = "files that import this one",
    empty = "no dependents",
    argument = "file",
  },
  blast_radius = {
    command = "blastlens.blastRadius",
    title = "blast radius",
    empty = "nothing depends on it",
    argument = "symbol",
  },
  changes = {
    command = "blastlens.blastRadius",
    title = "blast radius of uncommitted changes",
    empty = "nothing depends on what changed",
    about = { workingTree = true },
  },
  imports = {
    command = "blastlens.imports",
    title = "files that this one imports",
    empty = "it imports no file",
    argument = "file",
  },
  tests = {
    command = "blastlens.affectedTests",
    title = "tests to run",
    empty = "no test reaches what changed",
    argument = "symbol",
  },
  not_updated = {
    command = "blastlens.notUpdated",
    title = "callers not updated",
    empty = "every caller fits",
  },
  dead_code = { command = "blastlens.deadCode", title = "dead code", empty = "no dead code", argument = "path" },
  hubs = { command = "blastlens.hubs", title = "hubs", empty = "no hubs", argument = "level" },
  bridges = { command = "blastlens.bridges", title = "bridges", empty = "no bridges", argument = "level" },
  communities = {
    command = "blastlens.communities",
    title = "communities",
    empty = "no communities",
    argument = "name",
  },
  flows = { command = "blastlens.flows", title = "flows", empty = "no entry points", argument = "entry" },
  untested = {
    command = "blastlens.untested",
    title = "functions no test reaches",
    empty = "none untested",
    argument = "path",
  },
  cycles = { command = "blastlens.cycles", title = "import cycles", empty = "no import cycles" },
  coverage = {
    command = "blastlens.coverage",
    title = "what the graph cannot see",
    empty = "nowhere does the text hide what runs",
    argument = "path",
  },
  status = { command = "blastlens.indexStatus", title = "index", empty = "no index" },
  reindex = { command = "blastlens.reindex", title = "index", empty = "index rebuilt" },
}

local function notify(text, level)
  vim.notify("Blastlens: " .. text, level or vim.log.levels.INFO)
end

---@param bufnr integer
---@return vim.lsp.Client?
local function client_of(bufnr)
  return vim.lsp.get_clients({ name = "blastlens", bufnr = bufnr })[1] or vim.lsp.get_clients({ name = "blastlens" })[1]
end

--- Where the cursor stands, in the server's units: what a command is about when no lens says so.
local function here(client)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

---@param question blastlens.Question
---@param answer table the envelope
---@param client vim.lsp.Client
local function show_list(question, answer, client)
  local quickfix = require("blastlens.quickfix")
  local items, remarks = quickfix.items(answer, client), quickfix.remarks(answer)
  local count = #items
  if count == 0 then
    -- "No callers" is a claim: it is made only over a complete view.
    local text = answer.complete == false and "nothing found" or question.empty
    notify(table.concat(vim.list_extend({ text }, remarks), "; "))
    return
  end
  local title = ("Blastlens: %s (%d)"):format(question.title, count)
  vim.fn.setqflist({}, " ", { title = title, items = items, context = { blastlens = answer.question } })
  if require("blastlens.settings").get().open_quickfix then
    vim.cmd(("botright copen %d | wincmd p"):format(math.min(math.max(count, 3), 10)))
  end
  notify(table.concat(vim.list_extend({ ("%d %s"):format(count, question.title) }, remarks), "; "))
end

--- Facts about the index, one a line, names in order.
local function show_status(answer)
  local row = answer.results and answer.results[1] or answer
  local lines = {}
  for name, value in vim.spairs(row) do
    if type(value) == "table" then
      value = #value > 0 and ("%d"):format(#value) or nil
    end
    if value ~= nil and value ~= vim.NIL and value ~= "" then
      table.insert(lines, { ("%-16s %s\n"):format(name, value) })
    end
  end
  vim.api.nvim_echo(lines, true, {})
end

--- Send one command and show what comes back.
---@param client vim.lsp.Client
---@param question blastlens.Question
---@param arguments any[]
---@param bufnr integer
local function send(client, question, arguments, bufnr)
  local params = { command = question.command, arguments = arguments }
  client:request("workspace/executeCommand", params, function(err, answer)
    if err then
      notify(err.message, vim.log.levels.ERROR)
    elseif type(answer) ~= "table" then
      notify(question.empty)
    elseif question == M.all.status or question == M.all.reindex then
      show_status(answer)
    else
      show_list(question, answer, client)
    end
    require("blastlens.lenses").refresh(bufnr)
  end, bufnr)
end

--- Ask a question about what stands at the cursor, or about what is named.
---@param name string a key of `M.all`
---@param argument? string a symbol, file or path, whichever the question takes
function M.ask(name, argument)
  local question = M.all[name]
  if not question then
    notify(("unknown question %q; known: %s"):format(name, table.concat(M.names(), ", ")), vim.log.levels.ERROR)
    return
  end
  local bufnr = vim.api.nvim_get_current_buf()
  local client = client_of(bufnr)
  if not client then
    notify("the server is not running for this buffer; open a source file, or see :checkhealth blastlens", vim.log.levels.WARN)
    return
  end
  if argument and not question.argument then
    notify(("%s takes no argument"):format(name), vim.log.levels.ERROR)
    return
  end
  local about = vim.tbl_extend("force", here(client), question.about or {})
  if argument then
    about[question.argument] = argument
  end
  send(client, question, { about }, bufnr)
end

---@return string[]
function M.names()
  local names = vim.tbl_keys(M.all)
  table.sort(names)
  return names
end

--- The commands of lenses, run on this side so that their answers reach the quickfix list.
---@return table<string, fun(command: lsp.Command, ctx: table)>
function M.commands()
  local commands = {}
  for _, question in pairs(M.all) do
    -- Lenses run the plain questions; a variant has its subject from this side.
    commands[question.command] = question.about and commands[question.command] or function(command, ctx)
      local client = assert(vim.lsp.get_client_by_id(ctx.client_id))
      send(client, question, command.arguments or { here(client) }, ctx.bufnr)
    end
  end
  return commands
end

return M
