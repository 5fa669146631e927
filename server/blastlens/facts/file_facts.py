"""`FileFacts`: the value that extraction makes and linking reads.

Everything is integers into a few tables, so that facts decode fast, stay small, and an expression that
stands twice in a file is one row. Conventions:

* *name*: index into `FileFacts.names` (text of identifiers and short strings); -1 where absent.
* *expr*: index into `FileFacts.exprs`; -1 where absent. A row is `(kind, *operands)`, see `Expr`.
* *ctx*: index into `FileFacts.contexts`; a row is `(scope, block, order)`: where an expression is evaluated.
* *order*: a counter that grows with every binding made in the file, in evaluation order. A binding is visible
  from a context when `binding.order <= ctx.order`. `END` (the largest order) means "when the scope has ended":
  annotations, string annotations, and whatever another scope reads.
* *block*: index into `FileFacts.block_parents`. Block A dominates block B when A is B or an ancestor of B.
  `block_ended[b]` is true when the block's last statement is return, raise, continue or break.
* *def*: index into `FileFacts.defs`; *scope*: index into `FileFacts.scopes`, scope 0 is the module.

Codes are plain integers, not enumerations: they are compared once for every expression of a repository, and enum
arithmetic would cost more than the evaluation it decides. `code_names` gives their words.

The facts know no language-specific meaning beyond what the tables name; what `Optional` or `@property` mean is
asked of the language's rules by the linker.
"""

from typing import Final
from zlib import crc32

import msgspec

END: Final = 1 << 30
EVERYTHING: Final = "*"  # name in the module scope under which imports of all names of a module are bound


class Expr:
    """Kinds of expression rows; operands in the order given. `*x` = any number."""

    UNKNOWN: Final = 0  # ()                       nothing can be said
    NAME: Final = 1  # (name)
    ATTR: Final = 2  # (base expr, name)
    CALL: Final = 3  # (callee expr, n, *n positional exprs, *(name, expr) keyword pairs); `**x` has the name "**"
    INDEX: Final = 4  # (base expr, *subscript exprs); `x[a, b]` has two; also generic types
    TUPLE: Final = 5  # (*exprs)
    LIST: Final = 6  # (*exprs)                   lists and sets
    DICT: Final = 7  # (*(key expr, value expr));  key -1 for `**other`
    EITHER: Final = 8  # (*exprs)                   conditional expression, `a or b`, `a and b` (right side only)
    BINARY: Final = 9  # (operator name, left expr, right expr); comparisons and `x += y` only inside uses
    AWAIT: Final = 10  # (expr)
    ITER: Final = 11  # (expr)                     an element of iterating it
    UNPACK: Final = 12  # (expr, i)                  i-th element of unpacking it
    ENTER: Final = 13  # (expr)                     what `with expr as x` binds
    CAUGHT: Final = 14  # (expr)                     what `except expr as x` binds
    STAR: Final = 15  # (expr)                     `*x` in a call, list or tuple
    LAMBDA: Final = 16  # (scope, body expr, body ctx)
    CONST: Final = (
        17  # (type name, text name)     literal; type "str" "bytes" "int" "float" "bool" "None" "..."; text is -1
    )
    #             unless it is a str of at most 200 characters, a small int, True or False. A text made at run time that may
    #             be a name has a third operand: its spelling, `*` for each part that is filled in
    WITHIN: Final = 18  # (ctx, expr)                evaluate expr in another context (comprehension body, narrowed arm)
    TYPE: Final = (
        19  # (expr)                     the right side of a `type X = …` statement: a type expression as a value
    )
    YIELD_FROM: Final = 20  # (expr)                 only inside `Def.yields`
    UNARY: Final = 21  # (operator name, expr)       `-x`, `+x`, `~x`
    SENT: Final = 23  # ()                         what `yield x` gives: what is sent to the generator around
    RETURNED: Final = 24  # (expr)                 what `yield from expr` gives: what that generator returns
    FIELD: Final = 22  # (expr, i)                  what position i of a class pattern means for an instance
    # What languages with static types add. A *type expr* is any expr that is read as a type: NAME, ATTR, INDEX for
    # arguments, EITHER for unions and intersections, TUPLE, and those below.
    TYPED: Final = 25  # (type expr)               an instance of the type: casts, assertions, receivers
    FUNCTION_TYPE: Final = 26  # (result type expr or -1, *parameter type exprs; STAR for the rest)
    ARGUMENT: Final = (
        27  # (call expr, i, *expr)     what the callee admits as positional argument i of the call; the expr gives
    )
    #             what is expected of the call itself
    PARAMETER: Final = 28  # (expr, i)                 what the functions that expr may be are handed as parameter i
    RESULT: Final = 29  # (expr)                    what the functions that expr may be give, whatever they are handed
    OBJECT: Final = 30  # (def)                     an object literal: an instance of the class def of its members
    FUNCTION: Final = 31  # (def)                   a named function or class as an expression: the def as a value
    TYPE_OF: Final = 32  # (expr)                   only as a type expr: the type of a value
    MACRO: Final = 33  # (*names)                  a macro that calls functions of these names
    CLASS_OF: Final = 34  # (expr or -1, expr)     the class of what the first is an instance of, or that the second is


