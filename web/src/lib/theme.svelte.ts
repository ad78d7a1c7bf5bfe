/** The theme: light, dark, or that of the system. `theme.js` applies it before the first paint. */

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'tutti.theme';

function readTheme(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === 'light' || found === 'dark' ? found : 'auto';
  } catch {
    return 'auto';
  }
}

class Appearance {
  theme = $state<Theme>(readTheme());
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
      // Storage is blocked: the choice lasts for this visit.
    }
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.#systemIsDark);
  }
}

export const appearance = new Appearance();
