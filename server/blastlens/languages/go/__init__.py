"""Go: declaration, walker, placement, rules, specs."""