class ScopeKind:
    MODULE: Final = 0
    FUNCTION: Final = 1
    CLASS: Final = 2
    LAMBDA: Final = 3
    COMPREHENSION: Final = 4
    BLOCK: Final = 5  # a block with names of its own; like a comprehension, it runs in the body around it


class Bind:
    """Kinds of binding; `a` and `b` in the order given."""

    DEF: Final = 0  # a = def
    CLASS: Final = 1  # a = def
    IMPORT: Final = 2  # a = index into `imports`
    ASSIGN: Final = 3  # a = expr
    ANNOTATED: Final = 4  # a = annotation expr, b = value expr or -1
    PARAM: Final = 5  # a = def, b = index into its params
    # a = expr of the call the lambda is an argument of, b = packed, see `LambdaParam`; or a = -1, and b = 0 where the
    # parameter is named like a receiver
    LAMBDA_PARAM: Final = 6
    TYPE_VARIABLE: Final = 7  # a = name, b = expr of its bound, a tuple for constraints, or -1
    DELETED: Final = 8  # `del x`
    ELEMENT: Final = 9  # `x[k] = v`, `x.append(v)`: a = expr of v. Listed under the name "[]" + x, apart from x itself
    OWN_CLASS: Final = 11  # the class around, or one below it: a = class def
    SUPER: Final = 10  # `super`: a = class def whose bases are meant; b = 1 where the receiver is the class itself


class Use:
    """Kinds of use: a place where the file reaches for something."""

    CALL: Final = 0  # expr is a CALL row
    DECORATOR: Final = 1  # expr is the decorator: a CALL row for `@f(x)`, else NAME/ATTR
    VALUE: Final = 2  # a function or class named as a value (argument, element, assigned, returned): NAME/ATTR
    LOAD: Final = 3  # an attribute read or written that may run a getter or setter: ATTR
    STORE: Final = 4  # an attribute written: ATTR
    BASE: Final = 5  # a base class expression
    PUT: Final = 6  # an element written into a table of names (`globals()[x] = y`): INDEX
    # What follows reaches for nothing by name: the language runs methods of the expression's value. Noted only where that
    # may be an instance of a class.
    DELETE: Final = 7  # an attribute deleted: ATTR
    ENTER: Final = 8  # `with expr`
    ENTER_ASYNC: Final = 9
    ITERATE: Final = 10  # `for x in expr`, `*expr`, `a, b = expr`, `yield from expr`
    ITERATE_ASYNC: Final = 11
    AWAIT: Final = 12  # `await expr`
    OPERATE: Final = 13  # expr is a BINARY or UNARY row
    GET_ITEM: Final = 14  # expr is an INDEX row
    SET_ITEM: Final = 15
    DELETE_ITEM: Final = 16
    TEST: Final = 17  # `if expr`, `not expr`, `expr and …`
    FORMAT: Final = 18  # `f"{expr}"`
    FORMAT_REPR: Final = 19  # `f"{expr!r}"`
    MAKE: Final = 20  # an instance that is written out, `C{…}`: expr is a CALL row of the class
    TYPE: Final = 21  # a class or interface that a type names, which calls nothing: NAME
    OBJECT: Final = 22  # an object that is declared, and so made without arguments: expr is the class


