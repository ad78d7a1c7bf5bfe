/** Lines of a journal in the words of somebody who watches. */
import type { StepView } from './types';
import { capital, plainly } from './words';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'wait';

export interface Said {
  title: string;
  detail: string;
  tone: Tone;
  /** A step of work, a check of it, a second try, a question, other runs, or how it began and ended. */
  sort: 'work' | 'gate' | 'recovery' | 'wait' | 'children' | 'frame';
}

/** What is done under a name, while and after it is done. */
const WORK: Record<string, string> = {
  read: 'Open the document',
  study_reader: 'Reader: summary and concepts',
  study_coach: 'Coach: cards and questions',
  forge_designer: 'Designer: the idea',
  forge_implementer: 'Implementer: question, options and claim',
  forge_solver: 'Blind solver: finds the key',
  forge_verifier: 'Verifier: proof and wrong paths',
  forge_style: 'Style judge: six scores',
  bank: 'Look for items like these in the bank',
  author_source_discovery: 'Source discovery: what to read',
  author_domain_expert: 'Domain expert: is it sound?',
  author_sample_extractor: 'Sample extractor: questions there are',
  author_coverage_analysis: 'Coverage analysis: what is not asked yet',
  author_question_writer: 'Question writer: candidates',
  author_reviewer: 'Reviewer: a score for each candidate',
  author_curriculum_designer: 'Curriculum designer: objectives and order',
  author_consistency: 'Consistency: the whole file',
  author_blind_solver: 'Blind solver: answers without the text',
  search: 'Search the library',
  keep: 'Keep what was made',
  keep_pending: 'Put it aside for a person',
  keep_discarded: 'Note that it was discarded',
};

/** A check is asked as a question: its verdict is the answer. */
const GATES: Record<string, string> = {
  readable: 'Is the text readable?',
  readable_corrected: 'Is the corrected text readable?',
  verifier: 'Does the key hold?',
  style: 'Is it in the style of the exam?',
  item: 'Is the item sound?',
  candidates: 'Are the candidates whole?',
  standards: 'Do they meet the standards?',
  counts: 'Are there enough at each level?',
  positions: 'Are the keys spread?',
  distinct: 'Does none repeat another?',
  preferred: 'Do gaps in the coverage come first?',
  resolved: 'Is every flag resolved?',
  populated: 'Is everything filled in?',
  objectives: 'Do objectives and questions fit?',
  familiarity: 'Are the familiarity questions fit?',
  file: 'Is the file in its form?',
  frozen: 'Is what was there unchanged?',
  extended: 'Are the instructions only extended?',
  grounded: 'Does everything quote its source?',
};

const RECOVERIES: Record<string, string> = {
  retry: 'Tried again',
  fallback: 'Another model was asked',
  repair: 'The model was shown its mistake',
  regeneration: 'Made anew',
  reroute: 'Handed to somebody else',
};

