/** A text in progress, kept in local storage until it is sent. */
export class Draft<T> {
  #value = $state() as T;
  #key: string;

  constructor(name: string, initial: T) {
    this.#key = `tutti.draft ${name}`;
    this.#value = this.#read() ?? initial;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Storage is full or blocked: the draft lasts as long as the page is open.
    }
  }

  forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Storage is blocked, so nothing was stored.
    }
  }

  #read(): T | undefined {
    try {
      const found = localStorage.getItem(this.#key);
      return found === null ? undefined : (JSON.parse(found) as T);
    } catch {
      return undefined;
    }
  }
}

/** Deletes every draft, so that the next user cannot read them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('tutti.draft ')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