class DefFlag:
    """Syntactic marks; what they entail is the language's business."""

    ASYNC: Final = 1
    GENERATOR: Final = 2
    OVERLOAD: Final = 4
    PROPERTY: Final = 8  # any decorator whose last name ends in "property"
    ACCESSOR: Final = 16  # `@x.setter`, `@x.getter`, `@x.deleter`
    STATIC: Final = 32
    CLASSMETHOD: Final = 64
    ABSTRACT: Final = 128
    CONTEXT_MANAGER: Final = 256
    FIXTURE: Final = 512
    DECORATED: Final = 1024
    STUB: Final = 2048  # body is only a docstring, `...`, `pass` or `raise NotImplementedError`
    AUTOUSE: Final = 4096  # fixture applied without being asked for
    MAIN_GUARDED: Final = 8192  # stands under `if __name__ == "__main__"`
    INTERFACE: Final = 1 << 14  # interface, trait, protocol: what others implement
    ENUM: Final = 1 << 15
    SIGNATURE: Final = 1 << 16  # without a body: what an interface asks for, an abstract method, a prototype
    DATA: Final = 1 << 17  # a field or property signature: a member that is no function
    PRIVATE: Final = 1 << 18  # nobody outside the file can name it: C's `static`
    TEST: Final = 1 << 19  # the text itself says that a runner runs it: `@Test`, `#[test]`
    OBJECT: Final = 1 << 20  # a class def that stands for an object literal
    CONSTRUCTOR: Final = 1 << 21
    NAMESPACE: Final = (
        1 << 22
    )  # a class def that stands for a namespace or an inline module: only its own names, no instances
    EXPORTED: Final = 1 << 23  # handed out of its package or crate
    SKIPPED_TEST: Final = 1 << 24  # the text says that a runner leaves it out
    SETTER: Final = 1 << 29  # an ACCESSOR that runs when the attribute is set
    DELETER: Final = 1 << 30  # an ACCESSOR that runs when it is deleted
    STRUCTURAL: Final = 1 << 26  # says that whatever has its methods is one of it
    UNNAMED: Final = (
        1 << 27
    )  # nobody can name it, so it is no symbol: an object literal, a type literal, a call signature

    SEVERAL: Final = (
        1 << 28
    )  # one of the functions of its name that a call chooses from: a symbol that its name alone does not tell
    OPEN: Final = 1 << 25  # may be completed elsewhere: partial classes, namespaces, merged declarations


_RUN_APART: Final = DefFlag.SETTER | DefFlag.DELETER
_SIGNATURE_SHIFT: Final = 32
_MOST_PARAMETERS: Final = 62
_TYPES: Final = 24  # bits


def pack_signature(count: int, types: bytes) -> int:
    """What a function shares with those that override it, in languages where functions of one name differ by their parameters:
    to be added to its flags. `types`: spelling of the parameters' types, without their arguments; empty where that says
    nothing, as with type variables."""
    digest = crc32(types) & ((1 << _TYPES) - 1) if types else 0
    return (digest << 6 | min(count, _MOST_PARAMETERS) + 1) << _SIGNATURE_SHIFT


def overload_hash(flags: int) -> int:
    """What tells a function from others of its name; 0 where nothing does."""
    return flags >> _SIGNATURE_SHIFT


def is_overloaded(flags: int) -> bool:
    """Whether functions of one name are told apart by their parameters."""
    return overload_hash(flags) != 0


def may_override(flags: int, other: int) -> bool:
    """Whether functions of one name with these flags may override one another: by their parameters, and what sets a property
    only what sets one."""
    if (flags ^ other) & _RUN_APART:
        return False
    one, two = flags >> _SIGNATURE_SHIFT, other >> _SIGNATURE_SHIFT
    if not one or not two or one == two:
        return True
    return one & 63 == two & 63 and (one < 64 or two < 64)


