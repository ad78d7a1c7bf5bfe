/**
 * Calls to the server. Paths, queries, bodies and answers are typed by the OpenAPI document; whatever fails is a
 * `Problem`. `make` is for calls that begin or add something: it carries a key, so that a call that is sent again after
 * a lost connection is not done twice.
 */
import { connection } from './connection.svelte';
import type { paths } from './openapi';
import { offline, problemOf } from './problem';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths] &
  string;

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O, Place extends string> = O extends { parameters: { [K in Place]?: infer T } } ? T : never;

type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;

type Json<T> = T extends { content: { 'application/json': infer J } } ? J : undefined;

type Success<R> = R extends { 200: infer T }
  ? T
  : R extends { 201: infer T }
    ? T
    : R extends { 202: infer T }
      ? T
      : undefined;

/** What a call gives. */
export type Given<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? Json<Success<R>> : never;

export interface Asked<M extends Method, P extends keyof paths> {
  path?: Parameters<Operation<M, P>, 'path'>;
  query?: Parameters<Operation<M, P>, 'query'>;
  body?: Body<Operation<M, P>>;
  form?: FormData;
  /** The tag of what was seen: the change is refused if somebody else was faster. */
  ifMatch?: string;
  signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  data: T;
  etag: string | undefined;
}

/** Where 401 says that what was typed is wrong, not that nobody is logged in. */
const DOORS = ['/api/login', '/api/setup'];

/** Called when the server no longer knows who we are. */
let strangers: () => void = () => {};

export function onStranger(told: () => void): void {
  strangers = told;
}

/** An address with its names filled in, each as one segment whatever it holds. */
export function address(path: string, names: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(String((names as Record<string, unknown>)[name] ?? ''));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

interface Loose {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  form?: FormData | undefined;
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
}

async function request(method: Method, path: string, asked: Loose, key?: string): Promise<Answer<unknown>> {
  const headers = new Headers({ accept: 'application/json' });
  let body: BodyInit | undefined;
  if (asked.form) {
    // Written out once: a second sending under the same key must be the same bytes.
    const written = new Response(asked.form);
    headers.set('content-type', written.headers.get('content-type') ?? 'multipart/form-data');
    body = await written.arrayBuffer();
  } else if (asked.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(asked.body);
  }
  if (key) headers.set('idempotency-key', key);
  if (asked.ifMatch) headers.set('if-match', asked.ifMatch);
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = body;
  if (asked.signal) init.signal = asked.signal;

  const response = await reached(
    address(path, asked.path ?? {}, asked.query ?? {}),
    init,
    method === 'get' || key !== undefined,
  );
  const etag = response.headers.get('etag') ?? undefined;
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.status === 401 && !DOORS.includes(path)) strangers();
    throw problem;
  }
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { data: isJson ? await response.json() : undefined, etag };
}

/** A response, after a second try where that does no harm. */
async function reached(url: string, init: RequestInit, again: boolean): Promise<Response> {
  try {
    const response = await fetch(url, init);
    connection.heard();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (again) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return reached(url, init, false);
    }
    connection.lost();
    throw offline();
  }
}

export const api = {
  async get<P extends PathOf<'get'>>(path: P, asked: Asked<'get', P> = {}): Promise<Given<'get', P>> {
    return (await request('get', path, asked)).data as Given<'get', P>;
  },
  /** As `get`, with the tag that a later change must name. */
  async getTagged<P extends PathOf<'get'>>(path: P, asked: Asked<'get', P> = {}): Promise<Answer<Given<'get', P>>> {
    return (await request('get', path, asked)) as Answer<Given<'get', P>>;
  },
  async post<P extends PathOf<'post'>>(path: P, asked: Asked<'post', P> = {}): Promise<Given<'post', P>> {
    return (await request('post', path, asked)).data as Given<'post', P>;
  },
  /** A POST that begins or adds something, done once however often it is sent. */
  async make<P extends PathOf<'post'>>(path: P, asked: Asked<'post', P> = {}): Promise<Given<'post', P>> {
    return (await request('post', path, asked, crypto.randomUUID?.() ?? fallbackKey())).data as Given<'post', P>;
  },
  async put<P extends PathOf<'put'>>(path: P, asked: Asked<'put', P> = {}): Promise<Answer<Given<'put', P>>> {
    return (await request('put', path, asked)) as Answer<Given<'put', P>>;
  },
  async patch<P extends PathOf<'patch'>>(path: P, asked: Asked<'patch', P> = {}): Promise<Given<'patch', P>> {
    return (await request('patch', path, asked)).data as Given<'patch', P>;
  },
  async delete<P extends PathOf<'delete'>>(path: P, asked: Asked<'delete', P> = {}): Promise<void> {
    await request('delete', path, asked);
  },
};

/** `randomUUID` is only there on secure addresses; a server in a plain local network has none. */
function fallbackKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Saves a file of the server under the name that it gives, or says why not. */
export async function download(path: string, asked: { method?: 'GET' | 'POST'; body?: unknown } = {}): Promise<void> {
  const init: RequestInit = { method: asked.method ?? 'GET', credentials: 'same-origin' };
  if (asked.body !== undefined) {
    init.body = JSON.stringify(asked.body);
    init.headers = { 'content-type': 'application/json' };
  }
  const response = await reached(path, init, false);
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.status === 401) strangers();
    throw problem;
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'tutti';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
