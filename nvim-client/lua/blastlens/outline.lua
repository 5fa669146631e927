--- The lines of the tree: a head, then sections with their rows. Pure: text, levels of folding and highlights.
local M = {}

local rows = require("blastlens.rows")

-- Names are aligned up to this width.
local WIDEST = 34

---@class blastlens.Line
---@field text string
---@field level integer 0 = the head, 1 = a section, 2 = a row
---@field key string the same after the answer was asked again
---@field item? blastlens.Item
---@field spans { [1]: integer, [2]: integer, [3]: string }[] byte columns and highlight group

---@class blastlens.View
---@field heading string
---@field title string of rows under no heading of their own
---@field group "hop"|"file"
---@field min_confidence? number rows below it are hidden
---@field only_warned? boolean only rows with a finding
---@field empty? string said of a complete answer without rows
---@field outdated? string why the answer could not be given anew
---@field failed? string what was asked since, and why there is no answer to it

--- A line made of pieces, each with its highlight group.
---@param pieces { [1]: string, [2]?: string }[]
---@param level integer
---@param key string
---@param item? blastlens.Item
---@return blastlens.Line
local function line_of(pieces, level, key, item)
  local text, spans = "", {}
  for _, piece in ipairs(pieces) do
    if piece[2] and piece[1] ~= "" then
      table.insert(spans, { #text, #text + #piece[1], piece[2] })
    end
    text = text .. piece[1]
  end
  return { text = (text:gsub("%s+$", "")), level = level, key = key, item = item, spans = spans }
end

---@param view blastlens.View
---@param item blastlens.Item
local function visible(view, item)
  if view.only_warned and not item.warns then
    return false
  end
  return not (view.min_confidence and item.confidence and item.confidence < view.min_confidence)
end

---@param confidence number
local function sureness(confidence)
  return confidence >= 0.9 and "BlastlensSure" or (confidence >= 0.7 and "BlastlensLikely" or "BlastlensUnsure")
end

---@param text string
---@param width integer
local function padded(text, width)
  return text .. (" "):rep(width - vim.api.nvim_strwidth(text))
end

---@param item blastlens.Item
---@param view blastlens.View
local function place_of(item, view)
  if item.unplaced then
    return view.group == "file" and "" or item.file or ""
  end
  local line = item.location and item.location.range.start.line + 1 or item.lnum
  return view.group == "file" and tostring(line) or ("%s:%d"):format(item.file or "", line)
end

---@param view blastlens.View
---@param item blastlens.Item
---@param widths { name: integer, place: integer }
---@param section string
local function row(view, item, widths, section)
  local place = place_of(item, view)
  local pieces = {
    { "  " },
    { padded(item.name, widths.name), item.warns and "BlastlensWarned" or "BlastlensName" },
    { "  " },
    { padded(place, widths.place), "BlastlensPlace" },
  }
  if item.confidence then
    table.insert(pieces, { "  " })
    table.insert(pieces, { ("%.2f"):format(item.confidence), sureness(item.confidence) })
  end
  if view.group == "file" and item.hops then
    table.insert(pieces, { item.hops == 1 and "  direct" or ("  %d hops"):format(item.hops), "BlastlensPlace" })
  end
  if item.remark and item.remark ~= "" then
    table.insert(pieces, { "  " .. item.remark, item.warns and "BlastlensWarned" or "BlastlensPlace" })
  end
  return line_of(pieces, 2, table.concat({ section, item.symbol or item.name, item.file or "" }, "\n"), item)
end

--- One width for all sections, so that columns are columns.
---@param sections blastlens.Section[]
---@param view blastlens.View
local function widths_of(sections, view)
  local widths = { name = 0, place = 0 }
  for _, section in ipairs(sections) do
    for _, item in ipairs(section.items) do
      widths.name = math.max(widths.name, math.min(vim.api.nvim_strwidth(item.name), WIDEST))
      widths.place = math.max(widths.place, math.min(vim.api.nvim_strwidth(place_of(item, view)), WIDEST))
    end
  end
  return widths
end

---@param view blastlens.View
---@param hidden integer
local function filter_words(view, hidden)
  local words = { "by " .. view.group }
  if view.min_confidence then
    table.insert(words, ("from %.2f"):format(view.min_confidence))
  end
  if view.only_warned then
    table.insert(words, "findings only")
  end
  if hidden > 0 then
    table.insert(words, ("%d hidden"):format(hidden))
  end
  return table.concat(words, ", ")
end

--- The tests of an answer can be run as they are.
---@param answer table
---@return blastlens.Line[]
local function commands(answer)
  local lines = {}
  for _, command in ipairs(type(answer.commands) == "table" and answer.commands or {}) do
    table.insert(lines, line_of({ { "run: ", "BlastlensPlace" }, { command.command or "", "BlastlensName" } }, 0, "run"))
  end
  return lines
end

--- All lines of an answer.
---@param answer blastlens.Answer
---@param view blastlens.View
---@return blastlens.Line[]
---@return integer count of rows, hidden ones left out
function M.lines(answer, view)
  local sections = rows.sections(answer, view.title)
  if view.group == "file" then
    sections = rows.by_file(sections)
  end
  local body, shown, hidden, widths = {}, 0, 0, widths_of(sections, view)
  for _, section in ipairs(sections) do
    local items = vim.tbl_filter(function(item)
      return visible(view, item)
    end, section.items)
    hidden = hidden + #section.items - #items
    shown = shown + #items
    if #items > 0 then
      local head = { { section.title, "BlastlensHeading" }, { ("  %d"):format(#items), "BlastlensPlace" } }
      table.insert(body, line_of(head, 1, section.title))
      for _, item in ipairs(items) do
        table.insert(body, row(view, item, widths, section.title))
      end
    end
  end
  local lines = {
    line_of({ { view.heading, "BlastlensTitle" } }, 0, "title"),
    line_of({ { filter_words(view, hidden) .. "   g? lists the keys", "BlastlensPlace" } }, 0, "filter"),
  }
  local totals = rows.totals(answer)
  if totals then
    table.insert(lines, 2, line_of({ { totals } }, 0, "totals"))
  end
  if view.failed then
    table.insert(lines, 2, line_of({ { "not answered: " .. view.failed, "BlastlensWarned" } }, 0, "failed"))
    table.insert(lines, 3, line_of({ { "this is the answer from before", "BlastlensWarned" } }, 0, "before"))
  elseif view.outdated then
    local text = "this is the answer from before: " .. view.outdated
    table.insert(lines, 2, line_of({ { text, "BlastlensWarned" } }, 0, "outdated"))
  end
  for _, remark in ipairs(rows.remarks(answer)) do
    table.insert(lines, line_of({ { remark, "BlastlensWarned" } }, 0, "remark"))
  end
  vim.list_extend(lines, commands(answer))
  if shown == 0 then
    local none = answer.complete ~= false and view.empty or "nothing found"
    local nothing = hidden > 0 and "nothing left; - lowers the confidence that is asked for, u shows all" or none
    table.insert(lines, line_of({ { nothing, "BlastlensPlace" } }, 0, "nothing"))
  end
  return vim.list_extend(lines, body), shown
end

return M
