// The stream of changes: calls back, at most once a second, when nodes of a kind have changed.
import * as api from './api.js';

const PAUSE_MS = 1000;

export function follow(kind, onChange) {
  const stream = new EventSource(api.events());
  let timer = null;
  const told = () => {
    timer = null;
    onChange();
  };
  stream.addEventListener('change', (event) => {
    if (JSON.parse(event.data).kind === kind && timer === null) timer = setTimeout(told, PAUSE_MS);
  });
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}
