/** Keyboard control of a quiz. */

export interface QuizState {
  /** The number of options. */
  options: number;
  chosen: number | undefined;
  /** The question is answered, so the next action is the next question. */
  isAnswered: boolean;
}

export type KeyAction = { act: 'choose'; option: number } | { act: 'answer' } | { act: 'next' } | { act: 'nothing' };

const NOTHING: KeyAction = { act: 'nothing' };

/** `1` to `9` and `A` to `I` choose an option, arrows move between options, Enter submits and continues. */
export function actionFor(key: string, state: QuizState): KeyAction {
  if (state.isAnswered) {
    return key === 'Enter' || key === ' ' || key === 'ArrowRight' ? { act: 'next' } : NOTHING;
  }
  const named = optionOf(key);
  if (named !== undefined) return named < state.options ? { act: 'choose', option: named } : NOTHING;
  if (key === 'Enter') return state.chosen === undefined ? NOTHING : { act: 'answer' };
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || state.options === 0) return NOTHING;
  const from = state.chosen ?? (step === 1 ? -1 : state.options);
  return { act: 'choose', option: (from + step + state.options) % state.options };
}

function optionOf(key: string): number | undefined {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  if (/^[a-i]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 97;
  return undefined;
}

export function letter(option: number): string {
  return String.fromCharCode(65 + option);
}
