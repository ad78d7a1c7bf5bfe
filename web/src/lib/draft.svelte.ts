/** Something long that is being written: it survives a closed tab until it is sent. */
export class Draft<T> {
  #value = $state() as T;
  #key: string;

  constructor(name: string, initial: T) {
    this.#key = `tutti.draft ${name}`;
    this.#value = this.#kept() ?? initial;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Full or forbidden: it is kept for as long as the page is open.
    }
  }

  forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Nothing was kept, then.
    }
  }

  #kept(): T | undefined {
    try {
      const found = localStorage.getItem(this.#key);
      return found === null ? undefined : (JSON.parse(found) as T);
    } catch {
      return undefined;
    }
  }
}

/** Forgets every draft: whoever comes next must not read them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('tutti.draft ')) localStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
