import type { Role } from './session-entities.js';

/** URL of a sign-in link. The token is in the fragment, which browsers never send. */
export const signInUrl = (baseUrl: string, role: Role, token: string): string =>
  `${baseUrl}/${role === 'customer' ? 'app' : 'operator'}/sign-in#token=${token}`;
