interface Address {
  readonly address: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
}

/** Key that is equal for addresses that differ only in case and spacing. */
export function addressKey({ address, city, state, zip }: Address): string {
  return [address, city, state, zip].map((part) => foldKey(part ?? '')).join('\n');
}

export const foldKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
