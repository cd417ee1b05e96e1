// Failures over time as stacked bars. A click on a bar, or a drag over several, chooses their time.
import { html, useEffect, useRef, useState } from '../preact.js';
import * as format from '../format.js';

const HEIGHT = 210;
const ROOM = { left: 44, right: 8, top: 10, bottom: 24 };
const SERIES = 6;
const OTHERS = '\u0000';

// The names with the most failures, in the order of their colours; the rest is one.
export function series(slices, field) {
  const sums = new Map();
  for (const slice of slices) for (const [name, count] of Object.entries(slice[field])) sums.set(name, (sums.get(name) || 0) + count);
  const names = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || a.localeCompare(b));
  const shown = names.slice(0, names.length > SERIES + 1 ? SERIES : SERIES + 1);
  const rest = names.length > shown.length;
  return [...shown.map((name, index) => ({ name, index, sum: sums.get(name) })), ...(rest ? [{ name: OTHERS, index: SERIES, sum: [...sums].filter(([name]) => !shown.includes(name)).reduce((all, [, n]) => all + n, 0) }] : [])];
}

export const titleOf = ({ name }) => (name === OTHERS ? 'others' : name || 'no code');

export function Bars({ slices, seconds, field, onChoose }) {
  const place = useRef();
  const [width, setWidth] = useState(720);
  const [drag, setDrag] = useState(null);
  const [at, setAt] = useState(null);
  useEffect(() => {
    const fit = new ResizeObserver(() => setWidth(Math.max(240, place.current.clientWidth)));
    fit.observe(place.current);
    return () => fit.disconnect();
  }, []);
  const rows = series(slices, field);
  const top = ceiling(Math.max(1, ...slices.map((slice) => slice.failures)));
  const step = (width - ROOM.left - ROOM.right) / Math.max(1, slices.length);
  const y = (count) => ROOM.top + (HEIGHT - ROOM.top - ROOM.bottom) * (1 - count / top);
  const nearest = (event) => {
    const x = event.clientX - place.current.getBoundingClientRect().left - ROOM.left;
    return Math.min(slices.length - 1, Math.max(0, Math.floor(x / step)));
  };
  const start = (event) => {
    place.current.setPointerCapture(event.pointerId);
    setDrag([nearest(event), nearest(event)]);
  };
  const move = (event) => {
    setAt(nearest(event));
    if (drag) setDrag([drag[0], nearest(event)]);
  };
  const end = () => {
    if (drag) onChoose(Math.min(...drag), Math.max(...drag));
    setDrag(null);
  };
  const label = `Failures over time: ${format.number(slices.reduce((all, slice) => all + slice.failures, 0))} in ${format.count(slices.length, 'slice')} of ${format.lasting(seconds * 1000)}; the table below has the numbers.`;
  const every = Math.ceil(slices.length / Math.max(2, Math.floor(width / 110)));
  return html`<div class="bars" role="img" aria-label=${label} ref=${place} onPointerDown=${start} onPointerMove=${move} onPointerUp=${end} onPointerLeave=${() => setAt(null)} onPointerCancel=${() => setDrag(null)}>
    <svg width=${width} height=${HEIGHT} aria-hidden="true">
      ${[0, top / 2, top].map((count) => html`<g key=${count}><line class="grid" x1=${ROOM.left} x2=${width - ROOM.right} y1=${y(count)} y2=${y(count)} />
        <text class="tick" x=${ROOM.left - 6} y=${y(count) + 4} text-anchor="end">${format.number(count)}</text></g>`)}
      ${drag && html`<rect class="brush" x=${ROOM.left + step * Math.min(...drag)} width=${step * (Math.abs(drag[1] - drag[0]) + 1)} y=${ROOM.top} height=${HEIGHT - ROOM.top - ROOM.bottom} />`}
      ${slices.map((slice, index) => html`<g key=${slice.at} class=${index === at ? 'here' : ''}>${stack(slice, rows, field).map(({ index: colour, from, to }) => html`
        <rect key=${colour} class="series-${colour}" x=${ROOM.left + step * index + 0.5} width=${Math.max(1, step - 1)} y=${y(to)} height=${Math.max(0, y(from) - y(to))} />`)}
        ${index % every === 0 && step * index < width - ROOM.left - 60 && html`<text class="tick" x=${ROOM.left + step * index} y=${HEIGHT - 7}>${format.axis(slice.at, seconds)}</text>`}</g>`)}
    </svg></div>
    <p class="bars-at quiet" aria-hidden="true">${at === null || !slices[at] ? 'Click a bar, or drag over several, to zoom.' : reading(slices[at], rows, field, seconds)}</p>
    <ul class="legend">${rows.map((row) => html`<li key=${row.name}><span class="swatch series-${row.index}" aria-hidden="true"></span>${titleOf(row)} <span class="quiet">${format.number(row.sum)}</span></li>`)}</ul>`;
}

function stack(slice, rows, field) {
  let from = 0;
  const found = [];
  for (const row of rows) {
    const count = row.name === OTHERS ? slice.failures - from : slice[field][row.name] || 0;
    if (count > 0) found.push({ index: row.index, from, to: from + count });
    from += count;
  }
  return found;
}

const reading = (slice, rows, field, seconds) => `${format.moment(slice.at)} – ${format.hour(Date.parse(slice.at) + seconds * 1000)}: ${format.number(slice.failures)} of ${format.count(slice.actions, 'action')} failed${
  slice.failures ? ` (${rows.filter((row) => slice[field][row.name]).map((row) => `${titleOf(row)} ${format.number(slice[field][row.name])}`).join(', ')})` : ''}`;

// The top of the axis: even, so that its half is a whole number.
function ceiling(most) {
  const size = 10 ** Math.floor(Math.log10(most));
  const found = [1, 2, 4, 6, 8, 10].map((n) => n * size).find((n) => n >= most);
  return Math.max(2, found);
}
