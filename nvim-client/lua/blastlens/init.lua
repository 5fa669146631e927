--- What other configuration may call. Everything else of `blastlens.*` may change.
local M = {}

--- Actions of `:Blastlens` that are no questions.
---@type table<string, fun(words: string[])>
local actions = {
  explain = function(words)
    require("blastlens.explain").ask(words)
  end,
  run_tests = function(words)
    require("blastlens.run_tests").ask(words)
  end,
  tree = function()
    require("blastlens.tree").reopen()
  end,
  lens = function()
    require("blastlens.lenses").run()
  end,
  restart = function()
    require("blastlens.server").restart()
  end,
  log = function()
    vim.cmd.tabedit(vim.fn.fnameescape(vim.lsp.log.get_filename()))
    vim.cmd("normal! G")
  end,
}

--- Everything that `:Blastlens` takes first.
---@return string[] names # in order
function M.names()
  local names = vim.list_extend(require("blastlens.questions").names(), vim.tbl_keys(actions))
  table.sort(names)
  return names
end

--- What `:Blastlens` does.
---@param words string[] a question or an action, and what follows it
---@param in_tree? boolean show the answer in the tree
function M.run(words, in_tree)
  local name = words[1]
  local rest = vim.list_slice(words, 2)
  if actions[name] then
    actions[name](rest)
  elseif require("blastlens.questions").all[name] then
    require("blastlens.ask").ask(name, rest, in_tree and { view = "tree" } or nil)
  else
    local known = table.concat(M.names(), ", ")
    require("blastlens.client").notify(("unknown question %q; known: %s"):format(name, known), vim.log.levels.ERROR)
  end
end

--- Ask a question about what stands at the cursor, or about `subject`.
---@param name string e.g. "callers"
---@param subject? string e.g. "Cart.total"
---@param shown? { view?: "quickfix"|"loclist"|"tree", group?: "file"|"hop" }
function M.ask(name, subject, shown)
  require("blastlens.ask").ask(name, subject and { subject } or {}, shown)
end

--- Explain what stands at the cursor in a floating window.
function M.explain()
  require("blastlens.explain").ask({})
end

--- Run a lens of the cursor's line; with several, ask which.
function M.run_lens()
  require("blastlens.lenses").run()
end

--- How the index is, in a few words, for 'statusline'; "" where the server does not run.
---@param bufnr? integer
---@return string
function M.statusline(bufnr)
  return require("blastlens.status").text(bufnr)
end

--- How the index is, as the server told it; nil where it does not run.
---@param bufnr? integer
---@return blastlens.Status?
function M.status(bufnr)
  return require("blastlens.status").of(bufnr)
end

--- Stop the server and start it again.
function M.restart()
  require("blastlens.server").restart()
end

return M
