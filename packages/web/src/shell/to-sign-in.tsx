import { Navigate, useLocation } from 'react-router';
import { sentenceOf } from '../api/problem.js';

interface ToSignInProps {
  home: '/app' | '/operator';
  /** The server's error: the session ended, the account is suspended, the key was revoked. */
  error: unknown;
}

/** Redirects to the sign-in page, which shows the reason and returns to this page afterwards. */
export function ToSignIn({ home, error }: ToSignInProps) {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return <Navigate to={`${home}/sign-in?next=${next}`} state={{ why: sentenceOf(error) }} replace />;
}
