# The Python module: somebody's own routine under test, a C64, and the game.
import copy
import pathlib
import pickle
import runpy
import subprocess
import sys
import threading

import pytest
import ryg

# multiply: sta $fb / stx $fc / lda #0 / ldx #8 / lsr $fb / bcc + / clc / adc $fc / + ror a /
# ror $fb / dex / bne / tax / lda $fb / rts
MULTIPLY = bytes.fromhex("85fb86fca900a20846fb90031865fc6a66fbcad0f5aaa5fb60")


@pytest.fixture
def memory():
    memory = ryg.Memory()
    memory.ram[0x1000:0x1000 + len(MULTIPLY)] = MULTIPLY
    memory.labels["multiply"] = 0x1000
    return memory


def test_a_routine_of_ones_own_gives_every_product(memory):
    for a in range(256):
        for x in range(256):
            call = memory.call("multiply", a=a, x=x)
            assert call.a + 256 * call.x == a * x


def test_a_call_counts_what_it_touches(memory):
    call = memory.call("multiply", a=255, x=2, touched=True)
    assert call.written == {0xFB: 1 + 2 * 9, 0xFC: 1}
    assert call.read[0xFC] == 8
    assert call.executed[0x1000] == 1
    for counts in "executed", "read", "written":
        with pytest.raises(RuntimeError, match="touched=True"):
            getattr(memory.call("multiply"), counts)


def test_instructions_are_assembled():
    memory = ryg.Memory()
    end = memory.assemble("""
        twice:  asl a           ; a comment
                bcs over
                beq done
                jsr nothing
        done:   rts
        over:
                lda #$ff
        nothing: rts
    """, 0x1000)
    assert bytes(memory.ram[0x1000:end]) == bytes.fromhex("0ab006f003200b1060a9ff60")
    assert memory.call("twice", a=0x21).a == 0x42
    call, before = memory.call("twice", a=0x81), memory.cycle
    assert call.a == 0xFF
    assert "a=$ff" in repr(call) and f"cycle={before}" in repr(memory)
    for wrong in "foo", "lda nowhere", "lda #$100", "x: x: rts":
        with pytest.raises((ValueError, KeyError)):
            memory.assemble(wrong, 0x1000)
    with pytest.raises(ValueError):
        memory.assemble("jmp $1000", 0xFFFE)


def test_bad_calls_say_what_is_wrong(memory):
    with pytest.raises(KeyError, match="did you mean 'multiply'"):
        memory.call("multiplied")
    memory.ram[0x1000:0x1003] = bytes([0x4C, 0, 0x10])
    with pytest.raises(RuntimeError, match=r"did not return after \d+ cycles at multiply"):
        memory.call("multiply", limit=1000)
    memory.ram[0x1000] = 0x02
    with pytest.raises(RuntimeError, match="jammed"):
        memory.call("multiply")
    memory.ram[0x1000] = 0x60
    assert memory.call("multiply").cycles == 6
    with pytest.raises(TypeError):
        memory.call("multiply", a=256)


def test_a_machine_types_shows_saves_and_goes_on():
    machine = ryg.Machine()
    machine.start("ryg16")
    machine.type("2")
    assert machine.run(100_000_000, "(FILA Y COLUMNA):") == "text"
    other, state = machine.copy(), machine.save()
    assert "RATON" in machine.screen.upper()
    machine.run(1_000_000)
    assert other.cycle < machine.cycle
    machine.restore(state)
    assert machine.cycle == other.cycle and machine.screen == other.screen
    with pytest.raises(ryg.StateError):
        machine.restore(state[:100])
    with pytest.raises(ryg.ImageError):
        machine.load("no such file.prg")


