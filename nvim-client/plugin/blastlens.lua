if vim.g.loaded_blastlens then
  return
end
vim.g.loaded_blastlens = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("Blastlens needs Neovim 0.11 or newer", vim.log.levels.WARN)
  return
end

local highlights = {
  Title = "Title",
  Heading = "Directory",
  Name = "Function",
  Place = "Comment",
  Sure = "DiagnosticOk",
  Likely = "DiagnosticInfo",
  Unsure = "DiagnosticHint",
  Warned = "DiagnosticWarn",
}
for name, link in pairs(highlights) do
  vim.api.nvim_set_hl(0, "Blastlens" .. name, { link = link, default = true })
end

vim.api.nvim_create_user_command("Blastlens", function(opts)
  require("blastlens").run(opts.fargs, opts.bang)
end, {
  nargs = "+",
  bang = true,
  desc = "Blastlens: ask about what stands at the cursor; with ! the answer is shown in the tree",
  complete = function(typed, line, position)
    return require("blastlens.completion").complete(typed, line, position)
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
      if require("blastlens.settings").get().inlay_hints and client:supports_method("textDocument/inlayHint") then
        vim.lsp.inlay_hint.enable(true, { bufnr = ev.buf })
      end
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
      local how = require("blastlens.launch").how_to_install
      vim.notify(("Blastlens: %s.\n%s\nThen :Blastlens restart"):format(tried, how), vim.log.levels.WARN)
    end,
  })
end
