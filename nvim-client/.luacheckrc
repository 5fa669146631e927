std = "luajit"
read_globals = { "vim" }
globals = { "vim.g", "vim.b", "vim.bo", "vim.wo", "vim.o", "vim.opt", "vim.opt_local" }
max_line_length = 140
exclude_files = { "lua/blastlens/types.lua" }
