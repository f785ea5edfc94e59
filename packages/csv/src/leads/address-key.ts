interface Address {
  readonly address: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
}

/** The same for addresses that differ in case and spacing only. */
export function addressKey({ address, city, state, zip }: Address): string {
  return [address, city, state, zip].map((part) => foldKey(part ?? '')).join('\n');
}

export const foldKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
