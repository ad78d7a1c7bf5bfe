/**
 * Items whose ID has changed. The ID is derived from the text, so a change of the text changes the address too; old
 * addresses are redirected.
 */
const names = new Map<string, string>();

export function recordNewId(before: string, after: string): void {
  if (before !== after) names.set(before, after);
  // Undoing a change restores the old ID.
  if (names.get(after) !== undefined) names.delete(after);
}

/** The current ID of an item that was changed since the page was opened. */
export function currentId(id: string): string {
  let now = id;
  for (let next = names.get(now); next !== undefined; next = names.get(now)) now = next;
  return now;
}
