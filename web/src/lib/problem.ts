/** What went wrong, as the server says it (RFC 9457), with what a form needs to show it beside the right field. */

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
  /** Seconds after which the server may be asked again. */
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

  /** What is wrong with a field or something inside it and what to do about it, in the server's words. */
  at(pointer: string): string | undefined {
    const about = this.errors.filter((error) => isWithin(error.pointer, pointer)).map((error) => error.detail);
    if (about.length === 0) return undefined;
    // Hints to one of several errors would be read as hints to all.
    const hints = this.errors.length === 1 ? this.hints : [];
    return [...about, ...hints].map(sentence).join(' ');
  }

  /** The same, said of a field where what was sent is wrong and it is not said which part. */
  orAt(pointer: string): Problem {
    const isOfWhatWasSent = [400, 413, 415, 422].includes(this.status);
    if (!isOfWhatWasSent || this.errors.some((error) => error.pointer !== undefined)) return this;
    const { title, status, detail, code, hints, traceId } = this;
    return new Problem({ title, status, detail, code, hints, pointer, trace_id: traceId ?? null }, this.retryAfter);
  }

  /** Whether all of it is said beside one of these fields, so that it need not be said again above the form. */
  isSaidBy(pointers: string[]): boolean {
    return this.errors.every((error) => pointers.some((pointer) => isWithin(error.pointer, pointer)));
  }

  /** The server was not reached at all. */
  get isOffline(): boolean {
    return this.code === 'offline';
  }
}

/** Some hints say what to type in a terminal; on a page there are buttons. */
function isForTerminal(hint: string): boolean {
  return /`(?:tutti |--?\w)/.test(hint);
}

function isWithin(found: string | undefined, pointer: string): boolean {
  return found !== undefined && (found === pointer || found.startsWith(`${pointer}/`));
}

/** The server writes details as part of a sentence; a page shows whole ones. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  // The name of a file or a field keeps its small letter.
  const isName = /^[\w-]*[._][\w-]/.test(trimmed);
  const upper = isName ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…:]$/.test(upper) ? upper : `${upper}.`;
}

/** Any thrown thing as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem({ title: 'This page made a mistake', detail, code: 'page', hints: ['Reload the page.'] });
}

export function offline(): Problem {
  return new Problem({
    title: 'No connection',
    detail: 'Tutti did not answer.',
    code: 'offline',
    hints: ['Check that it still runs, then try again.'],
  });
}

/** What a response that is no success says, whatever its body is. */
export async function problemOf(response: Response): Promise<Problem> {
  const after = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(after) && after > 0 ? after : undefined;
  try {
    const document = (await response.json()) as ProblemDocument;
    if (typeof document === 'object' && document !== null) {
      return new Problem({ status: response.status, ...document }, retryAfter);
    }
  } catch {
    // Not ours: a proxy between us and the server, or a body that broke off.
  }
  const detail = `The server answered with ${response.status}${response.statusText ? ` (${response.statusText})` : ''}.`;
  return new Problem({ status: response.status, detail, code: 'unknown' }, retryAfter);
}
