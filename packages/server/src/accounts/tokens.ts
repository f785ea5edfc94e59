import { createHash } from 'node:crypto';

/** 43 of 62 letters: 256 bits, so that a fast hash is enough to store it. */
export const TOKEN_LENGTH = 43;

/** SHA-256, hex: what is kept of an API key, of the token of a session or a link, and of an attempt to use a link. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
