/** Turns the steps of a journal into readable lines. */
import { capitalise, humanise } from './format';
import type { StepView } from './types';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'wait';

export interface StepLine {
  title: string;
  detail: string;
  tone: Tone;
  /** Work, a gate, a recovery, a review, child runs, or the start and end of the run. */
  kind: 'work' | 'gate' | 'recovery' | 'wait' | 'children' | 'frame';
}

/** What the step with a name does. */
const WORK: Record<string, string> = {
  read: 'Open the document',
  study_reader: 'Reader: summary and concepts',
  study_coach: 'Coach: cards and questions',
  forge_designer: 'Designer: idea',
  forge_implementer: 'Implementer: question, options and claim',
  forge_solver: 'Blind solver: answer without the key',
  forge_verifier: 'Verifier: proof and wrong options',
  forge_style: 'Style judge: six scores',
  bank: 'Search the bank for similar items',
  author_source_discovery: 'Source discovery: find a source',
  author_domain_expert: 'Domain expert: rate the source',
  author_sample_extractor: 'Sample extractor: existing questions',
  author_coverage_analysis: 'Coverage analysis: gaps',
  author_question_writer: 'Question writer: candidates',
  author_reviewer: 'Reviewer: scores',
  author_curriculum_designer: 'Curriculum designer: objectives and order',
  author_consistency: 'Consistency: whole file',
  author_blind_solver: 'Blind solver: answers without the text',
  search: 'Search the library',
  keep: 'Save the result',
  keep_pending: 'Set aside for review',
  keep_discarded: 'Record that it was discarded',
};

/** A gate is shown as a question; its verdict is the answer. */
const GATES: Record<string, string> = {
  readable: 'Is the text readable?',
  readable_corrected: 'Is the corrected text readable?',
  verifier: 'Is the key correct?',
  style: 'Does it match the exam style?',
  item: 'Is the item sound?',
  candidates: 'Are the candidates complete?',
  standards: 'Do they meet the standards?',
  counts: 'Are there enough at each level?',
  positions: 'Are the key positions balanced?',
  distinct: 'Are all questions different?',
  preferred: 'Are coverage gaps addressed first?',
  resolved: 'Is every flag resolved?',
  populated: 'Are all fields filled in?',
  objectives: 'Do the objectives match the questions?',
  familiarity: 'Are the familiarity questions suitable?',
  file: 'Is the file well formed?',
  frozen: 'Is the existing content unchanged?',
  extended: 'Are the instructions only extended?',
  grounded: 'Does everything quote its source?',
};

const RECOVERIES: Record<string, string> = {
  retry: 'Retried',
  fallback: 'Used the fallback',
  repair: 'Asked the model to correct its answer',
  regeneration: 'Regenerated',
  reroute: 'Handed to another agent',
};

