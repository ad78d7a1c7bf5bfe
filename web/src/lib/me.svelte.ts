/** The current user and their permissions. */
import { api } from './api';
import type { Schemas } from './types';

export type Permission = Schemas['Permission'];
export type Role = Schemas['Role'];

class Me {
  isLoaded = $state(false);
  /** Whether users log in. Without accounts, anyone at the machine may do everything. */
  accounts = $state(false);
  /** There is no account yet: the first admin must be created. */
  setup = $state(false);
  /** The name of the provider with which people can log in. */
  singleSignOn = $state<string>();
  name = $state<string>();
  role = $state<Role>();
  permissions = $state.raw<readonly Permission[]>([]);

  async load(): Promise<void> {
    this.update(await api.get('/api/me'));
  }

  update(response: Schemas['Me']): void {
    this.accounts = response.accounts;
    this.setup = response.setup;
    this.singleSignOn = response.single_sign_on ?? undefined;
    this.name = response.name ?? undefined;
    this.role = response.role ?? undefined;
    this.permissions = response.permissions;
    this.isLoaded = true;
  }

  may(permission: Permission | undefined): boolean {
    return permission === undefined || this.permissions.includes(permission);
  }

  /** The server has accounts, and nobody is logged in. */
  get mustLogIn(): boolean {
    return this.accounts && this.name === undefined;
  }

  forget(): void {
    this.name = undefined;
    this.role = undefined;
    this.permissions = [];
  }
}

export const me = new Me();
