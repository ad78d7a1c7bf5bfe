/** A cache of sessions, because passages are looked up in their documents again and again. */
import { api } from './api';
import type { SessionView } from './types';

const known = new Map<string, Promise<SessionView>>();

export function sessionOf(id: string): Promise<SessionView> {
  const found = known.get(id);
  if (found) return found;
  const asked = api.get('/api/sessions/{session}', { path: { session: id } });
  known.set(id, asked);
  // A failed request is not cached.
  asked.catch(() => known.delete(id));
  if (known.size > 20) known.delete(known.keys().next().value ?? '');
  return asked;
}
