/**
 * Which page is shown. Links are ordinary `<a>`; a click on one of ours changes the page without loading it anew. The
 * new page's heading gets the focus, and going back restores how far one had scrolled.
 */
import { tick, type Component } from 'svelte';

import { asProblem, type Problem } from './problem';
import { match, type Names, type Route } from './route';

interface Shown {
  /** Changes with every page, so that a page with other names is made anew. */
  key: string;
  // A page takes the names that its pattern has.
  component: Component<Record<string, unknown>> | undefined;
  names: Names;
  route: Route | undefined;
  problem: Problem | undefined;
}

const SCROLLED = 'tutti.scrolled';
const RELOADED = 'tutti.reloaded';

class Router {
  shown = $state.raw<Shown>();
  path = $state('/');
  query = $state.raw(new URLSearchParams());
  isLoading = $state(false);
  /** How many pages were shown before this one. */
  arrivals = 0;
  #routes: readonly Route[] = [];
  #turn = 0;
  #anew = 0;
  #place: { state: unknown; href: string } = { state: null, href: '' };
  #scrolled: Record<string, number> = {};
  #leaving: (() => string | undefined) | undefined;

  start(routes: readonly Route[]): void {
    this.#routes = routes;
    history.scrollRestoration = 'manual';
    this.#scrolled = this.#remembered();
    addEventListener('popstate', () => this.#popped());
    addEventListener('pagehide', () => this.#remember());
    document.addEventListener('click', (event) => this.#clicked(event));
    void this.#show(true);
  }

  /** Goes to an address of the page. */
  go(address: string, how: { replace?: boolean; keepScroll?: boolean } = {}): void {
    if (!this.#mayLeave()) return;
    this.#remember();
    const url = new URL(address, location.href);
    // The plain address of the page one is on: it is wanted as it is at first.
    if (url.pathname === location.pathname && url.search === '' && location.search !== '') this.#anew += 1;
    if (how.replace || url.href === location.href) history.replaceState(history.state, '', url);
    else history.pushState({ place: crypto.getRandomValues(new Uint32Array(1))[0] }, '', url);
    void this.#show(false, how.keepScroll ?? false);
  }

  /** Changes the query of this page and leaves the page as it is. */
  ask(query: Record<string, string | number | boolean | undefined | null>): void {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '' || value === false) url.searchParams.delete(name);
      else url.searchParams.set(name, String(value));
    }
    history.replaceState(history.state, '', url);
    this.query = url.searchParams;
    this.#place = { state: history.state, href: location.href };
  }

  /** The page became another one under the same address: its heading is to be read out. */
  turned(): void {
    this.arrivals += 1;
  }

  /** Asks before the page is left for as long as `why` has a reason. Gives what to call when it no longer matters. */
  guard(why: () => string | undefined): () => void {
    const unload = (event: BeforeUnloadEvent) => {
      if (why() !== undefined) event.preventDefault();
    };
    this.#leaving = why;
    addEventListener('beforeunload', unload);
    return () => {
      if (this.#leaving === why) this.#leaving = undefined;
      removeEventListener('beforeunload', unload);
    };
  }

  #popped(): void {
    if (this.#mayLeave()) {
      void this.#show(true);
      return;
    }
    // The browser has left already: back to where the unsaved work is.
    history.pushState(this.#place.state, '', this.#place.href);
  }

  #mayLeave(): boolean {
    const why = this.#leaving?.();
    return why === undefined || confirm(why);
  }

  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.href);
  }

  async #show(restore: boolean, keepScroll = false): Promise<void> {
    const turn = ++this.#turn;
    const found = match(this.#routes, location.pathname);
    const query = new URLSearchParams(location.search);
    let component: Shown['component'];
    let problem: Problem | undefined;
    if (found) {
      const slow = setTimeout(() => (this.isLoading = true), 150);
      try {
        component = (await found.route.load()).default;
      } catch (error) {
        if (reloadedForNewVersion()) return;
        problem = asProblem(error);
      } finally {
        clearTimeout(slow);
      }
      if (turn !== this.#turn) return;
      this.isLoading = false;
    }
    forgetReload();
    if (this.shown) this.arrivals += 1;
    this.path = location.pathname;
    this.#place = { state: history.state, href: location.href };
    this.query = query;
    const key = `${location.pathname} ${this.#anew}`;
    this.shown = { key, component, names: found?.names ?? {}, route: found?.route, problem };
    await tick();
    if (keepScroll) return;
    this.#scroll(restore ? (this.#scrolled[placeOf()] ?? 0) : 0, turn);
  }

  /** What a page shows may come later than the page: as long as it is too short, it is tried again. */
  #scroll(top: number, turn: number, tries = 40): void {
    if (turn !== this.#turn) return;
    if (top === 0 && location.hash !== '') {
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
      return;
    }
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) > 2 && tries > 0) setTimeout(() => this.#scroll(top, turn, tries - 1), 50);
  }

  #remember(): void {
    this.#scrolled[placeOf()] = scrollY;
    try {
      sessionStorage.setItem(SCROLLED, JSON.stringify(this.#scrolled));
    } catch {
      // Then only until the page is loaded anew.
    }
  }

  #remembered(): Record<string, number> {
    try {
      return JSON.parse(sessionStorage.getItem(SCROLLED) ?? '{}') as Record<string, number>;
    } catch {
      return {};
    }
  }
}

function placeOf(): string {
  const state = history.state as { place?: number } | null;
  return String(state?.place ?? 'first');
}

/** A server that was updated no longer has the files of the page that is open: once, the page is loaded anew. */
function reloadedForNewVersion(): boolean {
  try {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED) !== null) return false;
    sessionStorage.setItem(RELOADED, '1');
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Nothing was remembered, then.
  }
}

export const router = new Router();
