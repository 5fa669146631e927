--- An answer as a foldable buffer that follows the working tree. Its keys: `blastlens.tree_keys`.
local M = {}

local notify = require("blastlens.client").notify

local namespace = vim.api.nvim_create_namespace("blastlens.tree")

---@class blastlens.Tree
---@field result blastlens.Result
---@field view blastlens.View
---@field lines blastlens.Line[]
---@field follow boolean
---@field asking boolean
---@field again boolean something changed while the answer was on its way

---@type table<integer, blastlens.Tree> by buffer
local trees = {}

---@param bufnr? integer
---@return blastlens.Tree?
function M.of(bufnr)
  return trees[bufnr or vim.api.nvim_get_current_buf()]
end

--- For 'foldexpr': a heading begins a fold, rows are in it.
---@param lnum integer
---@return string|integer
function M.fold(lnum)
  local tree = M.of()
  local line = tree and tree.lines[lnum]
  if not line then
    return 0
  end
  return line.level == 1 and ">1" or (line.level == 2 and 1 or 0)
end

---@param bufnr integer
local function windows_of(bufnr)
  return vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_buf(window) == bufnr
  end, vim.api.nvim_list_wins())
end

--- Headings that are folded in a window.
---@param window integer
---@param tree blastlens.Tree
---@return table<string, true>
local function closed_in(window, tree)
  return vim.api.nvim_win_call(window, function()
    local closed = {}
    for lnum, line in ipairs(tree.lines) do
      if line.level == 1 and vim.fn.foldclosed(lnum) == lnum then
        closed[line.key] = true
      end
    end
    return closed
  end)
end

---@param window integer
---@param tree blastlens.Tree
---@param closed table<string, true>
---@param key? string of the line to stand on
local function restore(window, tree, closed, key)
  vim.api.nvim_win_call(window, function()
    -- Setting it makes the folds anew.
    vim.wo[window][0].foldexpr = "v:lua.require'blastlens.tree'.fold(v:lnum)"
    vim.cmd("silent! %foldopen!")
    for lnum, line in ipairs(tree.lines) do
      if line.level == 1 and closed[line.key] then
        vim.cmd(("silent! %dfoldclose"):format(lnum))
      end
    end
    for lnum, line in ipairs(key and tree.lines or {}) do
      if line.key == key then
        vim.api.nvim_win_set_cursor(window, { lnum, 2 })
        return
      end
    end
  end)
end

--- Write the lines of the answer; folds and the cursor stay with what they are on.
---@param bufnr integer
---@return integer count of rows
function M.draw(bufnr)
  local tree = assert(trees[bufnr])
  local before = {}
  for _, window in ipairs(windows_of(bufnr)) do
    local line = tree.lines[vim.api.nvim_win_get_cursor(window)[1]]
    before[window] = { closed = closed_in(window, tree), key = line and line.key }
  end
  local lines, count = require("blastlens.outline").lines(tree.result.answer, tree.view)
  tree.lines = lines
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(
    bufnr,
    0,
    -1,
    false,
    vim.tbl_map(function(line)
      return line.text
    end, lines)
  )
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for row, line in ipairs(lines) do
    for _, span in ipairs(line.spans) do
      local last = math.min(span[2], #line.text)
      if span[1] < last then
        vim.api.nvim_buf_set_extmark(bufnr, namespace, row - 1, span[1], { end_col = last, hl_group = span[3] })
      end
    end
  end
  for window, was in pairs(before) do
    restore(window, tree, was.closed, was.key)
  end
  return count
end

---@param window integer
local function dress(window)
  local options = vim.wo[window][0]
  options.foldmethod = "expr"
  options.foldexpr = "v:lua.require'blastlens.tree'.fold(v:lnum)"
  options.foldtext = ""
  options.foldlevel = 99
  options.foldcolumn = "1"
  options.foldenable = true
  options.fillchars = "foldopen:▾,foldclose:▸,foldsep: ,fold: "
  options.wrap = false
  options.cursorline = true
  options.number = false
  options.relativenumber = false
  options.signcolumn = "no"
  options.spell = false
  options.list = false
end

--- The window of a tree in this tab page, else a new one.
---@return integer window
local function window_for_tree()
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if trees[vim.api.nvim_win_get_buf(window)] then
      vim.api.nvim_set_current_win(window)
      return window
    end
  end
  local set = require("blastlens.settings").get().tree
  if set.position == "bottom" then
    vim.cmd(("botright %dsplit"):format(math.min(set.size, math.floor(vim.o.lines / 2))))
  else
    local size = math.min(set.size, math.floor(vim.o.columns * 0.6))
    vim.cmd(("%s %dvsplit"):format(set.position == "left" and "topleft" or "botright", size))
  end
  return vim.api.nvim_get_current_win()
end

---@param name string
---@return integer bufnr
local function new_buffer(name)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = "wipe"
  vim.bo[bufnr].swapfile = false
  vim.bo[bufnr].buftype = "nofile"
  pcall(vim.api.nvim_buf_set_name, bufnr, ("blastlens://%s/%d"):format(name, bufnr))
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = bufnr,
    once = true,
    callback = function()
      trees[bufnr] = nil
    end,
  })
  return bufnr
