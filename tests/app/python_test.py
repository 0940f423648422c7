# The Python module: somebody's own routine under test, a C64, and the game.
import copy

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
    with pytest.raises(RuntimeError):
        memory.call("multiply").read


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
