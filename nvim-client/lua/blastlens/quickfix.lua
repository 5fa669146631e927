--- Turns an answer of the server (its JSON envelope) into quickfix items.
local M = {}

--- "0.97 import" and the like; empty when the row has no confidence.
local function certainty(row)
  if type(row.confidence) ~= "number" then
    return ""
  end
  local basis = type(row.basis) == "string" and (" " .. row.basis) or ""
  return ("  [%.2f%s]"):format(row.confidence, basis)
end

--- The part of a symbol id after the file: `pkg/cart.py::Cart.total` gives `Cart.total`; without one, what the row says of
--- its file.
local function name_of(row)
  local symbol = type(row.symbol) == "string" and row.symbol or nil
  local said = type(row.why) == "string" and row.why or row.file
  return symbol and (symbol:match("::(.+)$") or symbol) or said or ""
end

local function text_of(row)
  if type(row.members) == "table" then
    return "cycle: " .. table.concat(row.members, " -> ")
  end
  return name_of(row) .. certainty(row)
end

local function file_of(row)
  if type(row.file) == "string" then
    return row.file
  end
  local id = type(row.symbol) == "string" and row.symbol or (type(row.members) == "table" and row.members[1]) or nil
  return id and (id:match("^(.-)::") or id)
end

--- The rows of an answer. A blast radius has its rows in several lists; in them is marked what no test is found for, and of
--- what that is not known.
local function rows_of(answer)
  if type(answer.direct) ~= "table" then
    return answer.results, {}
  end
  local remarks = {}
  for key, remark in pairs({ untested = "no test found", unknown = "tests unknown" }) do
    for _, row in ipairs(answer[key] or {}) do
      remarks[row.symbol] = remark
    end
  end
  local rows = {}
  for _, key in ipairs({ "direct", "transitive", "tests" }) do
    vim.list_extend(rows, answer[key] or {})
  end
  return rows, remarks
end

--- One item a row, placed at the server's location of it; by file and line where it gave none.
---@param answer table
---@param client vim.lsp.Client
---@return table[] items for `setqflist`
function M.items(answer, client)
  local located = {}
  if type(answer.locations) == "table" and #answer.locations > 0 then
    -- One by one: given all at once they come back sorted by place, and no longer stand beside their rows.
    for _, location in ipairs(answer.locations) do
      vim.list_extend(located, vim.lsp.util.locations_to_items({ location }, client.offset_encoding))
    end
  end
  local rows, said = rows_of(answer)
  local paired = #located == #answer.results and rows == answer.results
  local items = {}
  for index, row in ipairs(rows) do
    local file = file_of(row)
    local item = {
      filename = file and vim.fs.joinpath(client.root_dir or vim.fn.getcwd(), file) or nil,
      lnum = type(row.line) == "number" and row.line or 1,
      col = 1,
      text = text_of(row),
    }
    if said[row.symbol] then
      item.type, item.text = said[row.symbol] == "no test found" and "W" or "I", item.text .. "  " .. said[row.symbol]
    end
    if paired then
      item.filename, item.lnum, item.col = located[index].filename, located[index].lnum, located[index].col
    end
    table.insert(items, item)
  end
  return items
end

--- What must be said beside the list: why an answer is partial, which files were not read yet.
---@return string[]
function M.remarks(answer)
  local remarks = {}
  if answer.complete == false then
    table.insert(remarks, "incomplete: " .. (type(answer.reason) == "string" and answer.reason or "no reason given"))
  end
  if type(answer.stale) == "table" and #answer.stale > 0 then
    table.insert(remarks, ("%d files differ from the index"):format(#answer.stale))
  end
  return remarks
end

return M
