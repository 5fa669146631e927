--- Keys of the tree.
local M = {}

local tree = require("blastlens.tree")

-- What `+` and `-` step through: all there is, exploration, review, sure, strict.
local STEPS = { 0, 0.5, 0.7, 0.9, 0.95 }
-- What a preview shows around a row's line.
local ABOVE, BELOW = 4, 12

---@return blastlens.Tree
local function current()
  return assert(tree.of())
end

---@return blastlens.Item?
local function item_here()
  local line = current().lines[vim.api.nvim_win_get_cursor(0)[1]]
  return line and line.item
end

---@param item blastlens.Item
---@return string path
---@return integer lnum 1-based
---@return integer col 0-based bytes
local function place_of(item)
  local client = current().result.client
  if item.location then
    local found = vim.lsp.util.locations_to_items({ item.location }, client.offset_encoding)[1]
    if found then
      return found.filename --[[@as string]], found.lnum --[[@as integer]], found.col - 1
    end
  end
  return vim.fs.joinpath(client.root_dir or vim.fn.getcwd(), item.file or ""), item.lnum, item.col - 1
end

--- A window for files: the one the cursor came from, else any that shows one, else a new one.
local function go_to_file_window()
  local here = vim.api.nvim_get_current_win()
  vim.cmd.wincmd("p")
  local windows = vim.list_extend({ vim.api.nvim_get_current_win() }, vim.api.nvim_tabpage_list_wins(0))
  for _, window in ipairs(windows) do
    local plain = vim.api.nvim_win_get_config(window).relative == "" and vim.bo[vim.api.nvim_win_get_buf(window)].buftype == ""
    if window ~= here and plain then
      vim.api.nvim_set_current_win(window)
      return
    end
  end
  vim.cmd("leftabove vsplit")
end

--- Members of a community and steps of a flow come without places.
---@param item blastlens.Item
local function find_name(item)
  local name = item.name:match("([%w_]+)[@#]?%d*$")
  if item.unplaced and name then
    vim.fn.cursor(1, 1)
    if vim.fn.search([[\<\%(def\|class\|function\|fn\|func\)\s\+]] .. name .. [[\>]], "cW") == 0 then
      vim.fn.search([[\<]] .. name .. [[\>]], "cW")
    end
  end
end

---@param open? string command that makes a window or a tab page first
local function jump(open)
  local item = item_here()
  if not item then
    pcall(vim.cmd.normal, { "za", bang = true })
    return
  end
  local path, lnum, col = place_of(item)
  go_to_file_window()
  if open then
    vim.cmd(open)
  end
  vim.cmd("normal! m'")
  vim.cmd.edit({ vim.fn.fnameescape(path), magic = { file = false } })
  pcall(vim.api.nvim_win_set_cursor, 0, { lnum, math.max(col, 0) })
  if col <= 0 then
    vim.cmd("normal! ^")
  end
  find_name(item)
  vim.cmd("normal! zvzz")
end

local function preview()
  local item = item_here()
  if not item then
    return
  end
  local path, lnum = place_of(item)
  local ok, lines = pcall(vim.fn.readfile, path, "", lnum + BELOW)
  if not ok then
    require("blastlens.client").notify(("%s cannot be read"):format(path), vim.log.levels.WARN)
    return
  end
  local first = math.max(lnum - ABOVE, 1)
  local kind = vim.filetype.match({ filename = path }) or ""
  local bufnr, window = vim.lsp.util.open_floating_preview(vim.list_slice(lines, first), "", {
    border = "rounded",
    title = (" %s:%d "):format(item.file, lnum),
    focus_id = "blastlens.preview",
    max_width = math.floor(vim.o.columns * 0.8),
    wrap = false,
  })
  if not pcall(vim.treesitter.start, bufnr, vim.treesitter.language.get_lang(kind) or kind) then
    vim.bo[bufnr].syntax = kind
  end
  if window and vim.api.nvim_win_is_valid(window) then
    local mark = { end_row = lnum - first + 1, hl_group = "Visual", hl_eol = true }
    vim.api.nvim_buf_set_extmark(bufnr, vim.api.nvim_create_namespace("blastlens.preview"), lnum - first, 0, mark)
  end
