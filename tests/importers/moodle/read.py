"""Parses Moodle XML from standard input with moodle-xml-parser and prints the result as JSON."""

import dataclasses
import json
import sys

from moodle_xml_parser import parser

found = parser.parse_bytes(sys.stdin.buffer.read())
json.dump({kind: [dataclasses.asdict(question) for question in questions] for kind, questions in found.items()}, sys.stdout)
