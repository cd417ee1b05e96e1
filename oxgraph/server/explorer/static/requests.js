// Hooks for requests to the server: the value, the error, and whether the request is under way.
import { useCallback, useEffect, useRef, useState } from './preact.js';
import { WAIT_MS } from './api.js';

// Calls `ask(signal)` again when one of `given` changes; responses to former requests are ignored.
// It is loading from the render in which something changed, before the effect that sends the request.
// While the server or the database is away it asks again by itself, and the error stays until there is an answer. Where the
// login has ended it waits, and asks again once there is one.
export function useRequest(ask, given) {
  const [state, setState] = useState({ loading: true });
  const [turn, setTurn] = useState(0);
  const sent = useRef(null);
  const key = [...given, turn];
  useEffect(() => {
    sent.current = key;
    const stop = new AbortController();
    setState((before) => ({ value: before.value, loading: true }));
    let timer = null;
    const send = () => ask(stop.signal).then(
      (value) => stop.signal.aborted || setState({ value, loading: false }),
      (error) => {
        if (stop.signal.aborted) return;
        if (error.status === 401) return addEventListener('signed-in', send, { once: true, signal: stop.signal });
        setState({ error, loading: false });
        if (error.isAway) timer = setTimeout(send, WAIT_MS);
      },
    );
    send();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, key);
  const again = useCallback(() => setTurn((n) => n + 1), []);
  const changed = !sent.current?.every((value, index) => value === key[index]);
  return { ...state, loading: state.loading || changed, again };
}

// Performs one action at a time: `run(action)` resolves to whether it succeeded.
export function useAction() {
  const [state, setState] = useState({ busy: false, error: null, done: '' });
  const busy = useRef(false);
  const run = useCallback(async (action, done = '') => {
    if (busy.current) return false;
    busy.current = true;
    setState({ busy: true, error: null, done: '' });
    try {
      await action();
      setState({ busy: false, error: null, done });
      return true;
    } catch (error) {
      setState({ busy: false, error, done: '' });
      return false;
    } finally {
      busy.current = false;
    }
  }, []);
  return { ...state, run };
}

// A debounced value: follows another once that has not changed for some milliseconds.
export function useDebounced(value, milliseconds = 300) {
  const [debounced, setDebounced] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [key]);
  return debounced;
}
