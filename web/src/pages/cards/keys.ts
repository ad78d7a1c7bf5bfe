/** What a key does while cards are reviewed. */

export type Rating = 'again' | 'hard' | 'good' | 'easy';

export const RATINGS: readonly Rating[] = ['again', 'hard', 'good', 'easy'];

export type Act = { act: 'reveal' } | { act: 'rate'; rating: Rating } | { act: 'nothing' };

/** Space or Enter shows the answer, then says "good"; `1` to `4` say how well it was known. */
export function keyed(key: string, isRevealed: boolean): Act {
  const go = key === ' ' || key === 'Enter';
  if (!isRevealed) return go ? { act: 'reveal' } : { act: 'nothing' };
  if (go) return { act: 'rate', rating: 'good' };
  const rating = /^[1-4]$/.test(key) ? RATINGS[Number(key) - 1] : undefined;
  return rating ? { act: 'rate', rating } : { act: 'nothing' };
}
