import { Navigate, useLocation } from 'react-router';
import { sentenceOf } from '../api/problem.js';

interface ToSignInProps {
  home: '/app' | '/operator';
  /** The server's answer: that the session ended, the account is suspended, the key was revoked. */
  error: unknown;
}

/** To the sign-in page, which says why, and back to this page afterwards. */
export function ToSignIn({ home, error }: ToSignInProps) {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return <Navigate to={`${home}/sign-in?next=${next}`} state={{ why: sentenceOf(error) }} replace />;
}
