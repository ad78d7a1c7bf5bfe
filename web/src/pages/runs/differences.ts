/** The differences between two JSON values: the smallest parts that differ, each with its location. */

export interface Difference {
  /** A JSON pointer; empty for the whole. */
  place: string;
  /** Absent if this side does not have the part. */
  left?: unknown;
  right?: unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function differences(left: unknown, right: unknown, place = ''): Difference[] {
  if (isRecord(left) && isRecord(right)) {
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => {
      const at = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return inside(left, right, name, at);
    });
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
      inside(left as never, right as never, String(at), `${place}/${at}`),
    ).flat();
  }
  return Object.is(left, right) ? [] : [{ place, left, right }];
}

function inside(left: Record<string, unknown>, right: Record<string, unknown>, name: string, at: string): Difference[] {
  if (!Object.hasOwn(left, name)) return [{ place: at, right: right[name] }];
  if (!Object.hasOwn(right, name)) return [{ place: at, left: left[name] }];
  return differences(left[name], right[name], at);
}

/** A value on one line, cut off if it is long. */
export function short(value: unknown, most = 400): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
