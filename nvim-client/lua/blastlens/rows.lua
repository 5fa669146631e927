--- Answers of the server as items under headings, for lists and for the tree.
local M = {}

--- The part of a symbol id after the file: `pkg/cart.py::Cart.total` gives `Cart.total`.
---@param symbol string
function M.short(symbol)
  return symbol:match("::(.+)$") or symbol
end

---@param row blastlens.Row
---@return string?
local function file_of(row)
  if type(row.file) == "string" then
    return row.file
  end
  local id = type(row.symbol) == "string" and row.symbol or (type(row.members) == "table" and row.members[1]) or nil
  return id and (id:match("^(.-)::") or id) or nil
end

---@param row blastlens.Row
---@return string
local function name_of(row)
  if type(row.members) == "table" then
    return type(row.name) == "string" and row.name or "cycle: " .. table.concat(row.members, " -> ")
  end
  if type(row.symbol) == "string" then
    return M.short(row.symbol)
  end
  -- A place without a symbol is called by what is said of it.
  return type(row.why) == "string" and row.why or row.file or ""
end

---@param count integer
---@param one string
local function plural(count, one)
  return ("%d %s%s"):format(count, one, count == 1 and "" or "s")
end

-- Of these the confidence is the threshold that was asked with, and says nothing of the row.
local UNSURE_OF_NOTHING = { hubs = true, bridges = true, communities = true, untested = true }

--- What a question says of its rows beside their names.
---@type table<string, fun(row: blastlens.Row): string?>
local told = {
  hubs = function(row)
    return ("used by %d in %s, uses %d"):format(row["in"] or 0, plural(row.files or 0, "file"), row.out or 0)
  end,
  bridges = function(row)
    local paths = "on " .. plural(row.paths or 0, "path")
    return (row.cuts_off or 0) > 0 and ("%s, cuts off %d"):format(paths, row.cuts_off) or paths
  end,
  communities = function(row)
    return ("%s in %s"):format(plural(row.size or 0, "member"), plural(row.files or 0, "file"))
  end,
  flows = function(row)
    return ("%s, reaches %d in %s"):format(row.entry or "entry", row.reach or 0, plural(row.files or 0, "file"))
  end,
  dead_code = function(row)
    return plural(row.lines or 0, "line")
  end,
  not_updated = function(row)
    return row.misfit
  end,
}

--- One row as an item. `remarks` are added by symbol id.
---@param row blastlens.Row
---@param kind string of the question
---@param remarks? table<string, string>
---@return blastlens.Item
local function item_of(row, kind, remarks)
  local remark = row.misfit or (told[kind] and told[kind](row)) or nil
  local found = remarks and row.symbol and remarks[row.symbol] or nil
  return {
    name = name_of(row),
    symbol = type(row.symbol) == "string" and row.symbol or nil,
    file = file_of(row),
    lnum = type(row.line) == "number" and row.line or 1,
    col = type(row.column) == "number" and row.column + 1 or 1,
    confidence = not UNSURE_OF_NOTHING[kind] and type(row.confidence) == "number" and row.confidence or nil,
    basis = type(row.basis) == "string" and row.basis or nil,
    why = type(row.why) == "string" and row.why or nil,
    hops = type(row.hops) == "number" and row.hops or nil,
    path = type(row.path) == "table" and row.path or nil,
    remark = remark or found,
    warns = row.misfit ~= nil or found == "no test found",
  }
end

--- Where the server says an editor should go, by symbol. Its own place stays with what occurs in several rows.
---@param answer blastlens.Answer
---@return table<string, lsp.Location>
local function places(answer)
  local found = {}
  if type(answer.locations) == "table" and #answer.locations == #answer.results then
    for index, row in ipairs(answer.results) do
      if row.symbol and not found[row.symbol] then
        found[row.symbol] = answer.locations[index]
      end
    end
  end
  return found
end

---@param hops integer
local function hops_title(hops)
  return hops == 1 and "direct" or ("%d hops away"):format(hops)
end

---@param into blastlens.Section[]
---@param title string
---@param items blastlens.Item[]
local function add(into, title, items)
  if #items > 0 then
    table.insert(into, { title = title, items = items })
  end
