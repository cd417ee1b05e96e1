// Format values for people.

const language = navigator.languages;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

export const date = (at) => dates.format(new Date(at));
export const time = (at) => times.format(new Date(at));
export const moment = (at) => moments.format(new Date(at));
export const day = (at) => weekdays.format(new Date(at));
export const dayOfMonth = (seconds) => days.format(new Date(seconds * 1000));
export const exact = (at) => new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC');
export const number = (value) => (value === null || value === undefined ? '–' : numbers.format(value));
export const difference = (value) => signed.format(value);
export const percent = (share) => `${numbers.format(Math.round(share * 1000) / 10)} %`;
export const words = (name) => String(name ?? '').replaceAll('_', ' ');

const STEPS = [['year', 31536e6], ['month', 2628e6], ['day', 864e5], ['hour', 36e5], ['minute', 6e4]];

export function since(at, now = Date.now()) {
  const gone = new Date(at) - now;
  const [unit, size] = STEPS.find(([, long]) => Math.abs(gone) >= long) || ['minute', 6e4];
  return ago.format(Math.round(gone / size), unit);
}

export function lasting(milliseconds) {
  if (milliseconds === null || milliseconds === undefined) return '';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${numbers.format(milliseconds / 1000)} s`;
  return `${numbers.format(milliseconds / 60_000)} min`;
}

// A number with its noun: count(1, 'run') is "1 run".
export const count = (n, one, many = `${one}s`) => `${numbers.format(n)} ${n === 1 ? one : many}`;

// The instant at which a day of the date picker begins (or ends) in the viewer's time zone.
export function startOf(picked, daysLater = 0) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(picked || '')) return undefined;
  const [year, month, dayOfMonth] = picked.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString();
}
