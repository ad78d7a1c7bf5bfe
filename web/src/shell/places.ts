/** The places of the navigation: what each is called and who may go there. A new flow is one more line. */
import type { Permission } from '../lib/me.svelte';
import type { IconName } from '../parts/icons';

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  needs?: Permission;
  /** A number beside the name, while there is something to do. */
  badge?: 'reviews' | 'cards';
  /** Only where people log in. */
  withAccounts?: boolean;
  /** In the bar at the bottom of a phone; the rest is one tap further. */
  isNear?: boolean;
}

export interface Group {
  name: string;
  places: Place[];
}

export const GROUPS: readonly Group[] = [
  {
    name: 'Learn',
    places: [
      { path: '/', name: 'Home', icon: 'home', isNear: true },
      { path: '/study', name: 'Study', icon: 'book', needs: 'study', isNear: true },
      { path: '/cards', name: 'Cards', icon: 'cards', needs: 'study', badge: 'cards', isNear: true },
      { path: '/library', name: 'Library', icon: 'library', needs: 'study', isNear: true },
    ],
  },
  {
    name: 'Make',
    places: [
      { path: '/bank', name: 'Bank', icon: 'bank', needs: 'bank' },
      { path: '/forge', name: 'Forge', icon: 'forge', needs: 'forge' },
      { path: '/author', name: 'Author', icon: 'pen', needs: 'author' },
    ],
  },
  {
    name: 'Oversee',
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

/** What somebody may see of it; a group without places is left out. */
export function openTo(who: { accounts: boolean; may: (needs: Permission | undefined) => boolean }): Group[] {
  return GROUPS.map((group) => ({
    ...group,
    places: group.places.filter((place) => who.may(place.needs) && (who.accounts || !place.withAccounts)),
  })).filter((group) => group.places.length > 0);
}

export function badgeOf(place: Place, overview: { reviews_open: number; cards_due: number } | undefined): number {
  if (!overview || !place.badge) return 0;
  return place.badge === 'reviews' ? overview.reviews_open : overview.cards_due;
}