end

---@param by integer 1 = only surer rows, -1 = less sure ones too
local function step(by)
  local view = current().view
  local now = view.min_confidence or (current().result.answer.question or {}).min_confidence or 0.7
  local index = 1
  for position, value in ipairs(STEPS) do
    if value <= now + 1e-9 then
      index = position
    end
  end
  view.min_confidence = STEPS[math.min(math.max(index + by, 1), #STEPS)]
  local bufnr = vim.api.nvim_get_current_buf()
  tree.draw(bufnr)
  tree.refresh(bufnr)
end

local function regroup()
  local view = current().view
  view.group = view.group == "hop" and "file" or "hop"
  tree.draw(vim.api.nvim_get_current_buf())
end

local function only_findings()
  local view = current().view
  view.only_warned = not view.only_warned
  tree.draw(vim.api.nvim_get_current_buf())
end

local function follow()
  local now = current()
  now.follow = not now.follow
  require("blastlens.client").notify(now.follow and "the tree follows the working tree" or "the tree stays as it is")
end

--- Why a row is here: the way from it to what was asked about.
local function explain()
  local item = item_here()
  if not item or not item.symbol then
    return
  end
  local explaining = require("blastlens.explain")
  local root = vim.uri_from_fname(current().result.client.root_dir or vim.fn.getcwd())
  if item.path and #item.path > 1 then
    explaining.show(current().result.client, { root = root, caller = item.path[1], callee = item.path[2] })
  elseif (current().result.answer.question or {}).symbol then
    local about = { root = root, caller = item.symbol, callee = current().result.answer.question.symbol }
    explaining.show(current().result.client, about)
  else
    explaining.ask({ item.symbol })
  end
end

local function to_quickfix()
  local result = current().result
  require("blastlens.quickfix").show(result, require("blastlens.ask").heading(result))
end

---@type { [1]: string, [2]: string, [3]: fun() }[] key, what it does, how
local KEYS = {
  { "<CR>", "go to the row; on a heading, fold", jump },
  { "<C-x>", "go to the row in a split", function() jump("split") end },
  { "<C-v>", "go to the row in a vertical split", function() jump("vsplit") end },
  { "<C-t>", "go to the row in a new tab page", function() jump("tab split") end },
  { "p", "preview the row", preview },
  { "K", "explain why the row is here", explain },
  { "<Tab>", "fold or unfold", function() pcall(vim.cmd.normal, { "za", bang = true }) end },
  { "m", "group by file or by hop", regroup },
  { "+", "only surer rows", function() step(1) end },
  { "-", "less sure rows too", function() step(-1) end },
  { "u", "only rows with a finding, or all", only_findings },
  { "f", "follow the working tree, or not", follow },
  { "r", "ask again", function() tree.refresh(vim.api.nvim_get_current_buf()) end },
  { "Q", "rows to the quickfix list", to_quickfix },
  { "q", "close", function() vim.cmd.close() end },
  { "g?", "these keys", function() M.help() end },
}

function M.help()
  local lines = {}
  for _, key in ipairs(KEYS) do
    table.insert(lines, ("%-7s %s"):format(key[1], key[2]))
  end
  table.insert(lines, "")
  table.insert(lines, "za zo zc zM zR  folds, as everywhere")
  vim.lsp.util.open_floating_preview(lines, "", { border = "rounded", title = " Blastlens tree ", focus_id = "blastlens.keys" })
end

--- Give a tree's buffer its keys.
---@param bufnr integer
function M.map(bufnr)
  for _, key in ipairs(KEYS) do
    vim.keymap.set("n", key[1], function()
      key[3]()
    end, { buffer = bufnr, nowait = true, desc = "Blastlens: " .. key[2] })
  end
end

return M
