--- Asks the server and shows its answers: rows in a list or in the tree, one line of summary as a message.
local M = {}

local client = require("blastlens.client")
local questions = require("blastlens.questions")
local rows = require("blastlens.rows")

--- What was answered last, for `:Blastlens tree`.
---@type blastlens.Result?
M.last = nil

--- What an answer was about, in words.
---@param result blastlens.Result
---@return string
function M.heading(result)
  local asked = result.answer.question or {}
  local subject = asked.symbol or (asked.symbols and asked.symbols[1]) or asked.file or asked.path or asked.query
  subject = subject or asked.name or asked.entry
  if type(subject) ~= "string" then
    for _, key in ipairs({ "base", "commits" }) do
      if type(asked[key]) == "string" then
        return ("%s of %s %s"):format(result.question.title, key == "base" and "what was added since" or "commits", asked[key])
      end
    end
    return result.question.title
  end
  return (result.question.titled or result.question.title .. " of %s"):format(rows.short(subject))
end

--- Arguments that mean the same wherever the cursor is.
---@param about table
---@param answer blastlens.Answer
---@return table
local function pinned(about, answer)
  local asked = answer.question or {}
  local symbol = asked.symbol or (type(asked.symbols) == "table" and asked.symbols[1]) or nil
  if about.position and (symbol or asked.file) then
    local kept = vim.tbl_extend("force", about, { symbol = symbol, file = asked.file })
    kept.position = nil
    return kept
  end
  return about
end

--- Ask again what was asked.
---@param result blastlens.Result
---@param about table
---@param done fun(err?: string, result?: blastlens.Result)
function M.again(result, about, done)
  local running = vim.lsp.get_client_by_id(result.client.id) or client.of()
  if not running then
    done("the server is not running")
    return
  end
  client.run(running, result.question.command, about, function(err, answer)
    if err or not answer then
      done(err or result.question.empty)
      return
    end
    done(nil, vim.tbl_extend("force", result, { about = about, answer = answer, client = running }))
  end)
end

--- Facts about the index in a window, names in order; the state as a message.
---@param answer blastlens.Answer
local function show_facts(answer)
  local row = answer.results and answer.results[1] or answer
  local lines = {}
  for name, value in vim.spairs(row) do
    if type(value) == "table" then
      local parts = {}
      for key, count in vim.spairs(value) do
        count = type(count) == "table" and table.concat(vim.tbl_map(tostring, count), " ") or tostring(count)
        table.insert(parts, type(key) == "number" and count or ("%s %s"):format(key, count))
      end
      value = table.concat(parts, ", ")
    end
    if value ~= vim.NIL and value ~= "" then
      table.insert(lines, ("%-16s %s"):format(name, tostring(value)))
    end
  end
  vim.list_extend(lines, rows.remarks(answer))
  vim.lsp.util.open_floating_preview(lines, "", { border = "rounded", title = " index ", focus_id = "blastlens.status" })
  client.notify(("index %s: %d files, revision %d"):format(row.state or "?", row.files or 0, answer.revision or 0))
end

