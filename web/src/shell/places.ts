/** The places in the navigation, with their names and permissions. A new flow is one more line. */
import type { Permission } from '../lib/me.svelte';
import type { IconName } from '../parts/icons';

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  needs?: Permission;
  /** Which count to show beside the name, if it is not zero. */
  badge?: 'reviews' | 'cards';
  /** Shown only if the server has accounts. */
  withAccounts?: boolean;
  /** Shown in the bar at the bottom of a phone; the rest is one tap away. */
  isInBar?: boolean;
}

export interface Group {
  name: string;
  places: Place[];
}

export const GROUPS: readonly Group[] = [
  {
    name: 'Learn',
    places: [
      { path: '/', name: 'Home', icon: 'home', isInBar: true },
      { path: '/study', name: 'Study', icon: 'book', needs: 'study', isInBar: true },
      { path: '/cards', name: 'Cards', icon: 'cards', needs: 'study', badge: 'cards', isInBar: true },
      { path: '/library', name: 'Library', icon: 'library', needs: 'study', isInBar: true },
    ],
  },
  {
    name: 'Create',
    places: [
      { path: '/bank', name: 'Bank', icon: 'bank', needs: 'bank' },
      { path: '/forge', name: 'Forge', icon: 'forge', needs: 'forge' },
      { path: '/author', name: 'Author', icon: 'pen', needs: 'author' },
    ],
  },
  {
    name: 'Manage',
    places: [
      { path: '/reviews', name: 'Reviews', icon: 'review', badge: 'reviews' },
      { path: '/runs', name: 'Runs', icon: 'runs' },
      { path: '/people', name: 'People', icon: 'people', needs: 'accounts', withAccounts: true },
      { path: '/settings', name: 'Settings', icon: 'settings', needs: 'settings' },
    ],
  },
];

/** Whether a page belongs to a place. */
export function isAt(place: Place, path: string): boolean {
  if (place.path === '/') return path === '/';
  if (place.path === '/study' && path.startsWith('/quiz/')) return true;
  return path === place.path || path.startsWith(`${place.path}/`);
}

/** The groups and places that a user may see; empty groups are left out. */
export function visibleGroups(who: { accounts: boolean; may: (needs: Permission | undefined) => boolean }): Group[] {
  return GROUPS.map((group) => ({
    ...group,
    places: group.places.filter((place) => who.may(place.needs) && (who.accounts || !place.withAccounts)),
  })).filter((group) => group.places.length > 0);
}

export function badgeOf(place: Place, overview: { reviews_open: number; cards_due: number } | undefined): number {
  if (!overview || !place.badge) return 0;
  return place.badge === 'reviews' ? overview.reviews_open : overview.cards_due;
}
