/**
 * Whether pages accept single letters and digits as shortcuts. Users who dictate, or who press keys by accident, turn
 * them off; Enter, Space, Tab and the arrow keys always work.
 */

const KEY = 'tutti.keys';

function readSetting(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

class Shortcuts {
  areOn = $state(readSetting());

  turn(on: boolean): void {
    this.areOn = on;
    try {
      if (on) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
  }

  /** Whether to handle a key. */
  allow(key: string): boolean {
    return this.areOn || key.length > 1 || key === ' ';
  }
}

export const shortcuts = new Shortcuts();
