import { SIGNATURES } from '../generated/signatures.js';
import { foldHeader } from './fold.js';
import type { Meaning } from './synonyms.js';

/** An export recognized by its headers, with facts that the headers do not state. */
export interface Vendor {
  readonly name: string;
  /** Not a list of properties at all. */
  readonly notLeads?: true;
  /** The state of every row. */
  readonly state?: string;
  /** The street line may hold the whole address. */
  readonly oneLineAddress?: true;
}

const FACTS: Readonly<Record<string, Omit<Vendor, 'name'>>> = {
  'Building permits': { notLeads: true },
  'Florida NAL': { state: 'FL' },
  TitlePro: { oneLineAddress: true },
};

/** The vendor of an export with this header. The longest signature wins. */
export function findVendor(header: readonly string[]): Vendor | undefined {
  const keys = new Set(header.map(foldHeader));
  const [signature] = SIGNATURES.filter(({ allOf }) =>
    allOf.every((name) => keys.has(foldHeader(name))),
  ).sort((a, b) => b.allOf.length - a.allOf.length);
  return signature === undefined ? undefined : { name: signature.vendor, ...FACTS[signature.vendor] };
}

/** True if the vendor's exports are known to have this spelling. */
export function isSpelledBy(vendor: Vendor | undefined, { seenIn }: Meaning): boolean {
  return (
    vendor !== undefined && seenIn.some((name) => name === vendor.name || name.startsWith(`${vendor.name} `))
  );
}
