--- What happens when the server ends by itself: a message that says what to do, and a bounded number of new starts.
local M = {}

local notify = require("blastlens.client").notify

-- So many new starts in so many seconds; a server that ends more often than that has a reason of its own.
M.most = 3
local WINDOW = 180

---@type table<string, number[]> root -> times of ends, in seconds
local ends = {}

---@param root string
---@return integer how often the server of a root ended lately, this time included
local function count_end(root)
  local now = vim.uv.now() / 1000
  local recent = vim.tbl_filter(function(time)
    return now - time < WINDOW
  end, ends[root] or {})
  table.insert(recent, now)
  ends[root] = recent
  return #recent
end

local function how(code, signal)
  return signal ~= 0 and ("was killed by signal %d"):format(signal) or ("ended with exit code %d"):format(code)
end

local function start_again()
  vim.lsp.enable("blastlens")
end

--- The server did not get as far as answering: say why, as far as that can be found out.
---@param cmd string[]
local function tell_why(cmd)
  require("blastlens.launch").diagnose(cmd, function(found)
    local advice = found.ok and ":Blastlens log shows what it said" or found.advice
    notify(("the server does not start: %s.\n%s"):format(found.said, advice), vim.log.levels.ERROR)
  end)
end

--- `on_exit` of the client.
---@param code integer
---@param signal integer
---@param client_id integer
function M.on_exit(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local wanted = vim.v.exiting ~= vim.NIL or (client and client._is_stopping)
  require("blastlens.status").forget(client_id)
  if wanted or not client or (code == 0 and signal == 0) then
    return
  end
  local root, cmd = client.root_dir or "", client.config.cmd
  local born = client.initialized
  vim.schedule(function()
    if not born then
      tell_why(type(cmd) == "table" and cmd or {})
      return
    end
    local count = count_end(root)
    if count > M.most then
      notify(
        ("the server %s, the %dth time in a short while; it is not started again.\n"):format(how(code, signal), count)
          .. ":Blastlens restart starts it, :checkhealth blastlens and :Blastlens log tell more",
        vim.log.levels.ERROR
      )
      return
    end
    local text = "the server %s; it is started again (%d of %d). :Blastlens log tells more"
    notify(text:format(how(code, signal), count, M.most), vim.log.levels.WARN)
    -- The editor first takes leave of the old one, and a server that ends at once must not fill the log.
    vim.defer_fn(start_again, 200 * count * count)
  end)
end

--- Stop the server and start it again; forgets how often it ended.
function M.restart()
  ends = {}
  local running = vim.lsp.get_clients({ name = "blastlens" })
  for _, client in ipairs(running) do
    client:stop()
  end
  local launch = require("blastlens.launch")
  local command, tried = launch.command()
  if not command then
    notify(("%s.\n%s"):format(tried, launch.how_to_install), vim.log.levels.ERROR)
    return
  end
  vim.lsp.config("blastlens", { cmd = command })
  local waited = 0
  local function go()
    local all_gone = vim.iter(running):all(function(client)
      return vim.lsp.get_client_by_id(client.id) == nil
    end)
    if all_gone then
      start_again()
    elseif waited < 5000 then
      waited = waited + 100
      vim.defer_fn(go, 100)
    else
      for _, client in ipairs(running) do
        client:stop(true)
      end
      vim.defer_fn(start_again, 500)
    end
  end
  go()
end

return M