/** The last part of a key: `part/0/study_reader#1` is `study_reader`. */
export function nameOf(key: string): string {
  const last = key.split('/').pop() ?? key;
  return last.replace(/[#~?*!].*$/, '');
}

/** The attempt in a key: `writer#2` is 2. */
export function attemptOf(key: string): number {
  return Number(/#(\d+)/.exec(key)?.[1] ?? 1);
}

/** The place of a key in the flow: `round/2/attempt/1/writer#1` is "round 2, attempt 1". */
export function placeOf(key: string): string {
  const words = key.split('/').slice(0, -1);
  const parts: string[] = [];
  for (const word of words) {
    if (/^\d+$/.test(word) && parts.length > 0) parts[parts.length - 1] += ` ${word}`;
    else parts.push(humanise(word.replace(/[#~?*!].*$/, '')));
  }
  return parts.join(', ');
}

/** The line that describes a step. */
export function describeStep(step: StepView): StepLine {
  const name = nameOf(step.key);
  switch (step.kind) {
    case 'start':
      return { title: 'Started', detail: step.title.includes(',') ? step.title : '', tone: 'plain', kind: 'frame' };
    case 'end':
      return endLine(step.title);
    case 'step':
      return workLine(step, name);
    case 'note':
      return noteLine(step, name);
    case 'wait':
      return waitLine(step);
    case 'park':
      return { title: capitalise(step.title || 'waiting'), detail: '', tone: 'wait', kind: 'wait' };
    case 'children':
      return { title: capitalise(humanise(name)), detail: step.title, tone: 'plain', kind: 'children' };
    case 'sleep':
      return { title: 'Waited', detail: humanise(name), tone: 'plain', kind: 'wait' };
  }
}

/** The first step of a flow. Before it ends, the journal only says that the run started. */
const FIRST: Record<string, string> = { study: 'read' };

/** The active step of a run, judging by its finished steps. */
export function nowTitle(run: { flow: string; steps: readonly StepView[] }): string {
  const first = FIRST[run.flow];
  return first && run.steps.every((step) => step.kind === 'start') ? workTitle(first) : 'Working';
}

export function workTitle(key: string): string {
  const name = nameOf(key);
  return WORK[name] ?? capitalise(humanise(name));
}

function workLine(step: StepView, name: string): StepLine {
  const failed = /(^|\s)failed: /.test(step.title);
  const attempt = attemptOf(step.key);
  const title = WORK[name] ?? capitalise(humanise(name));
  const way = step.title === 'native' ? 'built-in rules' : step.title;
  return {
    title: attempt > 1 ? `${title}, attempt ${attempt}` : title,
    detail: way,
    tone: failed ? 'bad' : 'plain',
    kind: 'work',
  };
}

function waitLine(step: StepView): StepLine {
  const asked = /^asks: (.*)$/s.exec(step.title)?.[1];
  if (asked !== undefined) {
    return { title: 'Asked for review', detail: asked.replaceAll('`', ''), tone: 'wait', kind: 'wait' };
  }
  const answer = /^answer: (.*)$/s.exec(step.title)?.[1];
  if (answer === undefined) return { title: capitalise(step.title), detail: '', tone: 'warn', kind: 'wait' };
  const short = answer.length > 160 ? `${answer.slice(0, 160)}…` : answer;
  return { title: 'Review answered', detail: short, tone: 'plain', kind: 'wait' };
}

/** The messages of findings, without the names of their rules. */
function messages(findings: string): string {
  return findings
    .split('; ')
    .map((finding) => finding.replace(/^[a-z_]+: /, ''))
    .join('; ');
}

function noteLine(step: StepView, name: string): StepLine {
  if (step.verdict) {
    const tone = step.verdict === 'pass' ? 'good' : step.verdict === 'flagged' ? 'warn' : 'bad';
    const detail = messages(step.title.replace(/^(pass|flagged|blocked)(: )?/, ''));
    return { title: GATES[name] ?? `Check: ${humanise(name)}`, detail, tone, kind: 'gate' };
  }
  if (step.recovery) {
    const words = step.title.replace(/^\w+: /, '');
    const why = /^[a-z_]+$/.test(words) ? humanise(words) : words;
    return {
      title: RECOVERIES[step.recovery] ?? capitalise(step.recovery),
      detail: why,
      tone: 'warn',
      kind: 'recovery',
    };
  }
  return reportLine(step) ?? { title: capitalise(humanise(name)), detail: step.title, tone: 'plain', kind: 'work' };
}

/** The status note of a task in a batch, reduced to its stage. */
function reportLine(step: StepView): StepLine | undefined {
  if (!/(^|\/)status\/\d+!/.test(step.key)) return undefined;
  let stages: string[] = [];
  try {
    const { status } = JSON.parse(step.title) as { status?: { current_stage?: string; next_agent?: string | null } };
    const names = [status?.current_stage, status?.next_agent];
    stages = names.flatMap((name) => (name ? [humanise(name.toLowerCase())] : []));
  } catch {
    // A note from an event has no text yet.
  }
  const [stage = 'status', next] = stages;
  return {
    title: `Report: ${stage}`,
    detail: next === undefined || next === stage ? '' : `next: ${next}`,
    tone: 'plain',
    kind: 'frame',
  };
}

function endLine(title: string): StepLine {
  const [status = '', ...why] = title.split(': ');
  const tone: Tone = status === 'done' ? 'good' : status === 'failed' ? 'bad' : 'warn';
  return { title: capitalise(status), detail: why.join(': '), tone, kind: 'frame' };
}

/** An event that a stream sends between snapshots. */
export interface RunEvent {
  run: string;
  at: string;
  event: 'started' | 'resumed' | 'step_started' | 'step_finished' | 'noted' | 'asked' | 'parked' | 'ended';
  flow?: string;
  key?: string;
  milliseconds?: number;
  name?: string;
  note?: unknown;
  status?: string;
}

/** The step that an event describes, until the next snapshot replaces it. */
export function stepOf(event: RunEvent, n: number): StepView | undefined {
  if (event.key === undefined) return undefined;
  const start = Date.parse(event.at) - (event.milliseconds ?? 0);
  const step: StepView = {
    n,
    key: event.key,
    kind: event.event === 'noted' ? 'note' : 'step',
    title: '',
    started_at: new Date(start).toISOString(),
    milliseconds: event.milliseconds ?? 0,
  };
  if (event.event === 'step_finished') return step;
  if (event.event !== 'noted') return undefined;
  const note = event.note as {
    gate?: { verdict?: string; findings?: { rule: string; message: string }[] };
    recovery?: string;
    why?: string;
  };
  if (note?.gate?.verdict) {
    const found = note.gate.findings?.map((finding) => `${finding.rule}: ${finding.message}`).join('; ');
    return { ...step, verdict: note.gate.verdict, title: found ? `${note.gate.verdict}: ${found}` : note.gate.verdict };
  }
  if (note?.recovery) return { ...step, recovery: note.recovery, title: `${note.recovery}: ${note.why ?? ''}` };
  return step;
}
