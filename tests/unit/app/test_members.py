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
    "python: setters and comments": (
        {
            "store.py": (
                "class Store:\n    @property\n    def size(self) -> int:\n        return 1\n\n"
                "    @size.setter\n    def size(self, to: int) -> None:\n        pass\n\n"
                "    def read(\n        self,  # the store\n        key: str,  # the key\n    ) -> bytes:\n        return b''\n"
            ),
            "app.py": "from store import Store\n\n\ndef use(store: Store):\n    store.size = 1\n    store.read('a')\n",
        },
        "class StoreRole(Protocol):\n    @property\n    def size(self) -> int: ...\n"
        "    @size.setter\n    def size(self, to: int) -> None: ...\n    def read(self, key: str) -> bytes: ...",
    ),
    "go: generic": (
        {
            "go.mod": "module example.com/shop\n\ngo 1.22\n",
            "shop.go": "package shop\n\ntype Store[T any] struct{}\n\nfunc (s *Store[T]) Get(key T) T { return key }\n",
            "use.go": 'package shop\n\nfunc use(s *Store[string]) { s.Get("a") }\n',
        },
        "type StoreRole[T any] interface {\n\tGet(key T) T\n}",
    ),
    "java: default methods and annotations": (
        {
            "Shop.java": "interface Shop<T> {\n    @Deprecated\n    default T get(T key) { return key; }\n\n    T id();\n}\n",
            "App.java": 'class App {\n    void use(Shop<String> shop) {\n        shop.get("a");\n        shop.id();\n    }\n}\n',
        },
        "interface ShopRole<T> {\n    T get(T key);\n    T id();\n}",
    ),
    "typescript: statics": (
        {
            "store.ts": (
                "export class Store<T> {\n  static parse(text: string, deep = false): Store<string> {\n    return new Store();\n  }\n\n"
                "  public get(key: T, again = 1, { at }: { at?: number } = {}) {\n    return key;\n  }\n\n"
                "  async *items(): AsyncGenerator<T> {}\n\n  find = (key: T): T => key;\n\n"
                "  get size() {\n    return 1;\n  }\n\n  set size(to) {}\n}\n"
            ),
            "app.ts": (
                'import { Store } from "./store";\n\nexport function use(store: Store<string>) {\n  Store.parse("a");\n  store.items();\n'
                '  store.size = store.size;\n  store.find("a");\n  return store.get("a");\n}\n'
            ),
        },
        'interface StoreRole<T> {\n  get(key: T, again?: Parameters<Store<T>["get"]>[1], given3?: { at?: number }): ReturnType<Store<T>["get"]>;\n'
        '  items(): AsyncGenerator<T>;\n  find: Store<T>["find"];\n  get size(): Store<T>["size"];\n  set size(to: Store<T>["size"]);\n}\n\n'
        'interface StoreRoleStatic {\n  parse(text: string, deep?: Parameters<(typeof Store)["parse"]>[1]): Store<string>;\n}',
    ),
    "typescript: abstract": (
        {
            "shape.ts": "export abstract class Shape {\n  abstract area(scale: number): number;\n}\n",
            "app.ts": 'import { Shape } from "./shape";\n\nexport function use(shape: Shape) {\n  return shape.area(1);\n}\n',
        },
        "interface ShapeRole {\n  area(scale: number): number;\n}",
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
        clients = app.ask(Members(sketch.split()[1].partition("Role")[0] if sketch else "Store")).extra["clients"]
    finally:
        app.close()
    assert [client["sketch"] for client in clients] == [sketch]
