// Shares with their intervals as horizontal lines over one scale from 0 to 100 %.
import { html } from '../preact.js';
import * as format from '../format.js';

const HEIGHT = 26;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const x = (share) => `${2 + 96 * share}%`;

export const Scale = () => html`<svg class="scale" width="100%" height="18" aria-hidden="true">${TICKS.map((share) => html`<text key=${share} class="tick" x=${x(share)} y="13" text-anchor="middle">${format.percent(share)}</text>`)}</svg>`;

// Each span is a share `at` from `low` to `high`, or false for none; they stand below one another, in the order of colours.
export function Spans({ spans, label }) {
  const y = (index) => ((index + 1) * HEIGHT) / (spans.length + 1);
  return html`<svg class="span-plot" width="100%" height=${HEIGHT} role="img" aria-label=${label}><title>${label}</title>
    ${TICKS.map((share) => html`<line key=${share} class="grid" x1=${x(share)} x2=${x(share)} y1="0" y2=${HEIGHT} />`)}
    ${spans.map((span, index) => span && html`<g key=${index} class="span-${index}"><line x1=${x(span.low)} x2=${x(span.high)} y1=${y(index)} y2=${y(index)} /><circle cx=${x(span.at)} cy=${y(index)} r="4.5" /></g>`)}</svg>`;
}
