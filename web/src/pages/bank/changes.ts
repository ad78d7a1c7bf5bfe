/** The differences between two versions of an item, by field and within a text by word. */
import { capitalise, humanise } from '../../lib/format';
import type { Item } from './draft';
import { percent } from './kinds';

export interface Change {
  field: string;
  before: string;
  after: string;
}

/** The fields of an item as texts, with readable names, in reading order. */
function fields(item: Item): Map<string, string> {
  const found = new Map<string, string>();
  const set = (name: string, text: string | null | undefined) => {
    if (text !== undefined && text !== null && text !== '') found.set(name, text);
  };
  const body = item.body;
  set(body.kind === 'flashcard' ? 'Front' : 'Question', item.stem);
  switch (body.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      for (const option of body.options) {
        set(`Option ${option.label}`, option.text);
        set(`Rationale for option ${option.label}`, option.rationale);
      }
      set('Key', body.kind === 'multiple_choice' ? body.key : body.keys.join(', '));
      break;
    case 'true_false':
      set('Answer', body.answer ? 'true' : 'false');
      break;
    case 'numeric': {
      set('Answer', body.value);
      const by = body.tolerance;
      if (typeof by === 'object')
        set('Tolerance', 'absolute' in by ? `± ${by.absolute}` : `± ${by.relative} (relative)`);
      set('Unit', body.unit);
      break;
    }
    case 'short_answer':
      set('Accepted answers', body.accepts.join('\n'));
      set('Case sensitive', body.case_sensitive ? 'yes' : '');
      break;
    case 'cloze':
      for (const gap of body.gaps) {
        set(`Gap ${gap.name}`, gap.accepts.join('\n'));
        set(`Hint for gap ${gap.name}`, gap.hint);
      }
      break;
    case 'flashcard':
      set('Back', body.back);
      break;
  }
  item.solution?.steps?.forEach((step, at) => set(`Step ${at + 1}`, step.text));
  set('Key insight', item.solution?.insight);
  set('Tags', item.tags?.join(', '));
  set('Cognitive level', item.bloom);
  set('Language', item.language);
  const hard = item.difficulty;
  if (hard) {
    const how = hard.source?.from === 'data' ? `measured on ${hard.source.answers} answers` : 'expected';
    set('Difficulty', `${percent(hard.mean)} (${percent(hard.low)} to ${percent(hard.high)}, ${how})`);
  }
  set('Sources', item.evidence?.map((source) => source.quote).join('\n'));
  set('Claim', item.claim === undefined || item.claim === null ? '' : stableJson(item.claim));
  return found;
}

/** JSON with sorted keys, because their order has no meaning. */
function stableJson(value: unknown): string {
  const order = (_: string, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner;
  return JSON.stringify(value, order, 1);
}

export function changes(before: Item, after: Item): Change[] {
  const left = fields(before);
  const right = fields(after);
  const kinds = before.body.kind === after.body.kind ? [] : [before.body.kind, after.body.kind];
  const found: Change[] =
    kinds.length === 2
      ? [{ field: 'Kind', before: capitalise(humanise(kinds[0]!)), after: capitalise(humanise(kinds[1]!)) }]
      : [];
  for (const field of new Set([...left.keys(), ...right.keys()])) {
    const change = { field, before: left.get(field) ?? '', after: right.get(field) ?? '' };
    if (change.before !== change.after) found.push(change);
  }
  return [...found, ...pictureChanges(before, after)];
}

/** Changed pictures. Their contents are not compared: it is only known that they differ. */
function pictureChanges(before: Item, after: Item): Change[] {
  const drawing = (item: Item) => (item.figure ? 'a figure' : '');
  const images = (item: Item) => Object.keys(item.images ?? {}).join(', ');
  const found: Change[] = [];
  const add = (field: string, is: boolean, was: string, now: string) => {
    if (is) found.push({ field, before: was, after: now !== '' && now === was ? `${now}, changed` : now });
  };
  add('Figure', (before.figure ?? '') !== (after.figure ?? ''), drawing(before), drawing(after));
  add('Images', stableJson(before.images ?? {}) !== stableJson(after.images ?? {}), images(before), images(after));
  return found;
}

export interface Part {
  text: string;
  is: 'same' | 'gone' | 'new';
}

/** Longer texts are shown whole, before and after: a comparison by word would be hard to read. */
const MOST = 600;

/** Compares two texts word by word. */
export function compareWords(before: string, after: string): Part[] {
  const left = pieces(before);
  const right = pieces(after);
  if (left.length > MOST || right.length > MOST) return joinParts([removedPart(before), addedPart(after)]);
  // The longest common subsequence of the rest of both texts, from each pair of positions.
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      common[i]![j] =
        left[i] === right[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  // Texts with little in common are easier to read one after the other.
  if (common[0]![0]! * 2 < Math.max(left.length, right.length))
    return joinParts([removedPart(before), addedPart(after)]);
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      parts.push({ text: left[i]!, is: 'same' });
      i += 1;
      j += 1;
    } else if (j === right.length || (i < left.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      parts.push(removedPart(left[i]!));
      i += 1;
    } else {
      parts.push(addedPart(right[j]!));
      j += 1;
    }
  }
  return joinParts(parts);
}

function removedPart(text: string): Part {
  return { text, is: 'gone' };
}

function addedPart(text: string): Part {
  return { text, is: 'new' };
}

/** Words, punctuation and the space between them. */
function pieces(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** Joins adjacent parts of the same kind. */
function joinParts(parts: Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.is === part.is) last.text += part.text;
    else if (part.text !== '') found.push({ ...part });
  }
  return found;
}
