"""MCP: the questions an agent asks, as tools. The SDK is an optional extra and is imported only here."""
