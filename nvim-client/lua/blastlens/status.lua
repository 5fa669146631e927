--- How the index is, told by the server (`blastlens/status`) whenever that changes; kept for the status line.
local M = {}

---@type table<integer, table<string, blastlens.Status>> client id -> root URI -> status
local told = {}

--- Handler of `blastlens/status`.
---@param params blastlens.Status
function M.on_status(_, params, ctx)
  local of_client = told[ctx.client_id] or {}
  told[ctx.client_id] = of_client
  local before = of_client[params.root]
  of_client[params.root] = params.state ~= "closed" and params or nil
  vim.schedule(function()
    vim.api.nvim_exec_autocmds("User", { pattern = "BlastlensStatus", data = params, modeline = false })
    vim.cmd.redrawstatus({ bang = true })
    if before and before.generation ~= params.generation then
      require("blastlens.tree").follow(ctx.client_id)
    end
  end)
end

---@param client_id integer
function M.forget(client_id)
  told[client_id] = nil
  vim.schedule(function()
    vim.cmd.redrawstatus({ bang = true })
  end)
end

--- The status of the folder that a buffer is in; of the only folder, where the buffer is in none.
---@param bufnr? integer
---@return blastlens.Status?
function M.of(bufnr)
  local client = vim.lsp.get_clients({ name = "blastlens", bufnr = bufnr or 0 })[1]
  local folders = client and told[client.id] or nil
  if not folders then
    return nil
  end
  local path = vim.api.nvim_buf_get_name(bufnr or 0)
  for uri, status in pairs(folders) do
    if vim.fs.relpath(vim.uri_to_fname(uri), path) then
      return status
    end
  end
  return nil
end

--- What a status means to someone who reads answers.
---@param status blastlens.Status
---@return string
function M.word(status)
  if status.state == "opening" or status.state == "indexing" then
    return ("indexing %d %%"):format(status.percent)
  elseif status.state == "updating" then
    return ("stale, updating %d %%"):format(status.percent)
  elseif status.state == "failed" then
    return "failed"
  end
  return status.reason == "" and "fresh" or "stale"
end

--- For 'statusline'.
---@param bufnr? integer
---@return string
function M.text(bufnr)
  local status = M.of(bufnr)
  return status and "Blastlens: " .. M.word(status) or ""
end

return M