/** The last word of a key: `part/0/study_reader#1` is `study_reader`. */
export function nameOf(key: string): string {
  const last = key.split('/').pop() ?? key;
  return last.replace(/[#~?*!].*$/, '');
}

/** Which attempt a key is: `writer#2` is 2. */
export function attemptOf(key: string): number {
  return Number(/#(\d+)/.exec(key)?.[1] ?? 1);
}

/** Where in the plan it stands: `round/2/attempt/1/writer#1` is "round 2, attempt 1". */
export function placeOf(key: string): string {
  const words = key.split('/').slice(0, -1);
  const said: string[] = [];
  for (const word of words) {
    if (/^\d+$/.test(word) && said.length > 0) said[said.length - 1] += ` ${word}`;
    else said.push(plainly(word.replace(/[#~?*!].*$/, '')));
  }
  return said.join(', ');
}

/** A step in words. */
export function said(step: StepView): Said {
  const name = nameOf(step.key);
  switch (step.kind) {
    case 'start':
      return { title: 'Begun', detail: step.title.includes(',') ? step.title : '', tone: 'plain', sort: 'frame' };
    case 'end':
      return ended(step.title);
    case 'step':
      return work(step, name);
    case 'note':
      return noted(step, name);
    case 'wait':
      return waited(step);
    case 'park':
      return { title: capital(step.title || 'waits'), detail: '', tone: 'wait', sort: 'wait' };
    case 'children':
      return { title: capital(plainly(name)), detail: step.title, tone: 'plain', sort: 'children' };
    case 'sleep':
      return { title: 'Waited', detail: plainly(name), tone: 'plain', sort: 'wait' };
  }
}

/** What a flow does first: a watcher who comes before its end is told no more than that it goes on. */
const FIRST: Record<string, string> = { study: 'read' };

/** What is at work in a run of which only the finished steps are known. */
export function nowTitle(run: { flow: string; steps: readonly StepView[] }): string {
  const first = FIRST[run.flow];
  return first && run.steps.every((step) => step.kind === 'start') ? workTitle(first) : 'At work';
}

export function workTitle(key: string): string {
  const name = nameOf(key);
  return WORK[name] ?? capital(plainly(name));
}

function work(step: StepView, name: string): Said {
  const failed = /(^|\s)failed: /.test(step.title);
  const attempt = attemptOf(step.key);
  const title = WORK[name] ?? capital(plainly(name));
  const way = step.title === 'native' ? 'by rules' : step.title;
  return {
    title: attempt > 1 ? `${title}, attempt ${attempt}` : title,
    detail: way,
    tone: failed ? 'bad' : 'plain',
    sort: 'work',
  };
}

function waited(step: StepView): Said {
  const asked = /^asks: (.*)$/s.exec(step.title)?.[1];
  if (asked !== undefined) {
    return { title: 'Asked a person', detail: asked.replaceAll('`', ''), tone: 'wait', sort: 'wait' };
  }
  const answer = /^answer: (.*)$/s.exec(step.title)?.[1];
  if (answer === undefined) return { title: capital(step.title), detail: '', tone: 'warn', sort: 'wait' };
  const short = answer.length > 160 ? `${answer.slice(0, 160)}…` : answer;
  return { title: 'A person answered', detail: short, tone: 'plain', sort: 'wait' };
}

/** Findings are said by their message; a rule's name is for those who look closer. */
function messages(findings: string): string {
  return findings
    .split('; ')
    .map((finding) => finding.replace(/^[a-z_]+: /, ''))
    .join('; ');
}

function noted(step: StepView, name: string): Said {
  if (step.verdict) {
    const tone = step.verdict === 'pass' ? 'good' : step.verdict === 'flagged' ? 'warn' : 'bad';
    const detail = messages(step.title.replace(/^(pass|flagged|blocked)(: )?/, ''));
    return { title: GATES[name] ?? `Check: ${plainly(name)}`, detail, tone, sort: 'gate' };
  }
  if (step.recovery) {
    const words = step.title.replace(/^\w+: /, '');
    const why = /^[a-z_]+$/.test(words) ? plainly(words) : words;
    return { title: RECOVERIES[step.recovery] ?? capital(step.recovery), detail: why, tone: 'warn', sort: 'recovery' };
  }
  return reported(step) ?? { title: capital(plainly(name)), detail: step.title, tone: 'plain', sort: 'work' };
}

/** A task of a batch notes how it stands as an object; who watches wants to know the stage. */
function reported(step: StepView): Said | undefined {
  if (!/(^|\/)status\/\d+!/.test(step.key)) return undefined;
  let stages: string[] = [];
  try {
    const { status } = JSON.parse(step.title) as { status?: { current_stage?: string; next_agent?: string | null } };
    const names = [status?.current_stage, status?.next_agent];
    stages = names.flatMap((name) => (name ? [plainly(name.toLowerCase())] : []));
  } catch {
    // As an event tells of it, it has no words yet.
  }
  const [stage = 'status', next] = stages;
  return {
    title: `Report: ${stage}`,
    detail: next === undefined || next === stage ? '' : `next is the ${next}`,
    tone: 'plain',
    sort: 'frame',
  };
}

function ended(title: string): Said {
  const [status = '', ...why] = title.split(': ');
  const tone: Tone = status === 'done' ? 'good' : status === 'failed' ? 'bad' : 'warn';
  return { title: capital(status), detail: why.join(': '), tone, sort: 'frame' };
}

/** What streams send besides snapshots. */
export interface Happened {
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

/** A step as an event tells of it, until the next snapshot knows more. */
export function stepOf(event: Happened, n: number): StepView | undefined {
  if (event.key === undefined) return undefined;
  const begun = Date.parse(event.at) - (event.milliseconds ?? 0);
  const step: StepView = {
    n,
    key: event.key,
    kind: event.event === 'noted' ? 'note' : 'step',
    title: '',
    started_at: new Date(begun).toISOString(),
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
