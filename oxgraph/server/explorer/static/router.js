// The route, `#/page/id?key=value`: every view has an address, for bookmarks and the browser's history.
import { useEffect, useMemo, useState } from './preact.js';

export function here() {
  const address = location.hash;
  const [path, query = ''] = address.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/');
  return { address, page: page || 'overview', id: decode(rest.join('/')), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The address of a view. The day as of which is looked goes with it, unless `query` says another.
export function href(page, id = '', query = {}) {
  const given = Object.entries({ as_of: here().query.as_of, ...query }).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const tail = new URLSearchParams(given).toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${tail ? `?${tail}` : ''}`;
}

export function go(address) {
  location.hash = address;
}

// Replace the address of the same view, without an entry in the browser's history.
export function settle(address) {
  history.replaceState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute() {
  const [address, setAddress] = useState(location.hash);
  useEffect(() => {
    const moved = () => setAddress(location.hash);
    addEventListener('hashchange', moved);
    moved(); // It may have changed since the first render.
    return () => removeEventListener('hashchange', moved);
  }, []);
  return useMemo(here, [address]);
}

// Notes in the page's history entry which link was followed, so that going back focuses it again.
addEventListener('click', (event) => {
  const link = event.target.closest?.('main a[href^="#/"]');
  if (link) history.replaceState({ left: link.getAttribute('href') }, '');
}, true);

// Focuses that link once it is there again; what a person does meanwhile ends the wait. Returns what ends it.
export function returnTo(main) {
  const left = history.state?.left;
  if (!left) return undefined;
  history.replaceState(null, '');
  const waits = new AbortController();
  const look = () => {
    const link = [...main.querySelectorAll('a')].find((one) => one.getAttribute('href') === left);
    if (!link) return;
    waits.abort();
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
  };
  const observer = new MutationObserver(look);
  waits.signal.addEventListener('abort', () => observer.disconnect());
  for (const name of ['keydown', 'pointerdown', 'wheel']) addEventListener(name, () => waits.abort(), { signal: waits.signal });
  observer.observe(main, { childList: true, subtree: true });
  look();
  return () => waits.abort();
}
