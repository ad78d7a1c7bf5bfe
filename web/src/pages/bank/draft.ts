/**
 * An item while it is edited. Forms hold texts, but an item has no empty fields: empty texts are left out, and what the
 * form does not show (claim, images, figure, evidence) is kept unchanged.
 */
import type { Schemas } from '../../lib/types';

export type Item = Schemas['Item'];
export type Body = Schemas['Body'];

export interface DraftOption {
  /** Stays with the option when it moves; its letter follows its position. */
  id: number;
  text: string;
  rationale: string;
  isKey: boolean;
}

export interface DraftGap {
  id: number;
  name: string;
  accepts: string;
  hint: string;
}

export interface DraftStep {
  id: number;
  text: string;
  methods: string[];
}

export interface Draft {
  kind: Body['kind'];
  stem: string;
  /** The labels of the options: letters or numbers. */
  labels: string[];
  options: DraftOption[];
  isTrue: boolean;
  value: string;
  tolerance: 'exact' | 'absolute' | 'relative';
  by: string;
  unit: string;
  accepts: string;
  isCaseSensitive: boolean;
  gaps: DraftGap[];
  back: string;
  steps: DraftStep[];
  insight: string;
  tags: string;
  bloom: string;
  language: string;
}

let next = 1;

export function freshOption(): DraftOption {
  return { id: next++, text: '', rationale: '', isKey: false };
}

export function freshGap(name = ''): DraftGap {
  return { id: next++, name, accepts: '', hint: '' };
}

export function freshStep(): DraftStep {
  return { id: next++, text: '', methods: [] };
}

/** The label of the option at a position: the existing one, or the next in the same style. */
export function labelAt(labels: readonly string[], at: number): string {
  const known = labels[at];
  if (known !== undefined) return known;
  const isNumbered = labels.length > 0 && labels.every((label, at) => label === String(at + 1));
  return isNumbered ? String(at + 1) : String.fromCharCode(65 + at);
}

export function draftOf(item: Item): Draft {
  const body = item.body;
  const draft: Draft = {
    kind: body.kind,
    stem: item.stem,
    labels: [],
    options: [],
    isTrue: true,
    value: '',
    tolerance: 'exact',
    by: '',
    unit: '',
    accepts: '',
    isCaseSensitive: false,
    gaps: [],
    back: '',
    steps: (item.solution?.steps ?? []).map((step) => ({ id: next++, text: step.text, methods: step.methods ?? [] })),
    insight: item.solution?.insight ?? '',
    tags: (item.tags ?? []).join(', '),
    bloom: item.bloom ?? '',
    language: item.language ?? '',
  };
  switch (body.kind) {
    case 'multiple_choice':
    case 'multiple_response': {
      const keys = body.kind === 'multiple_choice' ? [body.key] : body.keys;
      draft.labels = body.options.map((option) => option.label);
      draft.options = body.options.map((option) => ({
        id: next++,
        text: option.text,
        rationale: option.rationale ?? '',
        isKey: keys.includes(option.label),
      }));
      break;
    }
    case 'true_false':
      draft.isTrue = body.answer;
      break;
    case 'numeric':
      draft.value = body.value;
      draft.unit = body.unit ?? '';
      if (typeof body.tolerance === 'object') {
        draft.tolerance = 'absolute' in body.tolerance ? 'absolute' : 'relative';
        draft.by = 'absolute' in body.tolerance ? body.tolerance.absolute : body.tolerance.relative;
      }
      break;
    case 'short_answer':
      draft.accepts = body.accepts.join('\n');
      draft.isCaseSensitive = body.case_sensitive ?? false;
      break;
    case 'cloze':
      draft.gaps = body.gaps.map((gap) => ({
        id: next++,
        name: gap.name,
        accepts: gap.accepts.join('\n'),
        hint: gap.hint ?? '',
      }));
      break;
    case 'flashcard':
      draft.back = body.back;
      break;
  }
  return draft;
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function bodyOf(draft: Draft): Body {
  const options = draft.options.map((option, at) => ({
    label: labelAt(draft.labels, at),
    text: option.text,
    ...(option.rationale.trim() === '' ? {} : { rationale: option.rationale }),
  }));
  const keys = draft.options.flatMap((option, at) => (option.isKey ? [labelAt(draft.labels, at)] : []));
  switch (draft.kind) {
    case 'multiple_choice':
      return { kind: 'multiple_choice', options, key: keys[0] ?? '' };
    case 'multiple_response':
      return { kind: 'multiple_response', options, keys };
    case 'true_false':
      return { kind: 'true_false', answer: draft.isTrue };
    case 'numeric':
      return {
        kind: 'numeric',
        value: draft.value.trim(),
        tolerance:
          draft.tolerance === 'exact'
            ? 'exact'
            : draft.tolerance === 'absolute'
              ? { absolute: draft.by.trim() }
              : { relative: draft.by.trim() },
        ...(draft.unit.trim() === '' ? {} : { unit: draft.unit.trim() }),
      };
    case 'short_answer':
      return { kind: 'short_answer', accepts: lines(draft.accepts), case_sensitive: draft.isCaseSensitive };
    case 'cloze':
      return {
        kind: 'cloze',
        gaps: draft.gaps.map((gap) => ({
          name: gap.name.trim(),
          accepts: lines(gap.accepts),
          ...(gap.hint.trim() === '' ? {} : { hint: gap.hint.trim() }),
        })),
      };
    case 'flashcard':
      return { kind: 'flashcard', back: draft.back };
  }
}

/** The item with the changes of a draft. */
export function itemOf(draft: Draft, before: Item): Item {
  const { solution: _, tags: __, bloom: ___, language: ____, ...kept } = before;
  const steps = draft.steps
    .filter((step) => step.text.trim() !== '')
    .map((step) => ({ text: step.text, ...(step.methods.length === 0 ? {} : { methods: step.methods }) }));
  const tags = [...new Set(draft.tags.split(/[,\n]/).map((tag) => tag.trim()))].filter((tag) => tag !== '').sort();
  const insight = draft.insight.trim() === '' ? {} : { insight: draft.insight };
  const hasSolution = steps.length > 0 || draft.insight.trim() !== '';
  return {
    ...kept,
    stem: draft.stem,
    body: bodyOf(draft),
    ...(hasSolution ? { solution: { steps, ...insight } } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(draft.bloom === '' ? {} : { bloom: draft.bloom as NonNullable<Item['bloom']> }),
    ...(draft.language.trim() === '' ? {} : { language: draft.language.trim() }),
  };
}

/** The names of the gaps in a cloze text, written as `{{name}}`, each once. */
export function gapNames(stem: string): string[] {
  return [...new Set([...stem.matchAll(/\{\{([^{}]+)\}\}/g)].map((found) => found[1]?.trim() ?? ''))];
}
