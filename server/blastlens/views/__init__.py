"""Views: answers in the words and places of an editor, as plain data."""
