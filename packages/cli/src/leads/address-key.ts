import type { AddressInput } from '@skiptrace/sdk';

/** The same for addresses that differ in case and spacing only, as the client de-duplicates them. */
export function addressKey({ address, city, state, zip }: AddressInput): string {
  return [address, city, state, zip].map((part) => foldKey(part ?? '')).join('\n');
}

export const foldKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
