"""Sketches of the interfaces that the use of a class amounts to."""

from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import Members

CASES = {
    "python": (
        {
            "store.py": (
                "class Store:\n    @property\n    def size(self) -> int:\n        return 1\n\n"
                "    async def read(\n        self,\n        key: str,\n    ) -> bytes:\n        return b''\n\n"
                "    @staticmethod\n    def clean(text): return text\n"
            ),
            "app.py": "from store import Store\n\n\ndef use(store: Store):\n    store.read('a')\n    store.clean('a')\n    return store.size\n",
        },
        "class StoreRole(Protocol):\n    @property\n    def size(self) -> int: ...\n"
        "    async def read(self, key: str) -> bytes: ...\n    @staticmethod\n    def clean(text): ...",
    ),
    "go": (
        {
            "go.mod": "module example.com/shop\n\ngo 1.22\n",
            "shop.go": "package shop\n\ntype Store struct{}\n\nfunc (s *Store) Get(key string) (string, error) { return key, nil }\n",
            "use.go": 'package shop\n\nfunc use(s *Store) { s.Get("a") }\n',
        },
        "type StoreRole interface {\n\tGet(key string) (string, error)\n}",
    ),
    "java": (
        {
            "Store.java": "class Store {\n    public String get(String key) { return key; }\n}\n",
            "App.java": 'class App {\n    void use(Store store) { store.get("a"); }\n}\n',
        },
        "interface StoreRole {\n    String get(String key);\n}",
    ),
    "typescript": (
        {
            "store.ts": "export class Store {\n  async get(key: string): Promise<string> {\n    return key;\n  }\n}\n",
            "app.ts": 'import { Store } from "./store";\n\nexport function use(store: Store) {\n  return store.get("a");\n}\n',
        },
        "interface StoreRole {\n  get(key: string): Promise<string>;\n}",
    ),
    "rust": (
        {
            "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
            "src/lib.rs": "pub mod store;\n\nuse store::Store;\n\npub fn read(store: &Store) {\n    store.get(1);\n}\n",
            "src/store.rs": "pub struct Store {}\n\nimpl Store {\n    pub fn get(&self, key: usize) -> usize {\n        key\n    }\n}\n",
        },
        "trait StoreRole {\n    fn get(&self, key: usize) -> usize;\n}",
    ),
    "c++": (
        {
            "store.hpp": "class Store {\npublic:\n    int get(int key) { return key; }\n};\n",
            "app.cpp": '#include "store.hpp"\n\nvoid use(Store &store) { store.get(1); }\n',
        },
        "",
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_a_sketch_is_written_in_the_language_of_the_class(language: str, tmp_path: Path) -> None:
    files, sketch = CASES[language]
    for name, text in files.items():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    app = Blastlens.open(tmp_path, one_shot=True)
    try:
        clients = app.ask(Members("Store")).extra["clients"]
    finally:
        app.close()
    assert [client["sketch"] for client in clients] == [sketch]
