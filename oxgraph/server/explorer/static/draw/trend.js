// A metric's daily values as a line, with their interval as a band, and its baseline as a dashed line.
import { html, useEffect, useRef } from '../preact.js';
import uPlot from '../vendor/uplot-1.6.32.js';
import * as format from '../format.js';

export function Trend({ row, days, small = false }) {
  const place = useRef();
  useEffect(() => {
    if (!days.length) return undefined;
    let chart = draw(place.current, row, days, small);
    const again = () => {
      chart.destroy();
      chart = draw(place.current, row, days, small);
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
  }, [row, days, small]);
  const known = days.filter((day) => day.value !== null);
  const label = known.length ? `${row.name}: ${known.length} days, from ${format.number(known[0].value)} to ${format.number(known.at(-1).value)}` : `${row.name}: no values yet`;
  return html`<div class="trend ${small ? 'small' : ''}" role="img" aria-label=${label} ref=${place}></div>`;
}

const size = (place, small) => ({ width: Math.max(120, place.clientWidth), height: small ? 56 : 260 });

function draw(place, row, days, small) {
  const colour = (name) => getComputedStyle(place).getPropertyValue(name).trim();
  const times = days.map((day) => Date.parse(`${day.date}T00:00:00Z`) / 1000);
  const show = (value) => (value === null || value === undefined ? '–' : row.aggregation === 'rate' ? format.percent(value) : format.number(value));
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return new uPlot({
    ...size(place, small),
    padding: small ? [4, 4, 4, 4] : [12, 26, 0, 0],
    cursor: { show: !small },
    legend: { show: !small },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), 'Etc/UTC'),
    scales: { y: { range: (chart, low, high) => (small ? around(low, high) : bounds(row, high)) } },
    axes: small ? [{ show: false }, { show: false }] : [{ ...axis, values: (chart, ticks) => ticks.map(format.dayOfMonth) }, { ...axis, size: 62, values: (chart, ticks) => ticks.map(show) }],
    series: [
      { label: 'Day', value: (chart, at) => (at === null ? '–' : new Date(at * 1000).toISOString().slice(0, 10)) },
      { label: row.name, stroke: colour('--accent'), width: 2, spanGaps: true, points: { show: days.length < 40 && !small, size: 6 }, value: (chart, value) => show(value) },
      { label: 'At least', show: !small, stroke: 'transparent', points: { show: false }, spanGaps: true, value: (chart, value) => show(value) },
      { label: 'At most', show: !small, stroke: 'transparent', points: { show: false }, spanGaps: true, value: (chart, value) => show(value) },
      { label: 'Baseline', stroke: colour('--muted'), width: 1, dash: [5, 5], spanGaps: true, points: { show: false }, value: (chart, value) => show(value) },
    ],
    bands: small ? [] : [{ series: [3, 2], fill: translucent(colour('--accent')) }],
  }, [times, days.map((day) => day.value), days.map((day) => day.interval?.[0] ?? null), days.map((day) => day.interval?.[1] ?? null), days.map((day) => day.baseline)], place);
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
