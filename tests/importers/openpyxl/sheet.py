"""Reads our sheets with openpyxl, and writes sheets for us to read.

sheet.py cells FILE.xlsx|FILE.csv   prints the rows as JSON, and for a workbook its visible layout
sheet.py make FILE.xlsx|FILE.csv    writes a typical sheet of a teacher
"""

import csv
import json
import sys

TEACHER = [
    ["Question", "A", "B", "C", "D", "Correct Answer", "Topic", "Explanation"],
    ["What is 2 + 3?", 4, 5, 6, 7, "B", "sums", "Count on from 3."],
    ["Which is largest, \\(\\frac{1}{2}\\) or \\(0.4\\)?", "\\(\\frac{1}{2}\\)", 0.4, None, None, 1, "fractions, decimals", None],
    ["Hvor ligger Tromsø?", "i nord", "i sør", None, None, "i nord", "geografi", "Se på kartet:\nlengst nord."],
    [None] * 8,
    ["Which are even?", 2, 3, 4, None, "A, C", None, None],
]


def cells(path):
    if path.endswith(".csv"):
        with open(path, newline="", encoding="utf-8-sig") as file:
            return {"rows": list(csv.reader(file, strict=True))}
    import openpyxl

    book = openpyxl.load_workbook(path)
    sheet = book.active
    rows = [["" if value is None else value for value in row] for row in sheet.iter_rows(values_only=True)]
    return {
        "rows": rows,
        "types": sorted({cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None}),
        "frozen": sheet.freeze_panes,
        "title": book.properties.title,
        "wrapped": all(cell.alignment.wrap_text for cell in sheet[2] if cell.value is not None),
    }


def make(path):
    if path.endswith(".csv"):
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, delimiter=";").writerows(TEACHER)
        return
    import openpyxl

    book = openpyxl.Workbook()
    for row in TEACHER:
        book.active.append(row)
    book.save(path)


if __name__ == "__main__":
    job, path = sys.argv[1:]
    if job == "cells":
        json.dump(cells(path), sys.stdout)
    else:
        make(path)
