--- The running language server, and requests to it.
local M = {}

---@param text string
---@param level? integer of `vim.log.levels`
function M.notify(text, level)
  vim.notify("Blastlens: " .. text, level or vim.log.levels.INFO)
end

--- The server of a buffer, or else any that runs.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.of(bufnr)
  return vim.lsp.get_clients({ name = "blastlens", bufnr = bufnr or 0 })[1]
    or vim.lsp.get_clients({ name = "blastlens" })[1]
end

--- The same, or a message that says what to do.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.required(bufnr)
  local client = M.of(bufnr)
  if not client then
    M.notify("the server is not running for this buffer; open a source file, or see :checkhealth blastlens", vim.log.levels.WARN)
  end
  return client
end

--- Where the cursor stands, in the server's units: what a command is about when no lens says so.
---@param client vim.lsp.Client
function M.here(client)
  if vim.bo.buftype ~= "" then
    return { root = vim.uri_from_fname(client.root_dir or vim.fn.getcwd()) }
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

--- Send one of the server's commands.
---@param client vim.lsp.Client
---@param command string
---@param argument table
---@param done fun(err?: string, answer?: table)
---@param bufnr? integer
---@return integer? request to cancel it by
function M.run(client, command, argument, done, bufnr)
  local params = { command = command, arguments = { argument } }
  local sent, request = client:request("workspace/executeCommand", params, function(err, answer)
    if err then
      done(err.message)
    else
      done(nil, type(answer) == "table" and answer or nil)
    end
  end, bufnr)
  return sent and request or nil
end

--- A path that the user wrote, as the server has it: relative to its root when it is there.
---@param client vim.lsp.Client
---@param path string
---@return string
function M.relative(client, path)
  local root = client.root_dir
  local full = vim.fs.normalize(vim.fn.fnamemodify(path, ":p"))
  if root and vim.uv.fs_stat(full) then
    local relative = vim.fs.relpath(root, full)
    if relative then
      return relative
    end
  end
  return path
end

return M
