import { hash } from 'node:crypto';

// California's DROP hands out identifiers as SHA-256 over a standard form, in Base64 (OpenAPI document 1.2.0 of the platform).
// We hold phones and emails. The other lists need a date of birth, a VIN or a device: no owner has them (owners/import/sensitive-columns.ts).

/** Of an email: without any white space, in small letters. Dots and plus tags stay. */
export const emailHash = (email: string): string => sha256(email.replace(/\s+/gu, '').toLowerCase());

/** Of a phone: its last ten digits, or all where there are fewer. */
export const phoneHash = (phone: string): string => sha256(phone.replace(/\D+/g, '').slice(-10));

/** Of what is in standard form already. */
export const sha256 = (standard: string | Uint8Array): string => hash('sha256', standard, 'base64');
