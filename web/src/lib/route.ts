/** Addresses of the page: patterns such as `/study/:session`, what they match, and how they are written. */
import type { Component } from 'svelte';

import type { Permission } from './me.svelte';

export interface Route {
  path: string;
  // Each page has its own names in its address; the router hands over what the pattern says.
  load: () => Promise<{ default: Component<any> }>;
  needs?: Permission;
  /** Shown without navigation, also to people who are not logged in. */
  isBare?: boolean;
}

export type Names = Record<string, string>;

/** The first route whose pattern fits, with its names. */
export function match<R extends { path: string }>(
  routes: readonly R[],
  pathname: string,
): { route: R; names: Names } | undefined {
  const given = segments(pathname);
  for (const route of routes) {
    const names = fits(segments(route.path), given);
    if (names) return { route, names };
  }
  return undefined;
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function fits(pattern: string[], given: string[]): Names | undefined {
  if (pattern.length !== given.length) return undefined;
  const names: Names = {};
  for (const [at, wanted] of pattern.entries()) {
    const found = given[at] ?? '';
    if (wanted.startsWith(':')) {
      const name = decoded(found);
      if (name === undefined) return undefined;
      names[wanted.slice(1)] = name;
    } else if (wanted !== found) {
      return undefined;
    }
  }
  return names;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * An address of the page with its names filled in. A run may be called `01j…/text/a.md`: slashes are hidden, and dots
 * too, since the server takes an address with a dot for a file.
 */
export function to(pattern: string, names: Record<string, string | number> = {}, query: object = {}): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(names[name] ?? '')).replaceAll('.', '%2E'),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Where to go after logging in: only to a page of ours. */
export function wayBack(asked: string | null): string {
  return asked !== null && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/login') ? asked : '/';
}
