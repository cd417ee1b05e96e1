// Where one is: `#/page/id?key=value`. Every view has such an address; it can be kept, sent on, and gone back to.
import { useEffect, useMemo, useState } from './ui.js';

export function here() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/');
  return { page: page || 'timeline', id: decode(rest.join('/')), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function href(page, id = '', query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const tail = new URLSearchParams(given).toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${tail ? `?${tail}` : ''}`;
}

export function go(address) {
  location.hash = address;
}

// The same view, told more exactly: no step of its own in the browser's history.
export function settle(address) {
  history.replaceState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute() {
  const [address, setAddress] = useState(location.hash);
  useEffect(() => {
    const moved = () => setAddress(location.hash);
    addEventListener('hashchange', moved);
    moved(); // It may have changed since this was first drawn.
    return () => removeEventListener('hashchange', moved);
  }, []);
  return useMemo(here, [address]);
}
