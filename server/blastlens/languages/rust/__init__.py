"""Rust: declaration, walker, placement, library, rules, specs."""
