--- `:checkhealth blastlens`
local M = {}

function M.check()
  vim.health.start("blastlens")
  if vim.fn.has("nvim-0.11") == 1 then
    vim.health.ok("Neovim is 0.11 or newer")
  else
    vim.health.error("Neovim 0.11 or newer is needed", { "install a newer Neovim" })
  end
  local launch = require("blastlens.launch")
  local command, tried = launch.command()
  if not command then
    vim.health.error("no language server: " .. tried, { launch.how_to_install })
    return
  end
  local run = vim.system({ command[1], "--version" }, { text = true }):wait(5000)
  if run.code == 0 then
    vim.health.ok(("%s: %s"):format(command[1], vim.trim(run.stdout)))
  else
    vim.health.error(command[1] .. " does not start", { vim.trim(run.stderr or "") })
  end
  local clients = vim.lsp.get_clients({ name = "blastlens" })
  if #clients == 0 then
    vim.health.info("not running: it starts with the first source file")
  end
  for _, client in ipairs(clients) do
    vim.health.ok(("running for %s (%d buffers)"):format(client.root_dir or "?", vim.tbl_count(client.attached_buffers)))
  end
end

return M
