// The stream of changes: calls back, at most once a second, when nodes of a kind have changed, and `onEnd` where the server
// gives it no more, such as of a workspace that was deleted. Where the login has ended it waits, and goes on once there is one.
import * as api from './api.js';

const PAUSE_MS = 1000;

export function follow(kind, onChange, onEnd) {
  let stream = null;
  let timer = null;
  const stop = new AbortController();
  const told = () => {
    timer = null;
    onChange();
  };
  const open = () => {
    stream = new EventSource(api.events());
    stream.addEventListener('change', (event) => {
      if (JSON.parse(event.data).kind === kind && timer === null) timer = setTimeout(told, PAUSE_MS);
    });
    // A browser comes back by itself to a stream that ended, and gives up at an answer that is none.
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) comeBack();
    });
  };
  const goOn = () => {
    open();
    onChange();
  };
  // A stream does not say why it was refused: a call does.
  const comeBack = () => setTimeout(async () => {
    if (stop.signal.aborted) return;
    const problem = await api.settings().then(() => null, (error) => error);
    if (stop.signal.aborted) return;
    if (!problem) return goOn();
    if (problem.isPassing) return comeBack();
    if (problem.status === 401) return addEventListener('signed-in', goOn, { once: true, signal: stop.signal });
    onEnd();
  }, api.WAIT_MS);
  open();
  return () => {
    stop.abort();
    clearTimeout(timer);
    stream.close();
  };
}
