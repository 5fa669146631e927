"""Facts to bytes and back (MessagePack); bytes are stable for equal facts."""

from sys import intern

import msgspec

from blastlens.facts.file_facts import FileFacts

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(FileFacts)


def encode(facts: FileFacts) -> bytes:
    return _encoder.encode(facts)


def decode(data: bytes) -> FileFacts:
    """Raises `ValueError` when the bytes are not facts of this version; the caller treats that as a cache miss."""
    try:
        facts = _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    # One string for a name in all files: less to hold, and equal at a glance where it is looked up.
    facts.names[:] = map(intern, facts.names)
    return facts
