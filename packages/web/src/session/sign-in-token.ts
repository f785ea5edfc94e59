import { useEffect, useState } from 'react';

/**
 * The token of a sign-in link, `#token=…`: a fragment is sent to no server and stands in no log. It is taken out of the
 * address at once, so that it is in no history and no bookmark.
 */
export function useSignInToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // A link that is opened where the page is open already changes the fragment alone.
    const look = () => setToken((before) => takeToken() ?? before);
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return token;
}

function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token !== null) window.history.replaceState(null, '', pathname + search);
  return token;
}

/** Where to go after the sign-in: a page of ours below `home`, whatever the address says. */
export function pageAfterSignIn(home: '/app' | '/operator'): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? home;
  const { origin, pathname, search } = new URL(next, window.location.origin);
  const isOurs = origin === window.location.origin && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !pathname.endsWith('/sign-in') ? pathname + search : home;
}
