"""The Python module: `pip install .`; it needs a compiler, CMake, cc65 and the headers of libfmt."""
import pathlib
import re

from skbuild import setup

cmake = pathlib.Path(__file__).with_name("CMakeLists.txt").read_text()
setup(
    name="ryg",
    version=re.search(r"project\(ryg VERSION ([0-9.]+)", cmake).group(1),
    description="A cycle-exact 6502, alone or in a C64, for tests of your own assembly",
    license="MIT",
    python_requires=">=3.9",
    packages=["ryg"],
    package_dir={"": "app/python"},
    package_data={"ryg": ["py.typed", "*.pyi"]},
    cmake_install_dir="app/python",
    cmake_args=["-DRYG_BUILD_APP=OFF", "-DRYG_INSTALL=OFF", "-DRYG_PYTHON_PACKAGE=ON",
                "-DRYG_PYTHON_DIR=.", "-DBUILD_TESTING=OFF"],
)
