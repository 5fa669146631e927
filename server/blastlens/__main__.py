"""`python -m blastlens`."""

from blastlens.faces.cli.main import end

if __name__ == "__main__":
    end()
