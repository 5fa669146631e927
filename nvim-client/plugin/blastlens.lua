if vim.g.loaded_blastlens then
  return
end
vim.g.loaded_blastlens = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("Blastlens needs Neovim 0.11 or newer", vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command("Blastlens", function(opts)
  require("blastlens.questions").ask(opts.fargs[1], opts.fargs[2])
end, {
  nargs = "+",
  desc = "Blastlens: ask about what stands at the cursor; answers fill the quickfix list",
  complete = function(typed, line)
    if line:match("^%s*%a*%s+%S+%s") then
      return {} -- only the server knows the symbols
    end
    return vim.tbl_filter(function(name)
      return vim.startswith(name, typed)
    end, require("blastlens.questions").names())
  end,
})

local group = vim.api.nvim_create_augroup("blastlens", { clear = true })

vim.api.nvim_create_autocmd("LspAttach", {
  group = group,
  desc = "Blastlens: show code lenses",
  callback = function(ev)
    local client = vim.lsp.get_client_by_id(ev.data.client_id)
    if client and client.name == "blastlens" then
      require("blastlens.lenses").attach(ev.buf)
    end
  end,
})

local command, tried = require("blastlens.launch").command()
if command then
  vim.lsp.enable("blastlens")
else
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = require("blastlens.filetypes"),
    once = true,
    desc = "Blastlens: say that the server is missing",
    callback = function()
      vim.notify(("Blastlens: %s.\n%s"):format(tried, require("blastlens.launch").how_to_install), vim.log.levels.WARN)
    end,
  })
end
