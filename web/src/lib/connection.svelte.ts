/**
 * Whether the server responds and its store can be used. While it does not respond, it is polled, and pages load again
 * once it is back.
 */

const EVERY = 4000;

class Connection {
  isLost = $state(false);
  isStoreDown = $state(false);
  /** Increases each time the server comes back, so that failed loads can try again. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  markLost(): void {
    this.isLost = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), EVERY);
  }

  markReached(): void {
    if (!this.isLost) return;
    clearTimeout(this.#timer);
    this.isLost = false;
    this.returns += 1;
  }

  markStore(isReady: boolean): void {
    if (isReady && this.isStoreDown) this.returns += 1;
    this.isStoreDown = !isReady;
  }

  /** Checks the server after a stream broke off: it may have restarted, or be down. */
  verify(): void {
    if (!this.isLost) void this.check();
  }

  async check(): Promise<void> {
    try {
      const response = await fetch('/healthz', { cache: 'no-store' });
      if (response.ok) this.markReached();
      else this.markLost();
    } catch {
      this.markLost();
    }
  }
}

export const connection = new Connection();
