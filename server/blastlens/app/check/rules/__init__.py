"""The rules, one a file: each has `judge(Change) -> Judgement`."""