end

--- Show an answer in the tree; the cursor goes there.
---@param result blastlens.Result
---@param group? "hop"|"file"
---@return integer count of rows
function M.open(result, group)
  local set = require("blastlens.settings").get()
  local window = window_for_tree()
  local bufnr = new_buffer(result.name)
  trees[bufnr] = {
    result = result,
    view = {
      heading = require("blastlens.ask").heading(result),
      title = result.question.title,
      empty = result.question.empty,
      group = group or set.tree.group,
      min_confidence = result.about.minConfidence or set.min_confidence,
    },
    lines = {},
    follow = set.tree.follow,
    asking = false,
    again = false,
  }
  vim.api.nvim_win_set_buf(window, bufnr)
  dress(window)
  vim.bo[bufnr].filetype = "blastlens"
  require("blastlens.tree_keys").map(bufnr)
  local count = M.draw(bufnr)
  for lnum, line in ipairs(trees[bufnr].lines) do
    if line.level == 2 then
      vim.api.nvim_win_set_cursor(window, { lnum, 2 })
      break
    end
  end
  return count
end

--- Show what was answered last in the tree.
function M.reopen()
  local last = require("blastlens.ask").last
  if last then
    M.open(last)
  else
    notify("nothing was asked yet; try :Blastlens! blast_radius", vim.log.levels.WARN)
  end
end

--- A new question has no answer: trees that can be seen say so, as what they show belongs to another one.
---@param title string of the question
---@param why string
function M.failed(title, why)
  for bufnr, tree in pairs(trees) do
    if #windows_of(bufnr) > 0 then
      tree.view.failed = ("%s: %s"):format(title, why)
      M.draw(bufnr)
    end
  end
end

--- Ask again, with the confidence that is shown now.
---@param bufnr integer
---@param quiet? boolean an answer that fails is no news, as when the server is just starting
function M.refresh(bufnr, quiet)
  local tree = trees[bufnr]
  if not tree then
    return
  elseif tree.asking then
    tree.again = true
    return
  end
  tree.asking, tree.again = true, false
  local about = vim.tbl_extend("force", tree.result.about, { minConfidence = tree.view.min_confidence })
  require("blastlens.ask").again(tree.result, about, function(err, result)
    tree.asking = false
    if trees[bufnr] ~= tree then
      return
    end
    if err and not quiet then
      notify(err, vim.log.levels.WARN)
    end
    if result then
      tree.result, tree.view.outdated = result, nil
      tree.view.failed = quiet and tree.view.failed or nil
      M.draw(bufnr)
    elseif err and require("blastlens.client").of(bufnr) then
      tree.view.outdated = err
      M.draw(bufnr)
    end
    if tree.again then
      M.refresh(bufnr, quiet)
    end
  end)
end

--- The server has a new revision: ask again what is shown.
---@param client_id integer
function M.follow(client_id)
  for bufnr, tree in pairs(trees) do
    if tree.follow and tree.result.client.id == client_id then
      M.refresh(bufnr, true)
    end
  end
end

return M
