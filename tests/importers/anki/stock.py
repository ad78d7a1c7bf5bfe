"""Makes decks for us to read: one with genanki, and one with Anki itself and its stock note types, in both formats.

usage: stock.py folder

The folder then has genanki.apkg, legacy.apkg and new.apkg.
"""

import os
import struct
import sys
import zlib

import genanki
from anki.collection import Collection, ExportAnkiPackageOptions

folder = sys.argv[1]


def png(colour):
    """A picture of one pixel."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" + bytes(colour))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


picture = os.path.join(folder, "red dot.png")
with open(picture, "wb") as file:
    file.write(png((255, 0, 0)))

deck = genanki.Deck(2059400110, "Made with genanki")
deck.add_note(genanki.Note(
    model=genanki.BASIC_MODEL,
    fields=["What is <b>2</b> + \\(\\frac{1}{2}\\)?", "\\[\\frac{5}{2}\\]"],
    tags=["sums", "tutti:seed:7"], guid="genanki-basic"))
deck.add_note(genanki.Note(
    model=genanki.CLOZE_MODEL,
    fields=["Water is {{c1::H<sub>2</sub>O::a formula}} and boils at {{c2::100}} °C.", "At sea level."],
    guid="genanki-cloze"))
deck.add_note(genanki.Note(
    model=genanki.BASIC_MODEL,
    fields=["Which colour?<br><img src=\"red dot.png\" alt=\"a dot\">", "Red [sound:red.mp3]"],
    guid="genanki-media"))
deck.add_note(genanki.Note(
    model=genanki.BASIC_TYPE_IN_THE_ANSWER_MODEL,
    fields=["The capital of Norway?", "Oslo"], guid="genanki-typed"))
odd = genanki.Model(
    1607392319, "Vocabulary",
    fields=[{"name": "Word"}, {"name": "Meaning"}, {"name": "Example"}],
    templates=[{"name": "Card 1", "qfmt": "{{Word}}", "afmt": "{{Meaning}}<br>{{Example}}"}])
deck.add_note(genanki.Note(model=odd, fields=["fjell", "mountain", "Et høyt <i>fjell</i>."], guid="genanki-odd"))
package = genanki.Package(deck)
package.media_files = [picture]
package.write_to_file(os.path.join(folder, "genanki.apkg"), timestamp=1763200000)

collection = Collection(os.path.join(folder, "collection.anki2"))
name = collection.media.add_file(picture)


def add(kind, fields, tags=()):
    note = collection.new_note(collection.models.by_name(kind))
    note.fields = fields
    note.tags = list(tags)
    note.guid = f"stock-{collection.note_count() + 1}"
    collection.add_note(note, 1)


add("Basic", ["Old maths: [$]x^2[/$]", "[$$]\\frac{1}{2}[/$$] and [latex]$y$[/latex]"], ["calculus", "unit::one"])
add("Basic", ["<div>Two lines</div><div>of <code>code</code></div>", f"<img src=\"{name}\">"])
add("Basic (and reversed card)", ["ett", "one"])
add("Basic (optional reversed card)", ["to", "two", "y"])
add("Basic (type in the answer)", ["Symbol of sodium?", "Na"])
add("Cloze", ["{{c1::Air}} and {{c1::water}} and {{c2::a {{c3::nested}} thing}}; {{c1::Air}} again.", "Compost."])
add("Cloze", ["\\(x = {{c1::2}}\\) and \\(x^{{c2::3::a power}}\\)", ""])
add("Cloze", ["<code>let {{c1::mut}} x</code>", ""])
occlusion = "{{c1::image-occlusion:rect:left=.1:top=.1:width=.2:height=.2:oi=1}}"
add("Image Occlusion", [occlusion, f"<img src=\"{name}\">", "A picture", "", ""])
add("Basic", ["[sound:only.mp3]", "a sound alone"])
for legacy in (True, False):
    out = os.path.join(folder, "legacy.apkg" if legacy else "new.apkg")
    options = ExportAnkiPackageOptions(with_media=True, legacy=legacy)
    collection.export_anki_package(out_path=out, options=options, limit=None)
collection.close()
