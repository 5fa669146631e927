--- Explanations in a floating window: why an edge is there, and what a symbol is to the rest of the code.
local M = {}

local client = require("blastlens.client")
local questions = require("blastlens.questions")
local rows = require("blastlens.rows")

local WIDTH = 88
local MOST_CALLERS = 12
-- So many a hover has itself.
local IN_HOVER = 5

---@param lines string[]
---@param title string
local function float(lines, title)
  local most = math.max(5, vim.o.lines - 8)
  local _, window = vim.lsp.util.open_floating_preview(lines, "markdown", {
    border = "rounded",
    title = " " .. title .. " ",
    focus_id = "blastlens.explain",
    max_width = math.min(WIDTH, vim.o.columns - 4),
    max_height = most,
    wrap = true,
  })
  vim.wo[window].linebreak = true
  vim.wo[window].breakindent = true
  -- Lines that end with whole words may be more than the window was made for.
  vim.api.nvim_win_set_height(window, math.min(most, vim.api.nvim_win_text_height(window, {}).all))
end

---@param row blastlens.Row
---@return string e.g. "0.95, the receiver is annotated"
local function certainty(row)
  local parts = {}
  if type(row.confidence) == "number" then
    table.insert(parts, ("%.2f"):format(row.confidence))
  end
  table.insert(parts, row.why or row.basis)
  return table.concat(parts, ", ")
end

local function lines_of(row)
  local sites = type(row.sites) == "table" and row.sites or { row.line }
  return table.concat(vim.tbl_map(tostring, sites), ", ")
end

--- The answer of `blastlens.explain` as Markdown.
---@param answer table
---@return string[]
function M.edge(answer)
  local lines = { ("`%s` → `%s`"):format(rows.short(answer.caller), rows.short(answer.callee)), "" }
  for _, row in ipairs(answer.results) do
    vim.list_extend(lines, {
      ("**%s**, %s"):format((row.tier or row.edge or "edge"):lower(), certainty(row)),
      ("%s, line %s"):format(row.file, lines_of(row)),
      "",
    })
  end
  if #answer.results == 0 and type(answer.reason) == "string" then
    vim.list_extend(lines, { answer.reason, "" })
  end
  if #(answer.rivals or {}) > 0 then
    table.insert(lines, "It may also mean:")
    for _, rival in ipairs(answer.rivals) do
      local id = type(rival) == "table" and (rival.callee or rival.symbol) or rival
      local sure = type(rival) == "table" and certainty(rival) or ""
      table.insert(lines, ("- `%s`%s"):format(id, sure ~= "" and ", " .. sure or ""))
    end
  end
  return lines
end

--- What is known of a symbol's callers, each with why it counts.
---@param answer table of `blastlens.callers`
---@return string[]
local function callers(answer)
  local lines = { ("**%d callers**"):format(#answer.results) }
  for index, row in ipairs(answer.results) do
    if index > MOST_CALLERS then
      table.insert(lines, ("- and %d more: `:Blastlens callers`"):format(#answer.results - MOST_CALLERS))
      break
    end
    table.insert(lines, ("- `%s` %s:%s, %s"):format(rows.short(row.symbol), row.file, lines_of(row), certainty(row)))
  end
  vim.list_extend(lines, rows.remarks(answer))
  return lines
end

--- Where the name of a symbol stands, for a hover there.
---@param running vim.lsp.Client
---@param target blastlens.Row
---@return table? # TextDocumentPositionParams
local function place_of(running, target)
  local path = vim.fs.joinpath(running.root_dir or vim.fn.getcwd(), target.file)
  local ok, lines = pcall(vim.fn.readfile, path, "", target.line)
  local name = rows.short(target.symbol):match("([^.@#]+)[@#]?%d*$")
  local column = ok and lines[target.line] and name and lines[target.line]:find(name, 1, true)
  if not column then
    return nil
  end
  local character = vim.str_utfindex(lines[target.line], running.offset_encoding, column - 1)
  return { textDocument = { uri = vim.uri_from_fname(path) }, position = { line = target.line - 1, character = character } }
end

--- While the first index is built, an answer has neither rows nor a subject.
---@param answer blastlens.Answer
local function not_yet(answer)
  client.notify(table.concat(vim.list_extend({ "nothing found" }, rows.remarks(answer)), "; "), vim.log.levels.WARN)
end

--- The hover of a symbol, followed by all its callers with their reasons.
---@param running vim.lsp.Client
---@param about table
local function symbol(running, about)
  client.run(running, questions.all.callers.command, about, function(err, answer)
    if err or not answer then
      client.notify(err or "nothing is known of what stands here", vim.log.levels.WARN)
      return
    end
    local target = answer.target or { symbol = answer.question.symbol }
    if not target.symbol then
      not_yet(answer)
      return
    end
    local place = target.file and place_of(running, target) or nil
    local function show(hover)
      local lines = {}
      if hover and hover.contents then
        -- Links are concealed, yet their targets would wrap the lines.
        for _, line in ipairs(vim.lsp.util.convert_input_to_markdown_lines(hover.contents)) do
          if line ~= "" or lines[#lines] ~= "" then
            table.insert(lines, (line:gsub("%[([^%]]+)%]%([^%)]+%)", "%1")))
          end
        end
      end
      if #lines == 0 or #answer.results > IN_HOVER then
        vim.list_extend(lines, #lines > 0 and { "", "---", "" } or {})
        vim.list_extend(lines, callers(answer))
      end
      float(lines, rows.short(target.symbol))
    end
    if not place then
      show()
      return
    end
    running:request("textDocument/hover", place, function(_, hover)
      show(hover)
    end)
  end)
end

--- Show why an edge is there.
---@param running vim.lsp.Client
---@param about? table `caller` and `callee`, or a place
---@param otherwise? fun(err: string)
function M.show(running, about, otherwise)
  client.run(running, questions.explain, about or client.here(running), function(err, answer)
    if answer and not answer.caller then
      not_yet(answer)
    elseif answer then
      float(M.edge(answer), "why this edge")
    elseif otherwise then
      otherwise(err or "")
    else
      client.notify(err or "nothing is used here", vim.log.levels.WARN)
    end
  end)
end

--- `:Blastlens explain`: the use at the cursor, or the definition there; with one name that symbol, with two the edge between
--- them.
---@param words string[]
function M.ask(words)
  local running = client.required()
  if not running then
    return
  end
  local here = client.here(running)
  if #words > 2 then
    client.notify("explain takes a symbol, or a caller and what it calls", vim.log.levels.ERROR)
  elseif #words == 2 then
    M.show(running, vim.tbl_extend("force", here, { caller = words[1], callee = words[2] }))
  elseif #words == 1 then
    symbol(running, vim.tbl_extend("force", here, { symbol = words[1] }))
  else
    M.show(running, here, function()
      symbol(running, here)
    end)
  end
end

return M
