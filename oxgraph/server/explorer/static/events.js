// The stream of changes: calls back, at most once a second, when nodes of a kind have changed, and `onEnd` where the server
// gives it no more, such as of a workspace that was deleted.
import * as api from './api.js';

const PAUSE_MS = 1000;

export function follow(kind, onChange, onEnd) {
  let stream = null;
  let timer = null;
  let stopped = false;
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
  // A stream does not say why it was refused: a call does, and where the login has ended it ends here too.
  const comeBack = () => setTimeout(async () => {
    if (stopped) return;
    const problem = await api.settings().then(() => null, (error) => error);
    if (stopped) return;
    if (problem?.isPassing) return comeBack();
    if (problem) return onEnd();
    open();
    onChange();
  }, api.WAIT_MS);
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stream.close();
  };
}
