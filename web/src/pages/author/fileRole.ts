/** Detects which files of a batch are requests and which are attachments that a request refers to. */

export type FileRole = 'request' | 'attachment';

/** Fields that only a request has, in bullets, as keys, or in the header of a table. */
const FIELDS = /\b(use[ _]case|task[ _]id|task[ _]title|knowledge[ _]dimensions|task[ _]type|topic[ _]title)\b/i;

export function roleOf(name: string, text: string): FileRole {
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

/** How many bytes of a file to inspect; a book need not be read whole. */
const MOST = 200_000;

export async function detectRole(file: File): Promise<FileRole> {
  if (/\.(pdf|docx|pptx|epub|png|jpe?g|xlsx|zip)$/i.test(file.name)) return 'attachment';
  return roleOf(file.name, await file.slice(0, MOST).text());
}
