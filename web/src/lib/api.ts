/**
 * Calls to the server. Paths, queries, bodies and responses are typed by the OpenAPI document; every failure is a
 * `Problem`. `postOnce` is for calls that start or add something: it sends an idempotency key, so that the server does not
 * execute a repeated call twice.
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

/** The body of a successful response. */
export type ResponseBody<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? Json<Success<R>> : never;

export interface RequestOptions<M extends Method, P extends keyof paths> {
  path?: Parameters<Operation<M, P>, 'path'>;
  query?: Parameters<Operation<M, P>, 'query'>;
  body?: Body<Operation<M, P>>;
  form?: FormData;
  /** The entity tag of the version that was loaded: the server refuses the change if there is a newer one. */
  ifMatch?: string;
  signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  data: T;
  etag: string | undefined;
}

/** Calls where 401 means wrong credentials, not an expired login. */
const LOGIN_PATHS = ['/api/login', '/api/setup', '/api/reset'];

/** Called when the login is no longer valid. */
let notifyLoggedOut: () => void = () => {};

export function onLoggedOut(listener: () => void): void {
  notifyLoggedOut = listener;
}

/** An address with its parameters filled in, each encoded as one segment. */
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

interface AnyOptions {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  form?: FormData | undefined;
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
}

async function request(method: Method, path: string, options: AnyOptions, key?: string): Promise<Answer<unknown>> {
  const headers = new Headers({ accept: 'application/json' });
  let body: BodyInit | undefined;
  if (options.form) {
    // Serialised once: a repeated call with the same key must send the same bytes.
    const serialised = new Response(options.form);
    headers.set('content-type', serialised.headers.get('content-type') ?? 'multipart/form-data');
    body = await serialised.arrayBuffer();
  } else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.body);
  }
  if (key) headers.set('idempotency-key', key);
  if (options.ifMatch) headers.set('if-match', options.ifMatch);
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = body;
  if (options.signal) init.signal = options.signal;

  const response = await fetchWithRetry(
    address(path, options.path ?? {}, options.query ?? {}),
    init,
    method === 'get' || key !== undefined,
  );
  const etag = response.headers.get('etag') ?? undefined;
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.status === 401 && !LOGIN_PATHS.includes(path)) notifyLoggedOut();
    throw problem;
  }
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { data: isJson ? await response.json() : undefined, etag };
}

/** Fetches, and tries a second time if that is safe. */
async function fetchWithRetry(url: string, init: RequestInit, mayRetry: boolean): Promise<Response> {
  try {
    const response = await fetch(url, init);
    connection.markReached();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (mayRetry) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return fetchWithRetry(url, init, false);
    }
    connection.markLost();
    throw offline();
  }
}

export const api = {
  async get<P extends PathOf<'get'>>(path: P, options: RequestOptions<'get', P> = {}): Promise<ResponseBody<'get', P>> {
    return (await request('get', path, options)).data as ResponseBody<'get', P>;
  },
  /** Like `get`, with the entity tag that a later change must send. */
  async getTagged<P extends PathOf<'get'>>(
    path: P,
    options: RequestOptions<'get', P> = {},
  ): Promise<Answer<ResponseBody<'get', P>>> {
    return (await request('get', path, options)) as Answer<ResponseBody<'get', P>>;
  },
  async post<P extends PathOf<'post'>>(
    path: P,
    options: RequestOptions<'post', P> = {},
  ): Promise<ResponseBody<'post', P>> {
    return (await request('post', path, options)).data as ResponseBody<'post', P>;
  },
  /** A POST that starts or adds something, executed once even if it is sent twice. */
  async postOnce<P extends PathOf<'post'>>(
    path: P,
    options: RequestOptions<'post', P> = {},
  ): Promise<ResponseBody<'post', P>> {
    return (await request('post', path, options, crypto.randomUUID?.() ?? fallbackKey())).data as ResponseBody<
      'post',
      P
    >;
  },
  async put<P extends PathOf<'put'>>(
    path: P,
    options: RequestOptions<'put', P> = {},
  ): Promise<Answer<ResponseBody<'put', P>>> {
    return (await request('put', path, options)) as Answer<ResponseBody<'put', P>>;
  },
  async patch<P extends PathOf<'patch'>>(
    path: P,
    options: RequestOptions<'patch', P> = {},
  ): Promise<ResponseBody<'patch', P>> {
    return (await request('patch', path, options)).data as ResponseBody<'patch', P>;
  },
  async delete<P extends PathOf<'delete'>>(path: P, options: RequestOptions<'delete', P> = {}): Promise<void> {
    await request('delete', path, options);
  },
};

/** `randomUUID` exists only on secure addresses, so not on a plain local network. */
function fallbackKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Downloads a file under the name that the server gives it. */
export async function download(path: string, options: { method?: 'GET' | 'POST'; body?: unknown } = {}): Promise<void> {
  const init: RequestInit = { method: options.method ?? 'GET', credentials: 'same-origin' };
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { 'content-type': 'application/json' };
  }
  const response = await fetchWithRetry(path, init, false);
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.status === 401) notifyLoggedOut();
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