end

--- A blast radius has its rows in several lists; in them is marked what no test is found for, and of what that is not known.
---@param answer table
---@return blastlens.Section[]
local function radius(answer)
  local remarks, located, sections = {}, places(answer), {}
  for key, remark in pairs({ untested = "no test found", unknown = "tests unknown" }) do
    for _, row in ipairs(answer[key] or {}) do
      remarks[row.symbol] = remark
    end
  end
  local function items(key)
    return vim.tbl_map(function(row)
      local item = item_of(row, "blast_radius", remarks)
      item.location = located[row.symbol]
      return item
    end, answer[key] or {})
  end
  -- A call that no longer fits has a place of its own, which is not that of the same function's other calls.
  for _, key in ipairs({ "not_updated", "may_not_fit" }) do
    local rows = vim.tbl_map(function(row)
      return item_of(row, "not_updated")
    end, answer[key] or {})
    add(sections, key == "not_updated" and "calls that no longer fit" or "calls that may not fit", rows)
  end
  if answer.question.working_tree or answer.question.base or answer.question.commits or answer.question.diff then
    local changed = vim.tbl_map(function(row)
      local item = item_of(row, "blast_radius", remarks)
      item.remark = table.concat(vim.list_extend({ table.concat(row.changes or {}, ", ") }, { item.remark }), "; ")
      return item
    end, answer.changed or {})
    add(sections, "changed", changed)
  end
  add(sections, "direct callers", items("direct"))
  local by_hops = {}
  for _, item in ipairs(items("transitive")) do
    by_hops[item.hops or 2] = vim.list_extend(by_hops[item.hops or 2] or {}, { item })
  end
  for hops, far in vim.spairs(by_hops) do
    add(sections, hops_title(hops), far)
  end
  add(sections, "subclasses and overriding methods", items("subtypes"))
  add(sections, "tests to run", items("tests"))
  return sections
end

