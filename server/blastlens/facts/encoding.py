"""Facts to bytes and back (MessagePack); bytes are stable for equal facts."""

import msgspec

from blastlens.facts.file_facts import FileFacts

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(FileFacts)


def encode(facts: FileFacts) -> bytes:
    return _encoder.encode(facts)


def decode(data: bytes) -> FileFacts:
    """Raises `ValueError` when the bytes are not facts of this version; the caller treats that as a cache miss."""
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
