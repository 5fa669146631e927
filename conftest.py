"""Root of the tests: the spec kit collects Markdown specs here and in the language folders."""

pytest_plugins = ["spec_kit.plugin"]
