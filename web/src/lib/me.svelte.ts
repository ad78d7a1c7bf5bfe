/** Who looks at the page, and what they may do. */
import { api } from './api';
import type { Schemas } from './types';

export type Permission = Schemas['Permission'];
export type Role = Schemas['Role'];

class Me {
  isKnown = $state(false);
  /** People log in here. Without accounts the page belongs to whoever sits at the machine. */
  accounts = $state(false);
  /** Nobody has an account yet: the first admin is to be made. */
  setup = $state(false);
  name = $state<string>();
  role = $state<Role>();
  permissions = $state.raw<readonly Permission[]>([]);

  async look(): Promise<void> {
    this.know(await api.get('/api/me'));
  }

  know(seen: Schemas['Me']): void {
    this.accounts = seen.accounts;
    this.setup = seen.setup;
    this.name = seen.name ?? undefined;
    this.role = seen.role ?? undefined;
    this.permissions = seen.permissions;
    this.isKnown = true;
  }

  may(permission: Permission | undefined): boolean {
    return permission === undefined || this.permissions.includes(permission);
  }

  /** People must log in before they see anything, and nobody has. */
  get isStranger(): boolean {
    return this.accounts && this.name === undefined;
  }

  forget(): void {
    this.name = undefined;
    this.role = undefined;
    this.permissions = [];
  }
}

export const me = new Me();
