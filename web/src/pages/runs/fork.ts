/** A run that goes on from a step of another one. */
import type { StepView } from '../../lib/types';

/** `01j… at read#1`: the run it came from, and the first step that it did anew. */
export function forkOf(text: string): { run: string; step: string } {
  const at = text.indexOf(' at ');
  return at < 0 ? { run: text, step: '' } : { run: text.slice(0, at), step: text.slice(at + 4) };
}

/** Only what has a result can be done anew. */
export function canBeForked(step: StepView): boolean {
  return step.kind === 'step' || step.kind === 'wait' || step.kind === 'children';
}
