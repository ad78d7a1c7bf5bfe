/** The types of an analysis of answers, and texts and charts for its figures. */
import { humanise } from '../../lib/format';
import type { Schemas } from '../../lib/types';

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

/** A number with two decimals and a true minus sign; a dash if there is none. */
export function figure(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toFixed(digits).replace('-', '−');
}

/** What a reliability coefficient means, by the usual thresholds. */
export function reliabilityText(alpha: number): string {
  if (alpha >= 0.9) return 'High: suitable for decisions about individuals.';
  if (alpha >= 0.8) return 'Good.';
  if (alpha >= 0.7) return 'Fair: suitable for a quiz, not for an exam.';
  return 'Low: scores say little about individuals. Add more or better items.';
}

const MODELS: Record<string, string> = { '1pl': 'one-parameter', '2pl': 'two-parameter', '3pl': 'three-parameter' };

/** Why no model was fitted. */
export function refusalText(refused: Refused): string {
  const { reason, needed, have } = refused;
  const model = MODELS[reason.model ?? ''] ?? '';
  switch (reason.kind) {
    case 'too_few_items':
      return `A ${model} model needs ${needed} items; there are ${have}.`;
    case 'too_many_items':
      return `A ${model} model takes at most ${needed} items; there are ${have}. Analyze fewer items at a time.`;
    case 'too_few_answers':
      return `A ${model} model needs ${needed} answers to every item; ${reason.item} has ${have}.`;
    case 'constant_item':
      return `Everyone answered ${reason.item} correctly, or nobody did, so its difficulty cannot be estimated.`;
    case 'perfect_separation':
      return `${reason.item} separates people too sharply, or is too weakly related to the other items, to fit a model.`;
    default:
      return `The model needs ${needed}; there are ${have}.`;
  }
}

export function modelName(model: string): string {
  return MODELS[model] ?? model;
}

/** Adapts a chart specification to the page: full width, and without its title, which is a heading. */
export function adaptChart(spec: object, isNarrow: boolean): object {
  const { title: _, width: __, config, data, ...rest } = spec as Record<string, unknown>;
  const style = {
    legend: { orient: 'bottom', columns: isNarrow ? 1 : 3, labelLimit: 260 },
    axisX: { labelAngle: 0 },
    axisQuantitative: { tickCount: isNarrow ? 5 : 8 },
  };
  const readable = data === undefined ? {} : { data: { ...data, values: valuesOf(spec).map(withReadableFinding) } };
  return { ...rest, ...readable, width: 'container', config: { ...(config as object | undefined), ...style } };
}

/** Makes the names of rules readable. */
function withReadableFinding(row: Row): Row {
  return typeof row['finding'] === 'string' ? { ...row, finding: humanise(row['finding']) } : row;
}

type Cell = string | number | null;
type Row = Record<string, Cell>;

function valuesOf(spec: object): Row[] {
  return (spec as { data?: { values?: Row[] } }).data?.values ?? [];
}

/** The data of a chart as table rows. */
export function rowsOf(spec: object): { columns: string[]; rows: Cell[][] } {
  const values = valuesOf(spec).map(withReadableFinding);
  const columns = Object.keys(values[0] ?? {});
  return { columns, rows: values.map((row) => columns.map((column) => row[column] ?? null)) };
}

export function descriptionOf(spec: object): string {
  return (spec as { description?: string }).description ?? '';
}
