/** Whether the server answers. After it was lost it is asked now and then, and pages load again when it is back. */

const EVERY = 4000;

class Connection {
  isLost = $state(false);
  /** Goes up each time the server is back: what failed to load looks at it and tries again. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  lost(): void {
    this.isLost = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), EVERY);
  }

  heard(): void {
    if (!this.isLost) return;
    clearTimeout(this.#timer);
    this.isLost = false;
    this.returns += 1;
  }

  /** A stream broke off: the server may have restarted, or be gone. */
  doubt(): void {
    if (!this.isLost) void this.ask();
  }

  async ask(): Promise<void> {
    try {
      const response = await fetch('/healthz', { cache: 'no-store' });
      if (response.ok) this.heard();
      else this.lost();
    } catch {
      this.lost();
    }
  }
}

export const connection = new Connection();
