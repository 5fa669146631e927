--- Shows code lenses and keeps them fresh. Neovim 0.11 draws lenses but never asks for them by itself.
local M = {}

local group = vim.api.nvim_create_augroup("blastlens.lenses", { clear = true })

--- Ask for the lenses of a buffer and draw them.
---@param bufnr integer
function M.refresh(bufnr)
  if vim.api.nvim_buf_is_loaded(bufnr) and require("blastlens.settings").get().lenses then
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
end

---@param bufnr integer
function M.attach(bufnr)
  if not require("blastlens.settings").get().lenses then
    return
  end
  -- Later versions ask for lenses themselves once told to.
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
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

--- Handler of `workspace/codeLens/refresh`: the server has a new revision.
function M.on_refresh(_, _, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
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
