/** Addresses of pages: patterns such as `/study/:session`, matching, and building addresses from them. */
import type { Component } from 'svelte';

import type { Permission } from './me.svelte';

export interface Route {
  path: string;
  // Each page has its own parameters; the router passes those of its pattern.
  load: () => Promise<{ default: Component<any> }>;
  needs?: Permission;
  /** Shown without navigation, even if nobody is logged in. */
  isBare?: boolean;
}

export type Params = Record<string, string>;

/** The first route whose pattern matches, with its parameters. */
export function match<R extends { path: string }>(
  routes: readonly R[],
  pathname: string,
): { route: R; params: Params } | undefined {
  const given = segments(pathname);
  for (const route of routes) {
    const params = matchSegments(segments(route.path), given);
    if (params) return { route, params };
  }
  return undefined;
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function matchSegments(pattern: string[], given: string[]): Params | undefined {
  if (pattern.length !== given.length) return undefined;
  const params: Params = {};
  for (const [at, wanted] of pattern.entries()) {
    const found = given[at] ?? '';
    if (wanted.startsWith(':')) {
      const name = decodeSegment(found);
      if (name === undefined) return undefined;
      params[wanted.slice(1)] = name;
    } else if (wanted !== found) {
      return undefined;
    }
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The address of a page with its parameters filled in. The ID of a run may be `01j…/text/a.md`: slashes are encoded, and
 * dots too, because the server treats an address with a dot as a file.
 */
export function to(pattern: string, params: Record<string, string | number> = {}, query: object = {}): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')).replaceAll('.', '%2E'),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Where to go after logging in: only a page on this server. */
export function returnPath(asked: string | null): string {
  return asked !== null && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/login') ? asked : '/';
}
