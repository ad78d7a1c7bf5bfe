/** Lists of runs. */
import { api, type Asked, type Given } from '../../lib/api';
import { onChange } from '../../lib/changes.svelte';
import { news } from '../../lib/news.svelte';
import { type Paged, paged } from '../../lib/paged.svelte';

type Query = NonNullable<Asked<'get', '/api/runs'>['query']>;

/** The runs that fit, looked up again when one begins or ends somewhere. To be called while a component is made. */
export function listedRuns(query: () => Query): Paged<Given<'get', '/api/runs'>> {
  const list = paged((page, signal) => api.get('/api/runs', { query: { ...query(), ...page }, signal }));
  onChange(
    () => news.overview,
    () => {
      // Who has leafed on is not disturbed.
      if (!list.isLong) list.first.reload();
    },
  );
  return list;
}
