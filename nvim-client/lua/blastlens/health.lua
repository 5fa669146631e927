--- `:checkhealth blastlens`
local M = {}

local health = vim.health

local function check_editor()
  health.start("blastlens: editor")
  if vim.fn.has("nvim-0.11") == 1 then
    health.ok(("Neovim is %s"):format(vim.fn.execute("version"):match("v(%d+%.%d+%.%d+)") or "0.11"))
  else
    health.error("Neovim 0.11 or newer is needed", { "install a newer Neovim" })
  end
  if vim.fn.executable("git") == 1 then
    health.ok("git is found: changes are told from what is committed")
  else
    health.warn("git is not on PATH", { "install git: without it nothing is known of changes, and files are not ignored" })
  end
  if vim.fn.has("linux") == 1 and vim.fn.executable("inotifywait") == 0 then
    health.info("inotifywait is not installed: files changed by other programs are watched folder by folder, which takes longer")
  end
end

local function check_settings()
  health.start("blastlens: settings")
  local problems = require("blastlens.settings").problems()
  for _, problem in ipairs(problems) do
    health.error(problem, { ":help blastlens-settings" })
  end
  if #problems == 0 then
    health.ok(vim.g.blastlens == nil and "vim.g.blastlens is not set: defaults" or "vim.g.blastlens is understood")
  end
  if not vim.lsp.is_enabled("blastlens") then
    health.warn("the server is not enabled", { 'vim.lsp.enable("blastlens")' })
  end
end

---@return boolean whether it can be started
local function check_server()
  health.start("blastlens: server")
  local launch = require("blastlens.launch")
  local command, tried = launch.command()
  if not command then
    health.error("no language server: " .. tried, { launch.how_to_install })
    return false
  end
  local found ---@type blastlens.Diagnosis?
  launch.diagnose(command, function(diagnosis)
    found = diagnosis
  end)
  vim.wait(12000, function()
    return found ~= nil
  end, 20)
  if not found then
    health.error(command[1] .. " does not answer", { "run it in a terminal: " .. command[1] .. " --version" })
    return false
  elseif not found.ok then
    health.error(found.said, { found.advice })
    return false
  end
  health.ok(found.said)
  return true
end

---@param client vim.lsp.Client
local function check_index(client)
  local params = { command = "blastlens.indexStatus", arguments = { { root = vim.uri_from_fname(client.root_dir or "") } } }
  local answer, problem = client:request_sync("workspace/executeCommand", params, 5000)
  local result = answer and answer.result
  if not result then
    local said = answer and answer.err and answer.err.message or problem or "no answer"
    health.error("the server does not tell how the index is: " .. said, { ":Blastlens restart", ":Blastlens log" })
    return
  end
  local row = result.results[1] or {}
  local facts = ("%d files, %d symbols, %d edges, revision %d"):format(
    row.files or 0,
    row.symbols or 0,
    row.edges or 0,
    result.revision or 0
  )
  if row.state == "ready" and result.complete then
    health.ok("the index is complete: " .. facts)
  else
    local why = type(result.reason) == "string" and result.reason or row.note or row.state
    health.warn(("the index is %s: %s"):format(row.state or "not known", why), { ":Blastlens reindex builds it again" })
  end
  if #(result.stale or {}) > 0 then
    health.warn(("%d files differ from the index"):format(#result.stale), { ":Blastlens reindex" })
  end
  if type(row.note) == "string" and row.note ~= "" then
    health.info(row.note)
  end
  if type(row.database) == "string" then
    health.info("kept in " .. row.database)
  end
end

local function check_clients()
  health.start("blastlens: repositories")
  local clients = vim.lsp.get_clients({ name = "blastlens" })
  if #clients == 0 then
    health.info("not running: it starts with the first source file")
  end
  for _, client in ipairs(clients) do
    if not client.root_dir then
      health.warn("it runs for a single file: Blastlens answers for files of a repository", {
        "open a file below a folder with .git, .code-graph or a project file",
      })
    else
      health.ok(("running for %s (%d buffers)"):format(client.root_dir, vim.tbl_count(client.attached_buffers)))
      check_index(client)
    end
  end
end

function M.check()
  check_editor()
  check_settings()
  if check_server() then
    check_clients()
  end
end

return M
