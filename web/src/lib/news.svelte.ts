/** What goes on in all one's runs, as far as the navigation and the home page want to know. */
import { api } from './api';
import { connection } from './connection.svelte';
import type { Happened } from './steps';
import type { Overview } from './types';

const SETTLE = 1200;
const TELLING: readonly Happened['event'][] = ['started', 'asked', 'parked', 'ended'];

class News {
  overview = $state.raw<Overview>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOn = false;

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    document.addEventListener('visibilitychange', this.#seen);
    this.#seen();
  }

  stop(): void {
    this.#isOn = false;
    document.removeEventListener('visibilitychange', this.#seen);
    this.#close();
    this.overview = undefined;
  }

  /** Looks again, soon and once for many reasons. */
  soon(after = SETTLE): void {
    if (!this.#isOn) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.look();
    }, after);
  }

  async look(): Promise<void> {
    try {
      this.overview = await api.get('/api/overview');
    } catch {
      // The banner says that the server is away; a badge that is a little old does no harm.
    }
  }

  #seen = (): void => {
    this.#close();
    if (document.hidden) return;
    void this.look();
    const source = new EventSource('/api/events');
    this.#source = source;
    source.addEventListener('event', (event) => {
      const happened = JSON.parse((event as MessageEvent<string>).data) as Happened;
      if (TELLING.includes(happened.event)) this.soon();
    });
    source.addEventListener('error', () => connection.doubt());
    // Whatever was missed while the stream was away.
    let isFirst = true;
    source.addEventListener('open', () => {
      if (!isFirst) this.soon(0);
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

export const news = new News();
