import type { Role } from './session-entities.js';

/** The address of a sign-in link. The token is in its fragment, which browsers never send. */
export const signInUrl = (baseUrl: string, role: Role, token: string): string =>
  `${baseUrl}/${role === 'customer' ? 'app' : 'operator'}/sign-in#token=${token}`;
