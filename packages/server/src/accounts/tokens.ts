import { createHash } from 'node:crypto';

/** 43 of 62 letters: 256 bits, so that a fast hash is enough to store it. */
export const TOKEN_LENGTH = 43;

/** SHA-256, hex: stored instead of an API key, a session or link token, and an attempt to use a link. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
