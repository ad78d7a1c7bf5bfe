/**
 * Whether single letters and numbers do something on pages that have keys of their own. Who dictates, or whose keyboard
 * sends keys by accident, turns them off; Enter, Space, Tab and the arrows always work.
 */

const KEY = 'tutti.keys';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

class Shortcuts {
  areOn = $state(remembered());

  turn(on: boolean): void {
    this.areOn = on;
    try {
      if (on) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // It holds for this visit only.
    }
  }

  /** Whether a key may be heeded. */
  allow(key: string): boolean {
    return this.areOn || key.length > 1 || key === ' ';
  }
}

export const shortcuts = new Shortcuts();
