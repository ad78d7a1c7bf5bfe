/**
 * The router. Links are ordinary `<a>` elements; a click on an internal one changes the page without a full load. The
 * heading of the new page gets the focus, and going back restores the scroll position.
 */
import { tick, type Component } from 'svelte';

import { asProblem, type Problem } from './problem';
import { match, type Params, type Route } from './route';

interface CurrentPage {
  /** Changes with every page, so that the component is created again for other parameters. */
  key: string;
  // A page takes the parameters of its pattern.
  component: Component<Record<string, unknown>> | undefined;
  params: Params;
  route: Route | undefined;
  problem: Problem | undefined;
}

const SCROLLED = 'tutti.scrolled';
const RELOADED = 'tutti.reloaded';

class Router {
  current = $state.raw<CurrentPage>();
  path = $state('/');
  query = $state.raw(new URLSearchParams());
  isLoading = $state(false);
  /** The number of navigations since the first page. */
  arrivals = 0;
  #routes: readonly Route[] = [];
  #turn = 0;
  #resets = 0;
  #place: { state: unknown; href: string } = { state: null, href: '' };
  #scrollPositions: Record<string, number> = {};
  #leaveGuard: (() => string | undefined) | undefined;

  start(routes: readonly Route[]): void {
    this.#routes = routes;
    history.scrollRestoration = 'manual';
    this.#scrollPositions = this.#readScrollPositions();
    addEventListener('popstate', () => this.#onPopState());
    addEventListener('pagehide', () => this.#saveScrollPosition());
    document.addEventListener('click', (event) => this.#onClick(event));
    void this.#show(true);
  }

  /** Navigates to an address. */
  go(address: string, how: { replace?: boolean; keepScroll?: boolean } = {}): void {
    if (!this.#mayLeave()) return;
    this.#saveScrollPosition();
    const url = new URL(address, location.href);
    // The current address without a query: the page is reset.
    if (url.pathname === location.pathname && url.search === '' && location.search !== '') this.#resets += 1;
    if (how.replace || url.href === location.href) history.replaceState(history.state, '', url);
    else history.pushState({ place: crypto.getRandomValues(new Uint32Array(1))[0] }, '', url);
    void this.#show(false, how.keepScroll ?? false);
  }

  /** Changes the query without navigating. */
  setQuery(query: Record<string, string | number | boolean | undefined | null>): void {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '' || value === false) url.searchParams.delete(name);
      else url.searchParams.set(name, String(value));
    }
    history.replaceState(history.state, '', url);
    this.query = url.searchParams;
    this.#place = { state: history.state, href: location.href };
  }

  /** Tells the router that the page has new content under the same address, so that its heading gets the focus. */
  noteNewContent(): void {
    this.arrivals += 1;
  }

  /** Asks before leaving the page while `why` returns a reason. Returns a function that removes the guard. */
  guard(why: () => string | undefined): () => void {
    const unload = (event: BeforeUnloadEvent) => {
      if (why() !== undefined) event.preventDefault();
    };
    this.#leaveGuard = why;
    addEventListener('beforeunload', unload);
    return () => {
      if (this.#leaveGuard === why) this.#leaveGuard = undefined;
      removeEventListener('beforeunload', unload);
    };
  }

  #onPopState(): void {
    if (this.#mayLeave()) {
      void this.#show(true);
      return;
    }
    // The browser has already left: go back to the unsaved work.
    history.pushState(this.#place.state, '', this.#place.href);
  }

  #mayLeave(): boolean {
    const why = this.#leaveGuard?.();
    return why === undefined || confirm(why);
  }

  #onClick(event: MouseEvent): void {
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
    let component: CurrentPage['component'];
    let problem: Problem | undefined;
    if (found) {
      const slow = setTimeout(() => (this.isLoading = true), 150);
      try {
        component = (await found.route.load()).default;
      } catch (error) {
        if (reloadForNewVersion()) return;
        problem = asProblem(error);
      } finally {
        clearTimeout(slow);
      }
      if (turn !== this.#turn) return;
      this.isLoading = false;
    }
    forgetReload();
    if (this.current) this.arrivals += 1;
    this.path = location.pathname;
    this.#place = { state: history.state, href: location.href };
    this.query = query;
    const key = `${location.pathname} ${this.#resets}`;
    this.current = { key, component, params: found?.params ?? {}, route: found?.route, problem };
    await tick();
    if (keepScroll) return;
    this.#scroll(restore ? (this.#scrollPositions[historyEntry()] ?? 0) : 0, turn);
  }

  /** Content may arrive after the page: tries again while the page is too short. */
  #scroll(top: number, turn: number, tries = 40): void {
    if (turn !== this.#turn) return;
    if (top === 0 && location.hash !== '') {
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
      return;
    }
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) > 2 && tries > 0) setTimeout(() => this.#scroll(top, turn, tries - 1), 50);
  }

  #saveScrollPosition(): void {
    this.#scrollPositions[historyEntry()] = scrollY;
    try {
      sessionStorage.setItem(SCROLLED, JSON.stringify(this.#scrollPositions));
    } catch {
      // Storage is blocked: positions last until the next full load.
    }
  }

  #readScrollPositions(): Record<string, number> {
    try {
      return JSON.parse(sessionStorage.getItem(SCROLLED) ?? '{}') as Record<string, number>;
    } catch {
      return {};
    }
  }
}

function historyEntry(): string {
  const state = history.state as { place?: number } | null;
  return String(state?.place ?? 'first');
}

/** After an update, the server no longer has the files of the open page: reload it once. */
function reloadForNewVersion(): boolean {
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
    // Storage is blocked, so nothing was stored.
  }
}

export const router = new Router();
