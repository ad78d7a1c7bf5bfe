/** What a key does while a quiz is taken. */

export interface Standing {
  /** How many options the question has. */
  options: number;
  chosen: number | undefined;
  /** The answer was given: what comes next is the next question. */
  isAnswered: boolean;
}

export type Act = { act: 'choose'; option: number } | { act: 'answer' } | { act: 'next' } | { act: 'nothing' };

const NOTHING: Act = { act: 'nothing' };

/** `1` to `9` and `A` to `I` choose, arrows go through the options, Enter answers and goes on. */
export function keyed(key: string, standing: Standing): Act {
  if (standing.isAnswered) {
    return key === 'Enter' || key === ' ' || key === 'ArrowRight' ? { act: 'next' } : NOTHING;
  }
  const named = optionOf(key);
  if (named !== undefined) return named < standing.options ? { act: 'choose', option: named } : NOTHING;
  if (key === 'Enter') return standing.chosen === undefined ? NOTHING : { act: 'answer' };
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || standing.options === 0) return NOTHING;
  const from = standing.chosen ?? (step === 1 ? -1 : standing.options);
  return { act: 'choose', option: (from + step + standing.options) % standing.options };
}

function optionOf(key: string): number | undefined {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  if (/^[a-i]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 97;
  return undefined;
}

export function letter(option: number): string {
  return String.fromCharCode(65 + option);
}
