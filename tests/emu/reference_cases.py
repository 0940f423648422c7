#!/usr/bin/env python3
"""Packs the public SingleStepTests of the 6502 for tests/emu/reference_test.cpp.

    git clone --depth 1 --filter=blob:none --sparse https://github.com/SingleStepTests/65x02
    git -C 65x02 sparse-checkout set 6502/v1
    tests/emu/reference_cases.py 65x02/6502/v1 data/sst/6502_200.sst

The folder has 00.json to ff.json, each a list of cases; the first 200 of each list are taken, or as
many as a third argument says. docs/api.md describes the file.
"""
import json
import pathlib
import struct
import sys


def state(part):
    registers = (part[name] for name in ("s", "a", "x", "y", "p"))
    cells = b"".join(struct.pack(">HB", *cell) for cell in part["ram"])
    return struct.pack(">H5BB", part["pc"], *registers, len(part["ram"])) + cells


def case(one):
    accesses = b"".join(struct.pack(">HBc", address, value, kind[:1].encode())
                        for address, value, kind in one["cycles"])
    name = one["name"].encode()[:10].ljust(10, b"\0")
    return (name + state(one["initial"]) + state(one["final"])
            + bytes([len(one["cycles"])]) + accesses)


def main(folder, target, count="200"):
    blocks = []
    for opcode in range(256):
        cases = json.loads((pathlib.Path(folder) / f"{opcode:02x}.json").read_text())
        if len(cases) < int(count):
            sys.exit(f"{opcode:02x}.json: {len(cases)} cases, not {count}")
        blocks.append(b"".join(case(one) for one in cases[:int(count)]))
    offset = 12 + 4 * 256
    header = b"SST65021" + struct.pack("<I", int(count))
    for block in blocks:
        header += struct.pack("<I", offset)
        offset += len(block)
    pathlib.Path(target).write_bytes(header + b"".join(blocks))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
