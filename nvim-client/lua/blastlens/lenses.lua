--- Shows code lenses and keeps them fresh. Neovim 0.11 draws lenses but never asks for them by itself.
local M = {}

local group = vim.api.nvim_create_augroup("blastlens.lenses", { clear = true })

---@type table<integer, { running: boolean, again: boolean }> by buffer
local asked = {}

local function wanted()
  return require("blastlens.settings").get().lenses
end

--- Neovim sorts the lenses of a line by their column, in no order among equals: give each its own.
---@param lenses lsp.CodeLens[]
local function keep_order(lenses)
  local next_column = {}
  for _, lens in ipairs(lenses) do
    local start = lens.range.start
    local column = math.max(start.character, next_column[start.line] or 0)
    start.character, next_column[start.line] = column, column + 1
  end
  return lenses
end

--- Have the titles of all lenses before one is drawn: Neovim would write "Unresolved lens" beside the line until then.
---@param client vim.lsp.Client
---@param lenses lsp.CodeLens[]
---@param bufnr integer
---@param done fun()
local function with_titles(client, lenses, bufnr, done)
  local left = 1
  local function one_less()
    left = left - 1
    if left == 0 then
      done()
    end
  end
  for _, lens in ipairs(lenses) do
    if not lens.command then
      left = left + 1
      local sent = client:request("codeLens/resolve", lens, function(_, resolved)
        lens.command = resolved and resolved.command or lens.command
        one_less()
      end, bufnr)
      if not sent then
        one_less()
      end
    end
  end
  one_less()
end

--- Ask for the lenses of a buffer and draw them. What is asked meanwhile is asked once more when that is answered, so that
--- no revision is missed.
---@param bufnr integer
function M.refresh(bufnr)
  bufnr = bufnr == 0 and vim.api.nvim_get_current_buf() or bufnr
  if not vim.api.nvim_buf_is_loaded(bufnr) or not wanted() or vim.lsp.codelens.enable then
    return
  end
  local client = vim.lsp.get_clients({ name = "blastlens", bufnr = bufnr, method = "textDocument/codeLens" })[1]
  if not client then
    return
  end
  local state = asked[bufnr] or { running = false, again = false }
  asked[bufnr] = state
  if state.running then
    state.again = true
    return
  end
  state.running, state.again = true, false
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  local function answered(err, lenses, ctx)
    state.running = false
    local moved = vim.api.nvim_buf_is_loaded(bufnr) and vim.api.nvim_buf_get_changedtick(bufnr) ~= tick
    if moved or state.again then
      vim.schedule(function()
        M.refresh(bufnr)
      end)
    end
    -- Places of a text that is no more would put titles beside other lines.
    if not moved then
      vim.lsp.codelens.on_codelens(err, lenses and keep_order(lenses), ctx)
    end
  end
  local sent = client:request("textDocument/codeLens", params, function(err, lenses, ctx)
    with_titles(client, lenses or {}, bufnr, function()
      answered(err, lenses, ctx)
    end)
  end, bufnr)
  state.running = sent
end

---@param bufnr integer
function M.attach(bufnr)
  if not wanted() then
    return
  end
  -- Later versions ask for lenses themselves once told to.
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
  asked[bufnr] = nil
  vim.api.nvim_clear_autocmds({ group = group, buffer = bufnr })
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged", "BufWritePost" }, {
    group = group,
    buffer = bufnr,
    desc = "Blastlens: ask for code lenses",
    callback = function()
      M.refresh(bufnr)
    end,
  })
  M.refresh(bufnr)
end

--- Run a lens of the cursor's line; with several, the user chooses.
function M.run()
  vim.lsp.codelens.run()
end

--- Read again what another program wrote, as a switch of branches does; never over changes of the user's.
---@param bufnr integer
local function reread(bufnr)
  if vim.o.autoread and vim.api.nvim_buf_is_loaded(bufnr) and not vim.bo[bufnr].modified then
    vim.cmd.checktime({ args = { tostring(bufnr) }, mods = { silent = true } })
  end
end

--- Handler of `workspace/codeLens/refresh`: the server has a new revision.
function M.on_refresh(_, _, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    reread(bufnr)
    M.refresh(bufnr)
  end
  return vim.NIL
end

--- Handler of `workspace/diagnostic/refresh`, which Neovim 0.11 lacks: pull the diagnostics of every attached buffer.
function M.on_diagnostic_refresh(_, _, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    client:request("textDocument/diagnostic", { textDocument = vim.lsp.util.make_text_document_params(bufnr) }, nil, bufnr)
  end
  return vim.NIL
end

return M
