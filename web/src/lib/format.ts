/** Formats numbers, times and names for reading. */

/** "1 card", "3 cards", "no cards". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n === 0 ? 'no' : n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `multiple_choice` is "multiple choice". */
export function humanise(name: string): string {
  return name.replaceAll(/[_-]+/g, ' ').trim();
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration: "340 ms", "2.4 s", "3 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / SECOND).toFixed(1)} s`;
  if (milliseconds < HOUR) {
    const minutes = Math.floor(milliseconds / MINUTE);
    const seconds = Math.round((milliseconds % MINUTE) / SECOND);
    return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
  }
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.round((milliseconds % HOUR) / MINUTE);
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

function span(milliseconds: number): string {
  if (milliseconds < 59.5 * MINUTE) return count(Math.max(1, Math.round(milliseconds / MINUTE)), 'minute');
  if (milliseconds < 23.5 * HOUR) return count(Math.round(milliseconds / HOUR), 'hour');
  if (milliseconds < 45 * DAY) return count(Math.round(milliseconds / DAY), 'day');
  if (milliseconds < 330 * DAY) return count(Math.round(milliseconds / (30.4 * DAY)), 'month');
  const years = Math.round((milliseconds / (365.25 * DAY)) * 10) / 10;
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}

/** "just now", "5 minutes ago", "yesterday", "14 May". */
export function ago(time: string | number, now = Date.now()): string {
  const then = typeof time === 'number' ? time : Date.parse(time);
  const passed = now - then;
  if (passed < MINUTE) return 'just now';
  if (passed < DAY) return `${span(passed)} ago`;
  if (passed < 2 * DAY) return 'yesterday';
  if (passed < 14 * DAY) return `${span(passed)} ago`;
  return day(then, now);
}

/** The time until then: "10 minutes", "4 days"; "now" if it has passed. */
export function timeUntil(time: string | number, now = Date.now()): string {
  const left = (typeof time === 'number' ? time : Date.parse(time)) - now;
  if (left <= 0) return 'now';
  return span(left);
}

/** The same in short form, for buttons: "10 min", "4 d", "3 mo". */
export function shortTimeUntil(time: string | number, now = Date.now()): string {
  const left = (typeof time === 'number' ? time : Date.parse(time)) - now;
  if (left < MINUTE) return '1 min';
  if (left < HOUR) return `${Math.round(left / MINUTE)} min`;
  if (left < 23.5 * HOUR) return `${Math.round(left / HOUR)} h`;
  if (left < 45 * DAY) return `${Math.round(left / DAY)} d`;
  if (left < 330 * DAY) return `${Math.round(left / (30.4 * DAY))} mo`;
  return `${Math.round((left / (365.25 * DAY)) * 10) / 10} y`;
}

/** "14 May", with the year if it is not the current one. */
export function day(time: string | number, now = Date.now()): string {
  const then = new Date(time);
  const isThisYear = then.getFullYear() === new Date(now).getFullYear();
  return then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** A full date and time. */
export function dateTime(time: string | number): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' });
}

/** Millionths of a dollar: "$0.0042", "$1.20", "free". */
export function money(microUsd: number): string {
  if (microUsd === 0) return 'free';
  const dollars = microUsd / 1e6;
  if (dollars < 0.01) return `$${dollars.toFixed(4)}`;
  return `$${dollars.toFixed(2)}`;
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1e6) return `${Math.round(size / 1000)} kB`;
  return `${(size / 1e6).toFixed(1)} MB`;
}

const LANGUAGES: Record<string, string> = {
  en: 'English',
  nb: 'Norwegian',
  no: 'Norwegian',
  nn: 'Norwegian (Nynorsk)',
};

export function language(code: string): string {
  return LANGUAGES[code] ?? code;
}

const FLOWS: Record<string, string> = {
  study: 'Study',
  study_quiz: 'Quiz',
  study_results: 'Results',
  forge: 'Forge',
  forge_batch: 'Forge batch',
  author: 'Author',
  author_batch: 'Author batch',
  tour: 'Tour',
  tour_text: 'Tour text',
};

/** The title of a run, or the name of its flow if the run has no title of its own. */
export function runTitle(run: { title: string; flow: string }): string {
  return run.title === humanise(run.flow) ? flowName(run.flow) : run.title;
}

export function flowName(flow: string): string {
  return FLOWS[flow] ?? capitalise(humanise(flow));
}
