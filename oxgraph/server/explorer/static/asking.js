// Asking the server from within a component: what came, what went wrong, and whether it is still under way.
import { useCallback, useEffect, useRef, useState } from './ui.js';

// `ask(signal)` is called again whenever one of `given` changes; an answer that comes too late is left out.
export function useAsked(ask, given) {
  const [state, setState] = useState({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ value: before.value, loading: true }));
    ask(stop.signal).then(
      (value) => stop.signal.aborted || setState({ value, loading: false }),
      (error) => stop.signal.aborted || setState({ error, loading: false }),
    );
    return () => stop.abort();
  }, [...given, turn]);
  const again = useCallback(() => setTurn((n) => n + 1), []);
  return { ...state, again };
}

// Doing something once at a time: `run(deed)` resolves to whether it went well.
export function useDeed() {
  const [state, setState] = useState({ busy: false, error: null, done: '' });
  const busy = useRef(false);
  const run = useCallback(async (deed, done = '') => {
    if (busy.current) return false;
    busy.current = true;
    setState({ busy: true, error: null, done: '' });
    try {
      await deed();
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

// A value that follows another once that has rested for a while.
export function useRested(value, milliseconds = 300) {
  const [rested, setRested] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [key]);
  return rested;
}
