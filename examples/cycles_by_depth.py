# %% [markdown]
# The cost of a deeper search on the 6502: version 16 builds the tree, VELOZ makes the same moves without one.
# Needs Debian's python3-matplotlib. Editors and Jupyter (jupytext) show it as a notebook.

# %%
import sys

import matplotlib.pyplot as plt
import ryg


def cycles(program, depth, routine):
    """6502 cycles of the first search, after the mouse has moved to row 6, column 4."""
    machine = ryg.Machine()
    machine.load(program)  # for its labels
    machine.start(program)
    machine.type(f"{depth}64")
    assert machine.run_to([routine], limit=100_000_000)
    begin = machine.cycle
    low, high = machine.ram[0x101 + machine.s:0x103 + machine.s]
    assert machine.run_to([low + 256 * high + 1], limit=1_000_000_000)  # where it returns to
    return machine.cycle - begin


# %%
costs = {"ryg16": [cycles("ryg16", depth, "evaluaArbolJugadas") for depth in range(1, 4)],
         "veloz": [cycles("veloz", depth, "buscaJugada") for depth in range(1, 10)]}

# %%
for program, all_cycles in costs.items():
    print(program, *all_cycles)
    plt.semilogy(range(1, 1 + len(all_cycles)), all_cycles, marker="o", label=program)
plt.xlabel("depth")
plt.ylabel("6502 cycles")
plt.legend()
plt.savefig(sys.argv[1] if len(sys.argv) > 1 else "cycles_by_depth.svg")
