/** Files of a batch: which of them ask for a task, and which are only named by one that does. */

export type Sort = 'request' | 'attachment';

/** The fields that only a request has, as they stand in bullets, as keys and in the head of a table. */
const FIELDS = /\b(use[ _]case|task[ _]id|task[ _]title|knowledge[ _]dimensions|task[ _]type|topic[ _]title)\b/i;

export function sortOf(name: string, text: string): Sort {
  const ending = name.split('.').pop()?.toLowerCase() ?? '';
  const start = text.trimStart();
  if (ending === 'csv' || ending === 'tsv')
    return FIELDS.test(start.split('\n', 1)[0] ?? '') ? 'request' : 'attachment';
  if (ending === 'json' || start.startsWith('{') || start.startsWith('[{')) {
    return FIELDS.test(start) ? 'request' : 'attachment';
  }
  const bullets = start.split('\n').filter((line) => /^\s*[-*•]\s*\**[A-Z][^:]{2,60}:/.test(line) && FIELDS.test(line));
  return bullets.length > 0 ? 'request' : 'attachment';
}

/** What a file that is sent is read for; a book need not be read whole. */
const MOST = 200_000;

export async function sorted(file: File): Promise<Sort> {
  if (/\.(pdf|docx|pptx|epub|png|jpe?g|xlsx|zip)$/i.test(file.name)) return 'attachment';
  return sortOf(file.name, await file.slice(0, MOST).text());
}
