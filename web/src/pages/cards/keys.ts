/** Keyboard control of a card review. */

export type Rating = 'again' | 'hard' | 'good' | 'easy';

export const RATINGS: readonly Rating[] = ['again', 'hard', 'good', 'easy'];

export type KeyAction = { act: 'reveal' } | { act: 'rate'; rating: Rating } | { act: 'nothing' };

/** Space or Enter shows the answer, then rates it "good"; `1` to `4` choose a rating. */
export function actionFor(key: string, isRevealed: boolean): KeyAction {
  const go = key === ' ' || key === 'Enter';
  if (!isRevealed) return go ? { act: 'reveal' } : { act: 'nothing' };
  if (go) return { act: 'rate', rating: 'good' };
  const rating = /^[1-4]$/.test(key) ? RATINGS[Number(key) - 1] : undefined;
  return rating ? { act: 'rate', rating } : { act: 'nothing' };
}