class ImportFlag:
    DEFERRED: Final = 1  # inside a function
    TYPE_ONLY: Final = 2  # under `if TYPE_CHECKING`
    CONDITIONAL: Final = 4  # in an if, try or except at module level
    STAR: Final = 8
    GUARDED: Final = 16  # in a try whose except catches ImportError, or in that except
    WHOLE: Final = 32  # binds the module itself whatever its name is: `import * as x from "y"`
    UNNAMED: Final = 128  # the text gives it no name: it has the one that the package itself says, `alias` is a guess
    BY_PATH: Final = 256  # with STAR: of whatever the expr is that the binding of EVERYTHING has as its `b`
    ERASABLE: Final = (
        512  # nothing in the file reads what it binds as a value: a compiler may leave the import out of what runs
    )
    REEXPORT: Final = 64  # hands on what it imports, and binds nothing in the file


class Narrow:
    """Kinds of narrowing of a dotted path (`x`, `self.x`)."""

    ASSIGNED: Final = 0  # `self.x = e`: a = expr
    IS_INSTANCE: Final = 1  # a = class expr
    NOT_INSTANCE: Final = 2
    IS_SUBCLASS: Final = 3
    NOT_SUBCLASS: Final = 4
    NOT_NONE: Final = 5
    GUARDED: Final = 6  # a = callee of a call that was true: a function that may be declared as a test of a type
    NOT_GUARDED: Final = 7


class Scope(msgspec.Struct, array_like=True, gc=False):
    kind: int
    parent: int  # scope or -1
    owner: int  # def whose body this is, or -1
    # name -> bindings in source order; a binding is (Bind, a, b, ctx, block, order).
    # block -1: dominates everything in the scope (parameters).
    bindings: dict[int, list[tuple[int, int, int, int, int, int]]]
    # dotted path (name) -> (Narrow, a, ctx, block, order)
    narrowings: dict[int, list[tuple[int, int, int, int, int]]]
    # names declared `global` (0) or `nonlocal` (1) here
    declared: dict[int, int]


class Param(msgspec.Struct, array_like=True, gc=False):
    name: int
    annotation: int  # expr or -1; evaluated in (the def's type scope, END)
    default: int  # expr or -1
    kind: int  # 0 positional-only, 1 positional or keyword, 2 `*args`, 3 keyword-only, 4 `**kwargs`


class Def(msgspec.Struct, array_like=True, gc=False):
    name: int
    is_class: bool
    parent: int  # enclosing def (function or class) or -1
    outer: int  # scope in which it is bound
    scope: int  # its own scope
    ctx: int  # where its decorators, bases and defaults are evaluated
    type_ctx: int  # where its annotations are evaluated (order END; sees its type parameters)
    flags: int
    primary: int  # the def this one is a part of: overload stubs and accessors point to the implementation or
    #               the getter; a def that stands for itself points to itself
    decorators: list[int]  # exprs, outermost first
    # Of a method that is not STATIC the first is the receiver, whether the text spells it or not (`this`, `self`).
    params: list[Param]
    returns: int  # annotation expr or -1
    returned: list[tuple[int, int]]  # (expr, ctx) of each `return x`
    yields: list[tuple[int, int]]  # (expr, ctx); YIELD_FROM rows for `yield from`
    bases: list[int]
    keywords: list[tuple[int, int]]  # class keywords such as metaclass: (name, expr)
    type_params: list[int]  # names
    attributes: dict[int, list[tuple[int, int]]]  # on self, class defs only: name -> (expr, ctx)
    declared: dict[int, int]  # `self.x: T`, class defs only: name -> annotation expr (ctx: type_ctx)
    cyclomatic: int
    cognitive: int
    body_hash: int  # 60-bit hash of the source text from the first decorator to the end
    # The type it is a member of, where it stands apart from that type's text (Go's methods, `impl` blocks, `void A::f()`):
    # a type expr, evaluated in `ctx`; -1 for all others. `parent` is then -1 unless the type stands in the same file.
    member_of: int = -1
    # First def of the functions of one name and scope that a call chooses from by its arguments; -1 where it is alone.
    overloads: int = -1


