"""What can go wrong with a session that a person can mend."""


class SessionError(Exception):
    """`code` is one of `app.errors.UserError`'s: "not-a-directory", "disk-full", "locked", "unknown-revision", "bad-diff",
    "no-git", "damaged". `hint` says what to do next."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
