// Predicted probabilities against what happened, with intervals, the diagonal, and the threshold of warnings.
import { html } from '../preact.js';
import * as format from '../format.js';

const SIZE = 244;
const ROOM = { left: 58, bottom: 40, top: 24, right: 26 };
const [WIDTH, HEIGHT] = [ROOM.left + SIZE + ROOM.right, ROOM.top + SIZE + ROOM.bottom];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const x = (share) => ROOM.left + SIZE * share;
const y = (share) => ROOM.top + SIZE * (1 - share);

export function Curve({ bins, threshold }) {
  const most = Math.max(...bins.map((bin) => bin.cases));
  const label = `Calibration: ${bins.map((bin) => `predicted ${format.percent(bin.predicted)}, happened ${format.percent(bin.observed)}`).join('; ')}. Agents are warned from ${format.percent(threshold)}.`;
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} role="img" aria-label=${label}>
    ${TICKS.map((share) => html`<g key=${share}><line class="grid" x1=${x(0)} x2=${x(1)} y1=${y(share)} y2=${y(share)} /><line class="grid" x1=${x(share)} x2=${x(share)} y1=${y(0)} y2=${y(1)} />
      <text class="tick" x=${x(0) - 6} y=${y(share) + 4} text-anchor="end">${format.percent(share)}</text><text class="tick" x=${x(share)} y=${y(0) + 15} text-anchor="middle">${format.percent(share)}</text></g>`)}
    <line class="diagonal" x1=${x(0)} y1=${y(0)} x2=${x(1)} y2=${y(1)} />
    <line class="threshold" x1=${x(threshold)} x2=${x(threshold)} y1=${y(0)} y2=${y(1) - 5} /><text class="tick" x=${x(Math.min(0.85, Math.max(0.1, threshold)))} y=${y(1) - 10} text-anchor="middle">warned from ${format.percent(threshold)}</text>
    <polyline points=${bins.map((bin) => `${x(bin.predicted).toFixed(1)},${y(bin.observed).toFixed(1)}`).join(' ')} />
    ${bins.map((bin) => html`<g key=${bin.predicted} class="bin"><line x1=${x(bin.predicted)} x2=${x(bin.predicted)} y1=${y(bin.interval[0])} y2=${y(bin.interval[1])} />
      <circle cx=${x(bin.predicted)} cy=${y(bin.observed)} r=${3 + 5 * Math.sqrt(bin.cases / most)} /></g>`)}
    <text class="tick" x=${x(0.5)} y=${HEIGHT - 6} text-anchor="middle">predicted probability of a failure</text>
    <text class="tick" transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">share that failed</text></svg>`;
}
