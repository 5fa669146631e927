"""TypeScript and JavaScript, as one family of languages."""