def test_a_device_in_python_is_asked_and_told():
    machine, written = ryg.Machine(), []
    machine.map(0xD7FE, 0xD7FF, lambda address, cycle: address & 0xFF,
                lambda address, value, cycle: written.append((address, value)))
    machine.ram[0xC000:0xC007] = bytes([0xAD, 0xFF, 0xD7, 0x8D, 0xFE, 0xD7, 0x60])
    assert machine.call(0xC000).a == 0xFF
    assert written == [(0xD7FE, 0xFF)]
    assert copy.copy(machine).call(0xC000).a == 0xFF
    with pytest.raises(ValueError):
        machine.map(0xCFFF, 0xD000)


# Prints what is typed, up to a full stop, and counts the keys at $10.
ECHO = """
again:  jsr getc
        beq again
        sta $11
        inc $10
        jsr putc
        lda $11
        cmp #$2e            ; a full stop
        bne again
done:   rts
getc:   lda $fff1
        rts
putc:   sta $fff0
        rts
"""


@pytest.mark.parametrize("ports", [{"putc": 0xFFF0, "getc": "$fff1"},
                                   {"putc": "jsr:putc", "getc": "jsr:getc"}])
def test_a_console_prints_and_takes_keys(ports):
    memory = ryg.Memory()
    memory.assemble(ECHO, 0x1000)
    memory.console(**ports, keys="HI\n")
    with pytest.raises(RuntimeError, match="waits for a key|did not return"):
        memory.call("again", limit=10_000)
    assert memory.printed == b"HI\r"
    memory.type("A.")
    for each in memory.copy(), pickle.loads(pickle.dumps(memory)):
        assert each.call("again", touched=True).written[0x10] == 2 * 2  # INC writes twice
        assert each.printed == b"HI\rA." and each.ram[0x10] == 5
        each.type("B.C.")
        each.pc = each.labels["again"]
        assert each.run_to(["done"]) and each.printed == b"HI\rA.B."
    assert memory.printed == b"HI\r"
    with pytest.raises(KeyError, match="did you mean 'putc'"):
        memory.console(putc="jsr:put")


def test_devices_are_anywhere_in_a_memory():
    memory, written = ryg.Memory(), []
    memory.map(0xD010, 0xD011, lambda address, cycle: address & 0xFF,
               lambda address, value, cycle: written.append((address, value)))
    memory.assemble("""
        main:   ldx #0
        loop:   inx
                bne loop
                iny
                bne loop
                lda $d011
                sta $d010
                rts
    """, 0x1000)
    call = memory.call("main")
    assert call.a == 0x11 and written == [(0xD010, 0x11)] and memory.ram[0xD010] == 0
    plain = ryg.Memory()
    plain.ram[:] = memory.ram
    assert plain.call(0x1000).cycles == call.cycles

    def fails(address, cycle):
        raise ZeroDivisionError(hex(address))

    memory.map(0xD011, 0xD011, fails)
    with pytest.raises(ZeroDivisionError, match="0xd011"):
        memory.call("main")
    with pytest.raises(ValueError):
        memory.map(2, 1)


def test_the_game():
    start = ryg.Position()
    assert str(start) == "c1c1c1c1/8/8/8/8/8/8/3M4 w" and start.side == "mouse"
    assert [ryg.perft(start, depth) for depth in (1, 2, 3)] == [2, 14, 56]
    after = start.play(start.moves()[0])
    assert after == ryg.Position(str(after)) and after.winner is None
    with pytest.raises(ValueError):
        start.play("a1b2")
    with pytest.raises(ryg.NotationError):
        ryg.Position("8/8 w")
    found = ryg.search(ryg.Position("c1c1c1c1/8/8/8/8/8/2M5/8 b"), depth=2)
    assert found["move"] == "a8b7" and found["children"]["a8b7"] == found["value"] == 0x7A
    solution = ryg.Solution()
    winner, plies = solution[start]
    assert solution[start.play(solution.best_moves(start)[0])] == (winner, plies - 1)


