import { useState } from 'react';

/**
 * The token of a sign-in link, `#token=…`: a fragment is sent to no server and stands in no log. It is taken out of the
 * address at once, so that it is in no history and no bookmark.
 */
export function useSignInToken(): string | null {
  const [token] = useState(() => {
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found !== null)
      window.history.replaceState(null, '', window.location.pathname + window.location.search);
    return found;
  });
  return token;
}

/** Where to go after the sign-in: a page of ours below `home`, whatever the address says. */
export function pageAfterSignIn(home: '/app' | '/operator'): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? home;
  const { origin, pathname, search } = new URL(next, window.location.origin);
  const isOurs = origin === window.location.origin && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !pathname.endsWith('/sign-in') ? pathname + search : home;
}
