"""Imports a deck into a fresh collection twice, renders every card, and exports the collection in both formats.

usage: import.py deck.apkg folder

Prints one JSON object; the folder then has legacy.apkg and new.apkg.
"""

import json
import os
import sys

from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

deck, folder = sys.argv[1:]
collection = Collection(os.path.join(folder, "collection.anki2"))


def bring_in():
    request = ImportAnkiPackageRequest(package_path=deck, options=ImportAnkiPackageOptions())
    log = collection.import_anki_package(request).log
    return {
        "found": log.found_notes,
        "new": len(log.new),
        "updated": len(log.updated),
        "duplicate": len(log.duplicate),
        "conflicting": len(log.conflicting),
        "broken": len(log.missing_notetype) + len(log.missing_deck) + len(log.empty_first_field),
    }


before = {entry.name for entry in collection.models.all_names_and_ids()}
imports = [bring_in(), bring_in()]
notes = []
for number in collection.find_notes(""):
    note = collection.get_note(number)
    cards = [{"front": card.question(), "back": card.answer(), "deck": collection.decks.name(card.did)}
             for card in note.cards()]
    kind = note.note_type()["name"]
    notes.append({"guid": note.guid, "type": kind, "tags": note.tags, "fields": dict(note.items()), "cards": cards})

for legacy in (True, False):
    name = "legacy.apkg" if legacy else "new.apkg"
    options = ExportAnkiPackageOptions(with_media=True, legacy=legacy)
    collection.export_anki_package(out_path=os.path.join(folder, name), options=options, limit=None)

types = sorted({entry.name for entry in collection.models.all_names_and_ids()} - before)
sums = collection.db.scalar("select count() from notes where csum = 0")
media = sorted(os.listdir(collection.media.dir()))
collection.close()
print(json.dumps({"imports": imports, "notes": notes, "media": media, "types": types, "without_sum": sums}))
