/** A live overview of the user's runs, for the navigation and the home page. */
import { api } from './api';
import { connection } from './connection.svelte';
import type { RunEvent } from './steps';
import type { Overview } from './types';

const SETTLE = 1200;
const RELEVANT: readonly RunEvent['event'][] = ['started', 'asked', 'parked', 'ended'];

class Activity {
  overview = $state.raw<Overview>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOn = false;

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#onVisibilityChange();
  }

  stop(): void {
    this.#isOn = false;
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#close();
    this.overview = undefined;
  }

  /** Reloads soon; calls in quick succession cause one reload. */
  refreshSoon(after = SETTLE): void {
    if (!this.#isOn) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, after);
  }

  async refresh(): Promise<void> {
    try {
      this.overview = await api.get('/api/overview');
    } catch {
      // The banner reports a lost connection; a slightly old badge does no harm.
    }
  }

  #onVisibilityChange = (): void => {
    this.#close();
    if (document.hidden) return;
    void this.refresh();
    const source = new EventSource('/api/events');
    this.#source = source;
    source.addEventListener('event', (event) => {
      const happened = JSON.parse((event as MessageEvent<string>).data) as RunEvent;
      if (RELEVANT.includes(happened.event)) this.refreshSoon();
    });
    source.addEventListener('store', (event) => {
      const { ready } = JSON.parse((event as MessageEvent<string>).data) as { ready: boolean };
      connection.markStore(ready);
    });
    source.addEventListener('error', () => connection.verify());
    // Catches up on events missed while the stream was down.
    let isFirst = true;
    source.addEventListener('open', () => {
      if (!isFirst) this.refreshSoon(0);
      isFirst = false;
    });
  };

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

export const activity = new Activity();
