"""Writes a small quiz as packages, or checks packages.

package.py write FOLDER   makes canvas.zip and qti21.zip there
package.py check ZIP...   prints what is wrong with each, nothing if all is well
"""
import os
import sys

from qti_package_maker.common import package_integrity
from qti_package_maker.package_interface import QTIPackageInterface

QUIZ = [
    ("MC", ("Which planet is <b>largest</b>?", ["Mars", "Jupiter", "Venus"], "Jupiter")),
    ("MA", ("Which numbers are prime?", ["2", "9", "11", "15"], ["2", "11"])),
    ("NUM", ("How many metres are in 2.5 km?", 2500.0, 25.0)),
    ("FIB", ("What do bees make?", ["honey", "wax"])),
    ("MULTI_FIB", ("A [first] has four legs and a [second] two.", {"first": ["dog", "cat"], "second": ["bird"]})),
    ("MATCH", ("Match the capitals.", ["Norway", "France"], ["Oslo", "Paris"])),
]


def write(folder):
    os.chdir(folder)
    packer = QTIPackageInterface("small quiz", verbose=False, allow_mixed=True)
    for kind, content in QUIZ:
        packer.add_item(kind, content)
    packer.save_package("canvas_qti_v1_2", "canvas.zip")
    packer.save_package("blackboard_qti_v2_1", "qti21.zip")


def check(packages):
    for package in packages:
        for fault in package_integrity.check_package(package):
            print(os.path.basename(package), fault)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    write(*rest) if command == "write" else check(rest)
