/**
 * Items that got another name. An item is named by what it says, so a change of its text changes its address, too; who
 * goes back to where it was is led on.
 */
const names = new Map<string, string>();

export function rename(before: string, after: string): void {
  if (before !== after) names.set(before, after);
  // Whoever undoes a change has the old name again.
  if (names.get(after) !== undefined) names.delete(after);
}

/** The name that an item has now, if it was changed since the page was opened. */
export function nameNow(id: string): string {
  let now = id;
  for (let next = names.get(now); next !== undefined; next = names.get(now)) now = next;
  return now;
}
