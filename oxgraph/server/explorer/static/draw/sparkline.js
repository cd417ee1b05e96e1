// The rate of a pattern day by day, with its interval as a band; the scale is 0 to 100 %.
import { html } from '../preact.js';
import * as format from '../format.js';

const WIDTH = 180;
const HEIGHT = 34;
const EDGE = 2;

export function Sparkline({ points }) {
  if (points.length < 2) return null;
  const [first, last] = [points[0], points.at(-1)];
  const from = Date.parse(first.at);
  const x = (point) => EDGE + ((WIDTH - 2 * EDGE) * (Date.parse(point.at) - from)) / Math.max(1, Date.parse(last.at) - from);
  const y = (share) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);
  const place = (point, share) => `${x(point).toFixed(1)},${y(share).toFixed(1)}`;
  const band = [...points.map((point) => place(point, point.interval[1])), ...[...points].reverse().map((point) => place(point, point.interval[0]))];
  const label = `Trend: ${format.rate(first.rate)} on ${format.date(first.at)}, ${format.rate(last.rate)} on ${format.date(last.at)}`;
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} role="img" aria-label=${label}><title>${label}</title>
    <polygon class="band" points=${band.join(' ')} /><polyline points=${points.map((point) => place(point, point.rate)).join(' ')} /></svg>`;
}
