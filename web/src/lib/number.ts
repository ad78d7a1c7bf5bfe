/** Parses numbers that users type, with an error message for the field. */

export type Typed = string | number | null | undefined;

export type ParsedNumber = { value: number; error?: undefined } | { value?: undefined; error: string };

/** Whether the field is empty. */
export function isBlank(typed: Typed): boolean {
  return typed === null || typed === undefined || String(typed).trim() === '';
}

function formatNumber(number: number): string {
  return number.toLocaleString('en-GB');
}

export function parseWhole(typed: Typed, least: number, most: number): ParsedNumber {
  const value = isBlank(typed) ? Number.NaN : Number(typed);
  if (Number.isInteger(value) && value >= least && value <= most) return { value };
  return { error: `Enter a whole number from ${formatNumber(least)} to ${formatNumber(most)}.` };
}

/** A percentage from 0 to 100, not a share of one. */
export function parsePercentage(typed: Typed): ParsedNumber {
  const value = isBlank(typed) ? Number.NaN : Number(typed);
  if (Number.isFinite(value) && value >= 0 && value <= 100) return { value };
  return { error: 'Enter a number from 0 to 100.' };
}
