/** Numbers that people type: what they are, or what to say beside the field. */

export type Typed = string | number | null | undefined;

export type Read = { value: number; error?: undefined } | { value?: undefined; error: string };

/** Nothing was typed. */
export function isBlank(typed: Typed): boolean {
  return typed === null || typed === undefined || String(typed).trim() === '';
}

function said(number: number): string {
  return number.toLocaleString('en-GB');
}

export function whole(typed: Typed, least: number, most: number): Read {
  const value = isBlank(typed) ? Number.NaN : Number(typed);
  if (Number.isInteger(value) && value >= least && value <= most) return { value };
  return { error: `Type a whole number from ${said(least)} to ${said(most)}.` };
}

/** A percentage; a share of one is what programs want. */
export function percentage(typed: Typed): Read {
  const value = isBlank(typed) ? Number.NaN : Number(typed);
  if (Number.isFinite(value) && value >= 0 && value <= 100) return { value };
  return { error: 'Type a number from 0 to 100.' };
}