class Import(msgspec.Struct, array_like=True, gc=False):
    level: int  # leading dots
    module: int  # dotted name (name), "" for `from . import x`
    member: int  # imported name, or -1 for `import a.b` and star
    alias: int  # name bound in the scope, or -1 (star)
    flags: int  # ImportFlag
    scope: int


class Extend:
    """Kinds of extension: what a file gives to a type, object or function that is defined somewhere else."""

    MEMBER: Final = 0  # `target.name = value`: name, a = expr of the value
    METHOD: Final = 1  # a function with `member_of`: name, a = def
    MIXIN: Final = 2  # `Object.assign(target, value)`: a = expr whose members it gets
    BASE: Final = 3  # `impl Trait for target`: a = type expr


class Extension(msgspec.Struct, array_like=True, gc=False):
    kind: int  # Extend
    target: int  # expr of what is extended
    name: int  # of the member, -1 for none
    a: int
    ctx: int


class FileFacts(msgspec.Struct, array_like=True, gc=False):
    language: str
    names: list[str]
    exprs: list[tuple[int, ...]]
    contexts: list[tuple[int, int, int]]
    scopes: list[Scope]
    block_parents: list[int]
    block_ended: list[bool]
    defs: list[Def]
    imports: list[Import]
    # `__all__`, when it is made of literals (names) and of other modules' lists (`module.__all__`); None when absent or computed
    exported: list[int] | None
    # (ctx, expr, Use); the enclosing def follows from the ctx's scope. Equal (ctx, expr, kind) are one row,
    # its places are in `use_spans`.
    uses: list[tuple[int, int, int]]
    # span table: lines are 1-based, columns are 0-based UTF-8 bytes
    def_spans: list[
        tuple[int, int, int, int, int]
    ]  # first line (decorators included), last line, name line, name col, name end col
    use_spans: list[
        tuple[int, ...]
    ]  # parallel to `uses`: line, col, end col of the called/read name; repeated for each place
    import_spans: list[tuple[int, int, int, int]]  # line, col, end line, end col
    line_count: int
    problems: list[tuple[int, str]]  # (line, what): ranges that did not parse
    # names that string literals spell exactly like an identifier (registries, getattr): for dead code
    mentioned: list[int]
    signals: int  # bit set of `Signal`
    # block -> scope it stands in, of the bodies of loops; what a condition tested each time binds is in the body
    loops: dict[int, int] = msgspec.field(default_factory=dict)
    continued: list[int] = msgspec.field(default_factory=list)  # blocks that go on with the next turn of a loop
    package: int = -1  # name of the package the file says it belongs to; -1 in languages without
    extensions: list[Extension] = []
    # What runs only where the file is started as a program, not where it is loaded: (line, column, end line, end column)
    started: list[tuple[int, int, int, int]] = []


class Signal:
    """Things that make a static reader doubt the file."""

    EXEC: Final = 1
    MODULE_GETATTR: Final = 4
    TEST_FRAMEWORK: Final = 8  # imports pytest or unittest
    GENERATED: Final = 16  # says at its beginning that a program wrote it
    LEFT_OUT: Final = 32  # says at its beginning that a build with default settings leaves it out


class LambdaParam:
    """Packing of `Bind.LAMBDA_PARAM`'s b: position of the lambda among the call's arguments and of the parameter."""

    @staticmethod
    def pack(argument: int, parameter: int) -> int:
        """argument: 0-based positional index (or the keyword pair's index + 64); parameter: 0-based."""
        return argument * 256 + parameter

    @staticmethod
    def unpack(packed: int) -> tuple[int, int]:
        return packed // 256, packed % 256


def code_names(codes: type) -> dict[int, str]:
    """Value -> name of one of the classes of codes above."""
    return {value: name for name, value in vars(codes).items() if isinstance(value, int) and name.isupper()}
