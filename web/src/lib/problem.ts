/** A problem as reported by the server (RFC 9457), with access to the errors of each form field. */

export interface FieldError {
  pointer?: string;
  detail: string;
}

export interface ProblemDocument {
  type?: string | null;
  title?: string | null;
  status?: number | null;
  detail?: string | null;
  code?: string | null;
  pointer?: string | null;
  hints?: string[] | null;
  stage?: string | null;
  trace_id?: string | null;
  errors?: FieldError[] | null;
}

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly hints: string[];
  readonly pointer: string | undefined;
  readonly traceId: string | undefined;
  readonly errors: FieldError[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(document: ProblemDocument, retryAfter?: number) {
    super(document.detail ?? document.title ?? 'Something went wrong');
    this.name = 'Problem';
    this.status = document.status ?? 0;
    this.code = document.code ?? 'unknown';
    this.title = document.title ?? 'Something went wrong';
    this.detail = document.detail ?? '';
    this.hints = (document.hints ?? []).filter((hint) => !isForTerminal(hint));
    this.pointer = document.pointer ?? undefined;
    this.traceId = document.trace_id ?? undefined;
    const own = { detail: this.detail, ...(this.pointer === undefined ? {} : { pointer: this.pointer }) };
    this.errors = document.errors?.length ? document.errors : [own];
    this.retryAfter = retryAfter;
  }

  /** The errors and hints for a field or something inside it, in the server's words. */
  at(pointer: string): string | undefined {
    const about = this.errors.filter((error) => isWithin(error.pointer, pointer)).map((error) => error.detail);
    if (about.length === 0) return undefined;
    // With several errors it is unclear which one a hint belongs to.
    const hints = this.errors.length === 1 ? this.hints : [];
    return [...about, ...hints].map(sentence).join(' ');
  }

  /** The same problem, attributed to a field if the request is invalid and the server names no field. */
  withField(pointer: string): Problem {
    const isInvalidRequest = [400, 413, 415, 422].includes(this.status);
    if (!isInvalidRequest || this.errors.some((error) => error.pointer !== undefined)) return this;
    const { title, status, detail, code, hints, traceId } = this;
    return new Problem({ title, status, detail, code, hints, pointer, trace_id: traceId ?? null }, this.retryAfter);
  }

  /** Whether every error belongs to one of these fields, so that none needs to be shown above the form. */
  isCoveredBy(pointers: string[]): boolean {
    return this.errors.every((error) => pointers.some((pointer) => isWithin(error.pointer, pointer)));
  }

  /** The server could not be reached. */
  get isOffline(): boolean {
    return this.code === 'offline';
  }
}

/** Some hints are commands for a terminal; the page has buttons instead. */
function isForTerminal(hint: string): boolean {
  return /`(?:tutti |--?\w)/.test(hint);
}

function isWithin(found: string | undefined, pointer: string): boolean {
  return found !== undefined && (found === pointer || found.startsWith(`${pointer}/`));
}

/** Turns a detail from the server, which is part of a sentence, into a whole sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  // The name of a file or a field keeps its lowercase letter.
  const isName = /^[\w-]*[._][\w-]/.test(trimmed);
  const upper = isName ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…:]$/.test(upper) ? upper : `${upper}.`;
}

/** Converts anything thrown to a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem({ title: 'Something went wrong on this page', detail, code: 'page', hints: ['Reload the page.'] });
}

export function offline(): Problem {
  return new Problem({
    title: 'No connection',
    detail: 'Tutti did not respond.',
    code: 'offline',
    hints: ['Check that the server is running, then try again.'],
  });
}

/** The problem in a failed response, whatever its body is. */
export async function problemOf(response: Response): Promise<Problem> {
  const after = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(after) && after > 0 ? after : undefined;
  try {
    const document = (await response.json()) as ProblemDocument;
    if (typeof document === 'object' && document !== null) {
      return new Problem({ status: response.status, ...document }, retryAfter);
    }
  } catch {
    // Not from Tutti: a proxy answered, or the body was cut off.
  }
  const detail = `The server responded with ${response.status}${response.statusText ? ` (${response.statusText})` : ''}.`;
  return new Problem({ status: response.status, detail, code: 'unknown' }, retryAfter);
}