--- Show an answer in one of the views, and say in one line how much there is.
---@param result blastlens.Result
---@param shown { view?: string, group?: "hop"|"file" }
function M.show(result, shown)
  local answer, remarks = result.answer, rows.remarks(result.answer)
  local view = shown.view or require("blastlens.settings").get().view
  if #rows.items(answer) == 0 then
    if view == "tree" then
      require("blastlens.tree").open(result, shown.group)
    else
      require("blastlens.quickfix").empty(("%s (0)"):format(M.heading(result)), view == "loclist" and 0 or nil)
    end
    -- "No callers" is a claim: it is made only over a complete view.
    local text = answer.complete == false and "nothing found" or result.question.empty
    client.notify(table.concat(vim.list_extend({ text }, remarks), "; "))
    return
  end
  M.last = result
  if view == "tree" then
    require("blastlens.tree").open(result, shown.group)
  else
    require("blastlens.quickfix").show(result, M.heading(result), view == "loclist" and 0 or nil)
  end
  local summary = ("%s: %s"):format(M.heading(result), rows.totals(answer) or #answer.results)
  for _, command in ipairs(type(answer.commands) == "table" and answer.commands or {}) do
    table.insert(remarks, 1, "run: " .. command.command)
  end
  client.notify(table.concat(vim.list_extend({ summary }, remarks), "; "))
end

-- The latest question: the answer to an earlier one must not come in its place.
---@type { number: integer, client_id?: integer, request?: integer }
local latest = { number = 0 }

--- Nobody waits for the former question any more.
---@return integer number of the new one
local function supersede()
  local running = latest.client_id and vim.lsp.get_client_by_id(latest.client_id)
  if running and latest.request then
    running:cancel_request(latest.request)
  end
  latest = { number = latest.number + 1 }
  return latest.number
end

---@param running vim.lsp.Client
---@param name string
---@param about table
---@param bufnr integer
---@param shown { view?: string, group?: string }
local function send(running, name, about, bufnr, shown)
  local question = questions.all[name]
  local number = supersede()
  latest.client_id = running.id
  latest.request = client.run(running, question.command, about, function(err, answer)
    if number ~= latest.number then
      return
    end
    latest.request = nil
    if err then
      local view = shown.view or require("blastlens.settings").get().view
      if view == "tree" then
        require("blastlens.tree").failed(question.title, err)
      else
        require("blastlens.quickfix").empty(("%s: %s"):format(question.title, err), view == "loclist" and 0 or nil)
      end
      client.notify(err, vim.log.levels.ERROR)
    elseif not answer then
      client.notify(question.empty)
    elseif question.facts then
      show_facts(answer)
    else
      local result = { name = name, question = question, about = pinned(about, answer), answer = answer, client = running }
      M.show(result, shown)
    end
    require("blastlens.lenses").refresh(bufnr)
  end, bufnr)
end

--- What a question is about: what stands at the cursor, or what the words say. Nil, after a message, where they say nothing that
--- the question takes.
---@param running vim.lsp.Client
---@param name string a key of `questions.all`
---@param words string[] a subject, and options as `key=value`
---@return table? about
---@return { view?: string, group?: string }? shown
function M.about(running, name, words)
  local question = assert(questions.all[name], name)
  local parsed, problem = require("blastlens.options").read(name, question, words)
  if not parsed then
    client.notify(problem --[[@as string]], vim.log.levels.ERROR)
    return nil
  end
  local about = vim.tbl_extend("force", client.here(running), question.about or {}, parsed.about)
  if parsed.about.base or parsed.about.commits or parsed.about.diff then
    about.position = nil
  end
  if parsed.subject then
    local is_path = question.subject == "file" or question.subject == "path"
    about[question.argument] = is_path and client.relative(running, parsed.subject) or parsed.subject
  end
  return about, parsed.shown
end

--- Ask a question about what stands at the cursor, or about what is named.
---@param name string a key of `questions.all`
---@param words? string[] a subject, and options as `key=value`
---@param shown? { view?: string, group?: string } how, where no option says so
function M.ask(name, words, shown)
  local running = client.required()
  if not running then
    return
  end
  local about, said = M.about(running, name, words or {})
  if about then
    send(running, name, about, vim.api.nvim_get_current_buf(), vim.tbl_extend("force", shown or {}, said))
  end
end

--- The commands of lenses and code actions, run on this side so that their answers reach a view.
---@return table<string, fun(command: lsp.Command, ctx: table)>
function M.commands()
  local commands = {}
  for name, question in pairs(questions.all) do
    -- Lenses run the plain questions; a variant has its subject from this side.
    if not question.about then
      commands[question.command] = function(command, ctx)
        local running = assert(vim.lsp.get_client_by_id(ctx.client_id))
        local about = type(command.arguments) == "table" and command.arguments[1] or nil
        if type(about) == "string" and question.argument then
          about = { [question.argument] = about }
        end
        send(running, name, about or client.here(running), ctx.bufnr or 0, {})
      end
    end
  end
  commands[questions.explain] = function(command, ctx)
    local running = assert(vim.lsp.get_client_by_id(ctx.client_id))
    require("blastlens.explain").show(running, type(command.arguments) == "table" and command.arguments[1] or nil)
  end
  commands["blastlens.runAffectedTests"] = function(command, ctx)
    local running = assert(vim.lsp.get_client_by_id(ctx.client_id))
    require("blastlens.run_tests").run(running, command.arguments and command.arguments[1] or client.here(running), ctx.bufnr)
  end
  return commands
end

return M