def test_registers_flags_and_steps(memory):
    memory.pc, memory.a, memory.x, memory.carry = memory.labels["multiply"], 3, 5, True
    assert memory.step() == 3 and memory.ram[0xFB] == 3 and memory.pc == 0x1002
    assert (memory.carry, memory.zero, memory.s) == (True, False, 0)
    assert memory.run_to([0x1006]) and memory.zero and memory.a == 0
    assert not memory.run_to(["multiply"], limit=20)
    with pytest.raises(KeyError, match="did you mean 'multiply'"):
        memory.run_to(["multiplied"])
    machine = ryg.Machine()
    machine.ram[0xC000] = 0x02
    machine.pc = 0xC000
    with pytest.raises(RuntimeError, match="jammed"):
        machine.step()
    assert ryg.__version__.count(".") == 2


def test_machines_are_pickled(memory):
    memory.call("multiply", a=3, x=5)
    memory.y = 77
    other = pickle.loads(pickle.dumps(memory))
    assert bytes(other.ram) == bytes(memory.ram) and other.y == 77
    assert other.call("multiply", a=9, x=9).a == 81
    machine = ryg.Machine()
    machine.labels["here"] = 0xC000
    other = pickle.loads(pickle.dumps(machine))
    assert other.cycle == machine.cycle and other.labels["here"] == 0xC000


def test_arrays(memory):
    numpy = pytest.importorskip("numpy")
    view = numpy.asarray(memory.ram)
    view[0xFB] = 42
    assert memory.ram[0xFB] == 42
    inputs = numpy.array([[a, x] for a in range(0, 256, 15) for x in range(256)], numpy.uint8)
    out = memory.call_many("multiply", inputs)
    assert (out[:, 0] + 256 * out[:, 1] == inputs[:, 0].astype(int) * inputs[:, 1]).all()
    assert out[7, 4] == memory.call("multiply", a=inputs[7, 0], x=inputs[7, 1]).cycles
    labelled = memory.call_many("multiply", inputs[:, ::-1].copy(), columns=["X", "A"],
                                results=["cycles", "X", 0xFB])
    assert (labelled[:, :2] == out[:, [4, 1]]).all()
    assert labelled[-1, 2] == memory.ram[0xFB]
    with pytest.raises(ryg.UnknownLabel, match="is no address"):
        memory.call_many("multiply", inputs, results=["multiply+x"])
    with pytest.raises(ValueError, match="columns A, X, Y"):
        memory.call_many("multiply", numpy.zeros((2, 4), numpy.uint8))


def test_other_threads_go_on_meanwhile():
    machine, done = ryg.Machine(), []
    machine.ram[0xC000:0xC003] = bytes([0x4C, 0x00, 0xC0])

    def run():
        with pytest.raises(RuntimeError, match="did not return"):
            machine.call(0xC000, limit=300_000_000)
        done.append(True)

    thread, turns = threading.Thread(target=run), 0
    thread.start()
    while not done:
        turns += 1
    thread.join()
    assert turns > 1000


def test_the_stubs_say_what_the_module_has(tmp_path):
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"  # pybind11's classes have a metaclass of its own
    allowed.write_text("ryg.(Call|Labels|_?Machine|Memory|Position|Solution)\nryg.Call.__init__\n")
    checked = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ryg", "--ignore-missing-stub",
                              "--allowlist", str(allowed)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    (tmp_path / "use.py").write_text("import ryg\nx: str = ryg.Memory().call(0, a=1).cycles\n")
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "use.py"], cwd=tmp_path,
                             capture_output=True, text=True)
    assert checked.stdout.startswith("use.py:2: error: Incompatible types"), checked.stdout
    assert "Found 1 error" in checked.stdout


def test_a_notebook_plots_cycles_against_depth(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    example = pathlib.Path(__file__).parents[2] / "examples" / "cycles_by_depth.py"
    monkeypatch.setattr(sys, "argv", [str(example), str(tmp_path / "plot.svg")])
    costs = runpy.run_path(str(example))["costs"]
    assert (tmp_path / "plot.svg").read_text().count("<svg") == 1
    assert all(all_cycles == sorted(all_cycles) for all_cycles in costs.values())
    assert costs["ryg16"][2] > 100 * costs["veloz"][2] and "veloz" in capsys.readouterr().out