--- A cycle is a section of its own, with one item for each of its steps.
---@param answer table
---@return blastlens.Section[]
local function cycles(answer)
  local sections = {}
  for _, row in ipairs(answer.results) do
    local cheapest = {}
    for _, edge in ipairs((row.cheapest or {}).edges or {}) do
      cheapest[edge.from .. "\n" .. edge.to] = true
    end
    local items = {}
    for _, hop in ipairs(row.edges or row.hops or {}) do
      local cut = cheapest[hop.from .. "\n" .. hop.to]
      table.insert(items, {
        name = ("%s -> %s"):format(M.short(hop.from), M.short(hop.to)),
        file = hop.from:match("^(.-)::") or hop.from,
        lnum = hop.line or 1,
        col = 1,
        confidence = row.confidence,
        remark = cut and "cheapest to break" or (hop.timing ~= "load_time" and hop.timing or nil),
        warns = cut,
      })
    end
    add(sections, ("cycle of %d"):format(#(row.members or {})), items)
  end
  return sections
end

--- Ids that a row lists (members of a community, steps of a flow): their places are looked up when one goes there.
---@param answer table
---@param key string
---@return blastlens.Section[]
local function listed(answer, key)
  local sections = {}
  for _, row in ipairs(answer.results) do
    local head = item_of(row, answer.question.kind)
    local items = vim.tbl_map(function(id)
      return { name = M.short(id), symbol = id, file = id:match("^(.-)::") or id, lnum = 1, col = 1, unplaced = true }
    end, row[key] or {})
    add(sections, ("%s: %s"):format(head.name, head.remark or ""), items)
  end
  return sections
end

---@param answer blastlens.Answer
---@param title fun(row: blastlens.Row): string
---@return blastlens.Section[]
local function grouped(answer, title)
  local sections, known = {}, {}
  for index, row in ipairs(answer.results) do
    local head = title(row)
    local item = item_of(row, answer.question.kind)
    item.location = (answer.locations or {})[index]
    if not known[head] then
      known[head] = { title = head, items = {} }
      table.insert(sections, known[head])
    end
    table.insert(known[head].items, item)
  end
  return sections
end

--- The headings that belong to a question.
---@param answer blastlens.Answer
---@param heading string of rows that have none of their own
---@return blastlens.Section[]
function M.sections(answer, heading)
  local kind = answer.question and answer.question.kind
  if kind == "blast_radius" then
    return radius(answer)
  elseif kind == "cycles" then
    return cycles(answer)
  elseif kind == "communities" then
    return listed(answer, "members")
  elseif kind == "flows" then
    return listed(answer, "path")
  end
  local heads = {}
  for _, group in ipairs(type(answer.groups) == "table" and answer.groups or {}) do
    heads[group.name] = group.head
  end
  local sections = grouped(answer, function(row)
    if row.group and heads[row.group] then
      return heads[row.group]
    elseif kind == "dead_code" then
      return row.state or heading
    elseif kind == "untested" then
      return (row.state or "untested"):lower()
    elseif type(row.hops) == "number" then
      return hops_title(row.hops)
    end
    return heading
  end)
  if kind == "not_updated" then
    local rows = vim.tbl_map(function(row)
      return item_of(row, kind)
    end, answer.may_not_fit or {})
    add(sections, "calls that may not fit", rows)
  end
  return sections
end

--- The same items by file, files in the order in which they come, lines in order. What several sections have comes once.
---@param sections blastlens.Section[]
---@return blastlens.Section[]
function M.by_file(sections)
  local files, known, seen = {}, {}, {}
  for _, section in ipairs(sections) do
    for _, item in ipairs(section.items) do
      local file = item.file or ""
      local key = table.concat({ file, item.lnum, item.name }, "\n")
      if not seen[key] then
        seen[key] = true
        if not known[file] then
          known[file] = { title = file, items = {} }
          table.insert(files, known[file])
        end
        table.insert(known[file].items, item)
      end
    end
  end
  for _, file in ipairs(files) do
    table.sort(file.items, function(one, other)
      return one.lnum < other.lnum or (one.lnum == other.lnum and one.name < other.name)
    end)
  end
  return files
end

--- All items in the order of the answer, for lists; a row that stands for several (a cycle, a community) is one item.
---@param answer blastlens.Answer
---@return blastlens.Item[]
function M.items(answer)
  local kind = answer.question and answer.question.kind
  if kind == "blast_radius" then
    local all = {}
    for _, section in ipairs(radius(answer)) do
      -- A list is of what is reached; the tree also shows what it is reached from.
      vim.list_extend(all, section.title ~= "changed" and section.items or {})
    end
    return all
  end
  local all = {}
  for index, row in ipairs(answer.results) do
    local item = item_of(row, kind or "")
    item.location = (answer.locations or {})[index]
    table.insert(all, item)
  end
  return all
end

--- How much of what there is, in words; nil for answers that are one list.
---@param answer table
---@return string?
function M.totals(answer)
  if not (answer.question and answer.question.kind == "blast_radius") then
    return nil
  end
  local parts = {}
  local function count(key, one, more)
    local number = #(answer[key] or {})
    if number > 0 then
      table.insert(parts, ("%d %s"):format(number, number == 1 and one or more))
    end
  end
  count("not_updated", "call that no longer fits", "calls that no longer fit")
  count("direct", "direct caller", "direct callers")
  count("transitive", "indirect caller", "indirect callers")
  count("tests", "test", "tests")
  count("untested", "without a test", "without a test")
  count("unknown", "tests unknown", "tests unknown")
  return #parts > 0 and table.concat(parts, ", ") or nil
end

--- What must be said beside the rows: why an answer is partial, which files were not read yet.
---@param answer blastlens.Answer
---@return string[]
function M.remarks(answer)
  local remarks = {}
  if answer.complete == false then
    table.insert(remarks, "incomplete: " .. (type(answer.reason) == "string" and answer.reason or "no reason given"))
  end
  if type(answer.stale) == "table" and #answer.stale > 0 then
    local count = #answer.stale
    table.insert(remarks, count == 1 and "1 file differs from the index" or ("%d files differ from the index"):format(count))
  end
  return remarks
end

return M
