/** Forks: runs that repeat another run from one of its steps. */
import type { StepView } from '../../lib/types';

/** Parses `01j… at read#1`: the original run, and the first step that was repeated. */
export function forkOf(text: string): { run: string; step: string } {
  const at = text.indexOf(' at ');
  return at < 0 ? { run: text, step: '' } : { run: text.slice(0, at), step: text.slice(at + 4) };
}

/** Only steps with a result can be repeated. */
export function canBeForked(step: StepView): boolean {
  return step.kind === 'step' || step.kind === 'wait' || step.kind === 'children';
}
