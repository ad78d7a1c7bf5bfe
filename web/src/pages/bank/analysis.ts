/** What a table of answers says: the shapes of the analysis, and their figures in words. */
import type { Schemas } from '../../lib/types';
import { plainly } from '../../lib/words';

export interface Finding {
  rule: string;
  severity: Schemas['Severity'];
  message: string;
}

export interface OptionFigures {
  option: string;
  is_key: boolean;
  chosen: number;
  share: number;
  point_biserial: number | null;
}

export interface ItemFigures {
  id: string;
  classical: {
    presented: number;
    answered: number;
    p: number | null;
    point_biserial: number | null;
    upper_lower: number | null;
    alpha_without: number | null;
    omitted_share: number | null;
    not_reached_share: number | null;
    options?: OptionFigures[];
  };
  irt?: { difficulty: number | null; se_difficulty: number | null; curve: { slope: number } };
  findings: Finding[];
}

export interface Refused {
  reason: { kind: string; model?: string; item?: string };
  needed: number;
  have: number;
}

export type Fitting =
  | { outcome: 'not_asked' }
  | ({ outcome: 'refused' } & Refused)
  | { outcome: 'fitted'; model: string; passed_over?: Refused };

export interface Analysis {
  items: ItemFigures[];
  test: {
    classical: {
      persons: number;
      items: number;
      complete_persons: number;
      mean: number | null;
      sd: number | null;
      reliability: { alpha: number; low: number; high: number } | null;
      sem: number | null;
    };
    irt: Fitting;
    findings: Finding[];
  };
}

/** A figure with two decimals and a true minus; a dash where there is none. */
export function figure(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toFixed(digits).replace('-', '−');
}

/** How far scores can be trusted, by the usual marks for tests of people. */
export function trust(alpha: number): string {
  if (alpha >= 0.9) return 'High: fit for decisions about one person.';
  if (alpha >= 0.8) return 'Good.';
  if (alpha >= 0.7) return 'Fair: fit for a quiz, not for an exam.';
  return 'Low: scores say little about one person. More or better items help.';
}

const MODELS: Record<string, string> = { '1pl': 'one-parameter', '2pl': 'two-parameter', '3pl': 'three-parameter' };

/** Why no model was fitted. */
export function refusal(refused: Refused): string {
  const { reason, needed, have } = refused;
  const model = MODELS[reason.model ?? ''] ?? '';
  switch (reason.kind) {
    case 'too_few_items':
      return `A ${model} model needs ${needed} items; there are ${have}.`;
    case 'too_few_answers':
      return `A ${model} model needs ${needed} answers to every item; ${reason.item} has ${have}.`;
    case 'constant_item':
      return `Everybody has ${reason.item} right, or everybody wrong: how hard it is cannot be told.`;
    case 'perfect_separation':
      return `${reason.item} parts people too sharply, or shares too little with the other items, for a model to hold.`;
    default:
      return `It needs ${needed}, there are ${have}.`;
  }
}

export function modelName(model: string): string {
  return MODELS[model] ?? model;
}

/** A specification of the server's, fit for the page: as wide as there is room, its title said by a heading. */
export function fitted(spec: object, isNarrow: boolean): object {
  const { title: _, width: __, config, data, ...rest } = spec as Record<string, unknown>;
  const looks = {
    legend: { orient: 'bottom', columns: isNarrow ? 1 : 3, labelLimit: 260 },
    axisX: { labelAngle: 0 },
    axisQuantitative: { tickCount: isNarrow ? 5 : 8 },
  };
  const worded = data === undefined ? {} : { data: { ...data, values: valuesOf(spec).map(inWords) } };
  return { ...rest, ...worded, width: 'container', config: { ...(config as object | undefined), ...looks } };
}

/** Rules have names for programs. */
function inWords(row: Row): Row {
  return typeof row['finding'] === 'string' ? { ...row, finding: plainly(row['finding']) } : row;
}

type Cell = string | number | null;
type Row = Record<string, Cell>;

function valuesOf(spec: object): Row[] {
  return (spec as { data?: { values?: Row[] } }).data?.values ?? [];
}

/** The rows behind a chart. */
export function rowsOf(spec: object): { columns: string[]; rows: Cell[][] } {
  const values = valuesOf(spec).map(inWords);
  const columns = Object.keys(values[0] ?? {});
  return { columns, rows: values.map((row) => columns.map((column) => row[column] ?? null)) };
}

export function described(spec: object): string {
  return (spec as { description?: string }).description ?? '';
}
