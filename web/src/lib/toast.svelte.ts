/** Short notifications. Good news disappears after a while, errors stay until they are closed. */

export interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
  action?: { label: string; act: () => void };
}

const SHOWN = 6000;

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 1;

  #add(toast: Omit<Toast, 'id'>): void {
    const id = this.#next++;
    this.shown.push({ ...toast, id });
    // Errors stay until they are closed.
    if (toast.tone === 'good') setTimeout(() => this.close(id), SHOWN + (toast.action ? 4000 : 0));
  }

  close(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }

  say(text: string, action?: Toast['action']): void {
    this.#add({ text, tone: 'good', ...(action ? { action } : {}) });
  }

  warn(text: string): void {
    this.#add({ text, tone: 'bad' });
  }
}

export const toasts = new Toasts();
