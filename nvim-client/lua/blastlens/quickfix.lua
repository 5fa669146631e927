--- Answers in the quickfix or the location list.
local M = {}

local rows = require("blastlens.rows")

---@param item blastlens.Item
local function text_of(item)
  local certain = item.confidence and ("  [%.2f%s]"):format(item.confidence, item.basis and " " .. item.basis or "") or ""
  return item.name .. certain .. (item.remark and item.remark ~= "" and "  " .. item.remark or "")
end

--- One item a row, placed at the server's location of it; by file and line where it gave none.
---@param answer blastlens.Answer
---@param client vim.lsp.Client
---@return table[] items for `setqflist`
function M.items(answer, client)
  ---@param item blastlens.Item
  local function shown_as(item)
    local shown = {
      filename = item.file and vim.fs.joinpath(client.root_dir or vim.fn.getcwd(), item.file) or nil,
      lnum = item.lnum,
      col = item.col,
      text = text_of(item),
      type = item.warns and "W" or (item.remark == "tests unknown" and "I" or nil),
    }
    if item.location then
      -- One by one: given all at once they come back sorted by place, and no longer stand beside their rows.
      local placed = vim.lsp.util.locations_to_items({ item.location }, client.offset_encoding)[1]
      if placed then
        shown.filename, shown.lnum, shown.col = placed.filename, placed.lnum, placed.col
      end
    end
    return shown
  end
  return vim.tbl_map(shown_as, rows.items(answer))
end

--- Fill a list and open its window, if the user wants that.
---@param result blastlens.Result
---@param heading string
---@param window? integer the location list of this window; nil = the quickfix list
---@return integer count of rows
function M.show(result, heading, window)
  local items = M.items(result.answer, result.client)
  local what = {
    title = ("Blastlens: %s (%d)"):format(heading, #items),
    items = items,
    context = { blastlens = result.answer.question },
  }
  if window then
    vim.fn.setloclist(window, {}, " ", what)
  else
    vim.fn.setqflist({}, " ", what)
  end
  if require("blastlens.settings").get().open_quickfix and #items > 0 then
    local height = math.min(math.max(#items, 3), 10)
    vim.cmd(window and ("lopen %d | wincmd p"):format(height) or ("botright copen %d | wincmd p"):format(height))
  end
  return #items
end

--- Another answer has no rows: the former one must not stay as if it were this one. Lists of others are left alone.
---@param heading string
---@param window? integer as in `show`
function M.empty(heading, window)
  local asked = { context = 0 }
  local context = (window and vim.fn.getloclist(window, asked) or vim.fn.getqflist(asked)).context
  if type(context) ~= "table" or not context.blastlens then
    return
  end
  local what = { title = "Blastlens: " .. heading, items = {}, context = context }
  if window then
    vim.fn.setloclist(window, {}, " ", what)
  else
    vim.fn.setqflist({}, " ", what)
  end
end

return M
