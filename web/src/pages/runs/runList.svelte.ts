/** A list of runs that updates itself. */
import { activity } from '../../lib/activity.svelte';
import { api, type RequestOptions, type ResponseBody } from '../../lib/api';
import { onChange } from '../../lib/onChange.svelte';
import { type PagedList, loadPages } from '../../lib/pagedList.svelte';

type Query = NonNullable<RequestOptions<'get', '/api/runs'>['query']>;

/** The matching runs, reloaded when a run starts or ends. Call while a component initialises. */
export function listRuns(query: () => Query): PagedList<ResponseBody<'get', '/api/runs'>> {
  const list = loadPages((page, signal) => api.get('/api/runs', { query: { ...query(), ...page }, signal }));
  onChange(
    () => activity.overview,
    () => {
      // A reload would collapse a list that the user has extended.
      if (!list.isLong) list.first.reload();
    },
  );
  return list;
}
