// A metric's daily values as a line, with their interval as a band, or as a line an agent; its baseline is a dashed line.
import { html, useEffect, useRef } from '../preact.js';
import uPlot from '../vendor/uplot-1.6.32.js';
import * as format from '../format.js';

const SERIES = 6;

export function Trend({ row, days, small = false }) {
  const known = days.filter((day) => day.value !== null);
  const label = known.length ? `${row.name}: ${format.count(known.length, 'day')}, from ${format.number(known[0].value)} to ${format.number(known.at(-1).value)}` : `${row.name}: no values yet`;
  return html`<${Chart} label=${label} small=${small} given=${[row, days]} options=${days.length ? (colour) => whole(row, days, small, colour) : null} />`;
}

// Rows of several agents; each has the same days.
export function AgentTrend({ row, rows }) {
  const agents = [...new Set(rows.map((one) => one.agent_id))].slice(0, SERIES);
  const label = `${row.name} of ${agents.map((agent) => agent || 'no agent').join(', ')}; the table below has the numbers.`;
  return html`<${Chart} label=${label} given=${[row, rows]} options=${(colour) => split(row, rows, agents, colour)} />`;
}

// A chart of uPlot, drawn anew when what is given changes, and in the colours of the mode.
function Chart({ label, small = false, given, options }) {
  const place = useRef();
  useEffect(() => {
    if (!options) return undefined;
    const make = () => {
      const { data, ...chosen } = options((name) => getComputedStyle(place.current).getPropertyValue(name).trim());
      return new uPlot({ ...size(place.current, small), ...chosen }, data, place.current);
    };
    let chart = make();
    const again = () => {
      chart.destroy();
      chart = make();
    };
    const fit = new ResizeObserver(() => chart.setSize(size(place.current, small)));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    fit.observe(place.current);
    dark.addEventListener('change', again);
    return () => {
      fit.disconnect();
      dark.removeEventListener('change', again);
      chart.destroy();
    };
  }, [...given, small]);
  return html`<div class="trend ${small ? 'small' : ''}" role="img" aria-label=${label} ref=${place}></div>`;
}

const size = (place, small) => ({ width: Math.max(120, place.clientWidth), height: small ? 56 : 260 });
const DAY = 86_400;
const STEPS = [1, 2, 4, 7, 14, 28, 91, 182, 365].map((days) => days * DAY);
const seconds = (day) => Date.parse(`${day.date}T00:00:00Z`) / 1000;

// Where no day is pointed at, the legend has the numbers of the last one.
function lastDay(chart) {
  const days = chart.data[0].length;
  if (days && (chart.legend.idx === null || chart.legend.idx === undefined)) chart.setLegend({ idx: days - 1 }, false);
}

function frame(row, small, colour) {
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return {
    padding: small ? [4, 4, 4, 4] : [12, 26, 0, 0],
    cursor: { show: !small },
    legend: { show: !small },
    hooks: small ? {} : { ready: [lastDay], setLegend: [lastDay] },
    tzDate: (at) => uPlot.tzDate(new Date(at * 1e3), 'Etc/UTC'),
    // One day stands in the middle of three.
    scales: { x: { range: (chart, first, last) => (last - first < DAY ? [first - DAY, last + DAY] : [first, last]) }, y: { range: (chart, low, high) => (small ? around(low, high) : bounds(row, high)) } },
    axes: small ? [{ show: false }, { show: false }] : [{ ...axis, incrs: STEPS, values: (chart, ticks) => ticks.map(format.dayOfMonth) }, { ...axis, size: 62, values: (chart, ticks) => ticks.map(shownBy(row)) }],
  };
}

const shownBy = (row) => (value) => (value === null || value === undefined ? '–' : row.aggregation === 'rate' ? format.percent(value) : format.number(value));
const dayOf = { label: 'Day', value: (chart, at) => (at === null ? '–' : new Date(at * 1000).toISOString().slice(0, 10)) };
const baseline = (row, colour) => ({ label: 'Baseline', stroke: colour('--muted'), width: 1, dash: [5, 5], spanGaps: true, points: { show: false }, value: (chart, value) => shownBy(row)(value) });

function whole(row, days, small, colour) {
  const value = (chart, found) => shownBy(row)(found);
  return {
    ...frame(row, small, colour),
    series: [
      dayOf,
      { label: row.name, stroke: colour('--accent'), width: 2, spanGaps: true, points: { show: (days.length < 40 && !small) || days.length === 1, size: 6 }, value },
      { label: 'At least', show: !small, stroke: 'transparent', points: { show: false }, spanGaps: true, value },
      { label: 'At most', show: !small, stroke: 'transparent', points: { show: false }, spanGaps: true, value },
      baseline(row, colour),
    ],
    bands: small ? [] : [{ series: [3, 2], fill: translucent(colour('--accent')) }],
    data: [days.map(seconds), days.map((day) => day.value), days.map((day) => day.interval?.[0] ?? null), days.map((day) => day.interval?.[1] ?? null), days.map((day) => day.baseline)],
  };
}

function split(row, rows, agents, colour) {
  const of = agents.map((agent) => rows.filter((one) => one.agent_id === agent));
  const first = Math.min(...of.map((days) => days.findIndex((day) => day.value !== null)).filter((index) => index >= 0));
  const from = of.map((days) => days.slice(first));
  return {
    ...frame(row, false, colour),
    series: [dayOf, ...agents.map((agent, index) => ({ label: agent || 'no agent', stroke: colour(`--series-${index}`), width: 2, spanGaps: true, points: { show: from[0].length < 40, size: 5 }, value: (chart, value) => shownBy(row)(value) })), baseline(row, colour)],
    data: [from[0].map(seconds), ...from.map((days) => days.map((day) => day.value)), from[0].map((day) => day.baseline)],
  };
}

const translucent = (hex) => `${hex}30`;

// A sparkline shows only the direction; its scale has a minimum, so that small changes stay small.
function around(low, high) {
  if (low === null) return [0, 1];
  const middle = (low + high) / 2;
  const reach = Math.max((high - low) * 0.6, Math.abs(middle) * 0.15, 0.01);
  return [middle - reach, middle + reach];
}

function bounds(row, high) {
  if (row.aggregation === 'rate') return [0, 1];
  return [0, Math.max(1, (high ?? 1) * 1.1)];
}
