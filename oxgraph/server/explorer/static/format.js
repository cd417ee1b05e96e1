// Format values for people.

const language = navigator.languages;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const instants = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hours = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const dayNames = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const weekdayNames = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric' });
const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const hundredths = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signedTenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

export const date = (at) => dates.format(new Date(at));
export const time = (at) => times.format(new Date(at));
// What an address has for a time may be none: it is shown as it is.
export const moment = (at) => (Number.isNaN(Date.parse(at)) ? String(at) : moments.format(new Date(at)));
export const instant = (at) => instants.format(new Date(at));
export const day = (at) => weekdays.format(new Date(at));
export const dayOfMonth = (seconds) => days.format(new Date(seconds * 1000));
export const hour = (at) => hours.format(new Date(at));
// A tick of an axis of time, whose slices last so many seconds.
export const axis = (at, seconds) => (seconds <= 1800 ? hours : seconds <= 10800 ? weekdayNames : dayNames).format(new Date(at));
export const exact = (at) => new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC');
export const number = (value) => (value === null || value === undefined ? '–' : numbers.format(value));
export const difference = (value) => signed.format(value);
// A number is not parted from its sign: a no-break space is between them.
export const percent = (share) => `${numbers.format(Math.round(share * 1000) / 10)}\u00a0%`;
// Shares that stand below one another have one decimal each.
export const rate = (share) => `${tenths.format(share * 100)}\u00a0%`;
export const interval = ([low, high]) => `${tenths.format(low * 100)} – ${rate(high)}`;
export const points = (share) => `${signedTenths.format(share * 100)} points`;
export const pointsInterval = ([low, high]) => `${signedTenths.format(low * 100)} to ${points(high)}`;
// Whose a row is; '' where it is shared.
export const ofUser = (row) => (row.user_id ? `of ${row.user_id}` : '');
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
  if (milliseconds < 60_000) return `${hundredths.format(milliseconds / 1000)} s`;
  if (milliseconds < 36e5) return `${numbers.format(milliseconds / 60_000)} min`;
  if (milliseconds < 864e5) return `${numbers.format(milliseconds / 36e5)} h`;
  return count(milliseconds / 864e5, 'day');
}

// A number with its noun: count(1, 'run') is "1 run".
export const count = (n, one, many = `${one}s`) => `${numbers.format(n)} ${n === 1 ? one : many}`;

// The instant at which a day of the date picker begins (or ends) in the viewer's time zone.
export function startOf(picked, daysLater = 0) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(picked || '')) return undefined;
  const [year, month, dayOfMonth] = picked.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString();
}
