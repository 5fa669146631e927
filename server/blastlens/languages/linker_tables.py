"""Tables of a language that the linker reads with every name and call: what its typing machinery means, what its library gives, what
it runs by itself. Compiled with the linker, so that a look into one is no look-up by name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class TypeForms:
    """What the names of a language's typing machinery mean, by the last component of an external name."""

    sequences: frozenset[str]
    generators: frozenset[str]  # those that are sent something, and that return something
    mappings: frozenset[str]
    unions: frozenset[str]
    root: str  # the class that every class is below; "" where there is none
    boxes: Mapping[str, str]  # plain type, or kind of literal -> the class whose instance holds one
    optional: frozenset[str]  # those that admit None too
    literals: frozenset[str]  # `X["a"]` is the value "a"
    plain_types: frozenset[str]  # types of the language whose instances are literals
    promoted: frozenset[tuple[str, str]]  # an instance of the first will do where the second is asked for
    texts: frozenset[str]  # plain types that are sequences too
    protocols: frozenset[str]  # bases of classes that any class with the right methods may stand in for
    transparent: frozenset[str]  # `X[T]` is T
    unpacked: frozenset[str]  # `**name: X[T]`: T says what each name holds
    guards: frozenset[str]  # a function that returns `X[T]` tests whether its argument is a T
    exact_guards: frozenset[str]  # those whose argument is no T where they say no
    tuples: frozenset[str]
    types: frozenset[str]  # `X[T]` is the class T
    callables: frozenset[str]
    awaitables: frozenset[str]
    context_managers: frozenset[str]
    holders: frozenset[str]  # calling one, or one of `holder_getters`, gives the held value
    holder_getters: frozenset[str]
    ignored: frozenset[str]  # say nothing
    self_types: frozenset[str]
    type_variables: frozenset[str]  # calls of these make type variables
    new_types: frozenset[str]  # calls of these make types with the members of another one
    plain_bases: frozenset[str]  # bases without members worth following
    metaclasses: frozenset[str]  # bases whose subclasses' instances are classes
    copiers: frozenset[str]  # methods of a named tuple that give one of the same class
    named_tuples: frozenset[str]  # bases whose subclasses are tuples of the fields they declare
    keyed_bases: frozenset[str]  # bases of classes whose instances are mappings with the declared fields as keys
    enum_prefix: str
    enum_values: frozenset[str]  # attributes of a member that give what it is made of
    match_names: str  # class attribute that lists what the positions of a class pattern mean
    cast: str
    partial: frozenset[str]
    generic_functions: frozenset[str]  # decorators of functions with variants by the type of an argument
    generic_register: str  # what registers a variant of one
    alias_modules: frozenset[str]  # subscripted names of these modules are type aliases
    super_call: str
    class_methods: frozenset[str]  # methods whose receiver is the class, without any mark
    class_receivers: frozenset[str]  # names of first parameters that are the class
    instance_receivers: frozenset[str]  # names of first parameters that are an instance, by convention alone
    constructors: tuple[str, ...]  # the methods that a call of a class enters, the first that it has
    language_scope: str  # prefix of the external names that no file binds
    # types of other libraries that are what the language's own of the same name is
    namesakes: frozenset[str]
    anything: str  # what extensions are said to be of that hold for every type; "" in languages without
    underlying: str  # the keyword of a class with the type it is made of; "" in languages without

    def sets_of_names(self) -> list[frozenset[str]]:
        """Every set of names that are forms; neither methods nor modules."""
        others = (self.holder_getters, self.alias_modules, self.copiers)
        values = [getattr(self, field.name) for field in fields(self)]
        return [value for value in values if isinstance(value, frozenset) and value not in others]


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """What calls into the language's library give back; see the language's table for the operations."""

    calls: Mapping[str, tuple[str, int]]
    any_receiver: Mapping[str, tuple[str, int]]  # methods known whatever their receiver is
    sequence_element: frozenset[str]
    generator_element: frozenset[str]
    sequence_same: frozenset[str]
    mapping_value: frozenset[str]
    common_methods: frozenset[str]  # never bound by name alone
    # Names of the language for what its text does not tell: "runs" text, "imports" a module by name, "sets" an attribute by
    # name, "gets" one, gives the names of the "module" or of the "scope" as a table, is
    # the "table" of an object's attributes.
    dynamic: Mapping[str, str]
    module_table: str  # modules by name, as a table
    attribute_getters: tuple[str, ...]  # methods that are asked for attributes that nothing else has
    module_loaders: frozenset[str]  # calls that give the module a literal first argument names
    accessor_makers: frozenset[str]  # calls in a class body that make a property of functions
    accessor_parts: tuple[str, str, str]  # keywords of such a call: what reads, what writes, what deletes
    own_name: str  # the variable that holds a module's own name
    # Names that the evaluator handles by itself, where these modules define them, whatever the stubs say.
    form_modules: frozenset[str]
    form_names: frozenset[str]
    interfaces: Mapping[str, tuple[str, ...]]  # of libraries -> the methods they ask for
    plain_parts: frozenset[str]  # types of libraries without methods that an interface of a repository asks for
    awaitable: str  # the class whose methods what is awaited has; "" for none
    containers: tuple[str, str, str]  # the classes whose methods sequences, mappings and tuples have
    # Methods of libraries -> methods of the same object that they run; a name with `*` behind means all that begin so.
    templates: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Protocols:
    """The methods that the language runs by itself on a value. Of several names the first that the class has is run; a name
    after the first only stands in for a method that every object has, so not where a foreign base may bring one."""

    of_all_arguments: frozenset[str]  # of these functions every argument counts, not the first alone
    choosing: frozenset[str]  # functions that iterate their argument only when it is the only one
    operators: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]  # sign -> of the left operand, of the right one
    containment: frozenset[str]  # signs
    contains: tuple[str, ...]  # of the right operand
    unary: Mapping[str, str]
    enter: tuple[str, str]  # both are run
    enter_async: tuple[str, str]
    iterate: tuple[str, ...]
    step: str  # of what iterating gives
    iterate_async: tuple[str, ...]
    step_async: str
    await_: tuple[str, ...]
    get_item: str
    set_item: str
    delete_item: str
    class_item: str  # subscript of a class
    test: tuple[str, ...]
    text: tuple[str, ...]  # of a value put into text
    representation: tuple[str, ...]
    functions: Mapping[str, tuple[str, ...]]  # functions of the language's own -> methods of their arguments
    iterating: Mapping[str, int]  # functions of the language's own that iterate: which argument, -1 every one
    accessing: Mapping[
        str, int
    ]  # functions of the language's own -> what they do to the attribute their second argument names
    calling: Mapping[str, tuple[int, str]]  # the same for those that call an argument: its position, or -1 and its name
    call_object: str  # of an instance that is called
    reversed: str
    module_missing: str  # the function of a module that is asked for names the module does not bind
    own_class: str  # attribute: the class of an instance
    subclasses: str  # method of a class that gives those below it
    enum_members: str  # attribute of an enumeration: its members by name
    attribute_table: str  # attribute: the attributes by name
    missing: str  # read of an attribute that the class does not have
    any_attribute: str  # read of any attribute
    set_attribute: str
    delete_attribute: str
    descriptor_get: str
    descriptor_set: str
    descriptor_delete: str
    subclass_hook: str  # of the bases of a new class
    name_hook: str  # of what is assigned in the body of a new class
    metaclass_hooks: tuple[str, ...]  # of the metaclass of a new class
    metaclass_call: str  # of the metaclass of a class that is called
    after_constructor: str  # what a constructor that is made of the fields of a class runs

    def methods(self) -> frozenset[str]:
        """Those that running the language's own statements on a value runs."""
        return frozenset((*self.enter, *self.iterate, self.step, *self.text)) - {""}
