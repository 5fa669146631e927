"""Editors driven for real: Neovim without a screen, VS Code in a browser."""
