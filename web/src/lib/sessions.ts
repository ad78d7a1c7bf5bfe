/** Documents of sessions, each fetched once: passages are looked up in them again and again. */
import { api } from './api';
import type { SessionView } from './types';

const known = new Map<string, Promise<SessionView>>();

export function sessionOf(id: string): Promise<SessionView> {
  const found = known.get(id);
  if (found) return found;
  const asked = api.get('/api/sessions/{session}', { path: { session: id } });
  known.set(id, asked);
  // What failed is asked for again.
  asked.catch(() => known.delete(id));
  if (known.size > 20) known.delete(known.keys().next().value ?? '');
  return asked;
}
