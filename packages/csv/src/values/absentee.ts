/** The addresses of an owner that tell where the owner lives. */
export interface OwnerPlaces {
  readonly propertyAddress: string | null;
  readonly propertyZip: string | null;
  readonly mailingAddress: string | null;
  readonly mailingZip: string | null;
}

/**
 * Whether an owner lives elsewhere: the mail goes to another house number, another ZIP or a PO box. Parsing both addresses in full
 * would take a third of an import's time, and find hardly any more.
 */
export function isAbsentee({
  mailingAddress,
  propertyAddress,
  mailingZip,
  propertyZip,
}: OwnerPlaces): boolean {
  if (mailingAddress === null) return false;
  if (propertyAddress === null || firstWord(mailingAddress) !== firstWord(propertyAddress)) return true;
  if (mailingZip === null || propertyZip === null) return false;
  return mailingZip.slice(0, 5) !== propertyZip.slice(0, 5);
}

/** The house number of most addresses. */
function firstWord(address: string): string {
  const end = address.indexOf(' ');
  return (end === -1 ? address : address.slice(0, end)).toUpperCase();
}
