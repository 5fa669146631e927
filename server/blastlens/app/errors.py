"""The one error a person can mend."""


class UserError(Exception):
    """Something the user can put right. `message` says what is wrong, `hint` what to do next, `choices` what may
    have been meant (nearest names, or all symbols an ambiguous name fits). Where the next step differs by face (a command
    here, a tool there), `hint` is empty and `topic` says what it is about: "left-out-files" | "indexed-symbols"."""

    def __init__(
        self, message: str, hint: str = "", choices: tuple[str, ...] = (), code: str = "usage", topic: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.choices = choices
        self.topic = topic
        # "usage" | "not-a-directory" | "no-source" | "unknown-symbol" | "ambiguous-symbol" | "bad-diff" |
        # "unknown-revision" | "disk-full" | "locked"
        self.code = code
