"""Which calls a signature takes, against Python's own functions."""

from collections.abc import Callable
from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.callers_not_updated import refused, takes_all
from blastlens.model.signature import POSITIONAL_ONLY, REST, REST_KEYWORDS, CallShape, Parameter, Signature, in_words

NAMES = ("a", "b", "c", "d")


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    names = draw(st.permutations(NAMES))[: draw(st.integers(0, len(NAMES)))]
    kinds = sorted(draw(st.lists(st.sampled_from((0, 1, 3)), min_size=len(names), max_size=len(names))))
    optional = draw(st.integers(0, len(names)))
    found = [
        # What may be left out stands behind what may not, but for what is passed by name.
        Parameter(name, kind, draw(st.booleans()) if kind == 3 else at < optional)
        for at, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    if draw(st.booleans()):
        found.append(Parameter("rest", REST, required=False))
    if draw(st.booleans()):
        found.append(Parameter("others", REST_KEYWORDS, required=False))
    return Signature(tuple(sorted(found, key=lambda one: one.kind)))


@st.composite
def shapes(draw: st.DrawFn) -> CallShape:
    return CallShape(draw(st.integers(0, 5)), tuple(draw(st.sets(st.sampled_from((*NAMES, "x"))))))


@lru_cache(maxsize=4096)
def as_python(signature: Signature) -> Callable[..., None]:
    """A function that takes just this. (`inspect.Signature.bind` refuses some calls that a function takes.)"""
    scope: dict[str, Callable[..., None]] = {}
    only = sum(one.kind == POSITIONAL_ONLY for one in signature.parameters)
    spelled = in_words(signature).strip("()").replace("=…", "=None").replace("/, ", "").split(", ")
    spelled[only:only] = ["/"] if only else []
    exec(f"def function({', '.join(spelled)}): pass", scope)
    return scope["function"]


def takes(signature: Signature, shape: CallShape) -> bool:
    try:
        as_python(signature)(*range(shape.positional), **dict.fromkeys(shape.keywords))
    except TypeError:
        return False
    return True


@given(signatures(), shapes())
def test_a_call_is_refused_where_python_refuses_it(signature: Signature, shape: CallShape) -> None:
    assert (refused(signature, shape) == "") is takes(signature, shape)


@given(signatures(), shapes(), st.integers(0, 4), st.sets(st.sampled_from((*NAMES, "x"))))
def test_an_open_call_is_refused_only_where_nothing_unpacked_makes_it_fit(
    signature: Signature, shape: CallShape, more: int, named: set[str]
) -> None:
    further = tuple(name for name in sorted(named) if name not in shape.keywords)
    filled = CallShape(shape.positional + more, (*shape.keywords, *further))
    if takes(signature, filled):
        assert refused(signature, shape._replace(more=True, more_keywords=True)) == ""


@given(signatures(), signatures(), shapes())
def test_what_takes_every_call_of_another_takes_each(old: Signature, new: Signature, shape: CallShape) -> None:
    if takes_all([old], [new]) and takes(old, shape):
        assert takes(new, shape)
