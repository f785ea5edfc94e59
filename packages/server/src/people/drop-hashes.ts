import { hash } from 'node:crypto';

// California's DROP lists identifiers as SHA-256 hashes of a standard form, in Base64 (OpenAPI document 1.2.0 of the platform). Owners
// have phones and emails, but never a date of birth, a VIN or a device for the other lists (owners/import/owner-columns.ts).

/** Hash of an email without white space, in lower case. Dots and plus tags stay. */
export const emailHash = (email: string): string => sha256(email.replace(/\s+/gu, '').toLowerCase());

/** Hash of a phone's last ten digits, or of all if there are fewer. */
export const phoneHash = (phone: string): string => sha256(phone.replace(/\D+/g, '').slice(-10));

/** Hash of a value already in standard form. */
export const sha256 = (standard: string | Uint8Array): string => hash('sha256', standard, 'base64');
