/** Light, dark, or what the system says. `theme.js` sets it before the first paint; here it is changed. */

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'tutti.theme';

function remembered(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === 'light' || found === 'dark' ? found : 'auto';
  } catch {
    return 'auto';
  }
}

class Chosen {
  theme = $state<Theme>(remembered());
  #system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
  #systemIsDark = $state(this.#system?.matches ?? false);

  constructor() {
    this.#system?.addEventListener('change', (event) => (this.#systemIsDark = event.matches));
  }

  choose(theme: Theme): void {
    this.theme = theme;
    const root = document.documentElement;
    if (theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    try {
      if (theme === 'auto') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // It holds for this visit only.
    }
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.#systemIsDark);
  }
}

export const look = new Chosen();
