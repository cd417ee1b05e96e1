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
