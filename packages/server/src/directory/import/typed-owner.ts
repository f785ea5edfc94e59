import { limits } from '@skiptrace/contract';
import { OwnerDetailsError } from '../errors.js';
import { ownerName, samePerson } from '../names.js';
import type { OwnerContact, OwnerPhone, PhoneType } from '../record.js';
import { foldEmails, foldPhones, cellText } from './cells.js';
import { peopleOf } from './name-order.js';

/** Details of an owner as a person typed them. What is missing stays as it is, unless the name is another person's. */
export interface TypedOwner {
  /** First name first; a company as it is. */
  name?: string | undefined;
  /** Null: not on file. */
  mailing?: TypedAddress | null | undefined;
  phones?: readonly TypedPhone[] | undefined;
  emails?: readonly string[] | undefined;
}

export interface TypedAddress {
  address: string;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
}

export interface TypedPhone {
  number: string;
  type: PhoneType;
  doNotCall: 'yes' | 'no' | 'unchecked';
}

/**
 * The typed details as an import would store them.
 * @param now the owner as shown to that person
 * @throws OwnerDetailsError for what an import would leave out
 */
export function typedContact(typed: TypedOwner, now: OwnerContact): OwnerContact {
  const name = namesOf(typed.name, now);
  // The phones of one person must not be handed out as another's.
  const isSame = samePerson(ownerName(name), ownerName(now));
  const { untypedPhones: _, ...kept } = isSame ? now : { ...now, ...NO_MAIL, phones: [], emails: [] };
  return {
    ...kept,
    ...name,
    ...(typed.mailing !== undefined && mailOf(typed.mailing)),
    ...(typed.phones !== undefined && { phones: phonesOf(typed.phones) }),
    ...(typed.emails !== undefined && { emails: emailsOf(typed.emails) }),
  };
}

type Name = Pick<OwnerContact, 'firstName' | 'lastName' | 'fullName'>;

/** An unchanged name keeps its parts, which its text alone may not tell. */
function namesOf(typed: string | undefined, { firstName, lastName, fullName }: OwnerContact): Name {
  const now = { firstName, lastName, fullName };
  const text = typed === undefined ? null : cellText(typed);
  if (typed === undefined || (text !== null && [fullName, ownerName(now)].includes(text))) return now;
  const [person, other] = peopleOf(typed, 'first-last');
  if (text === null || person === undefined) throw new OwnerDetailsError('Say who the owner is: a name.');
  return other === undefined ? person : { firstName: null, lastName: null, fullName: text };
}

const NO_MAIL = { mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null };

function mailOf(mailing: TypedAddress | null): Partial<OwnerContact> {
  if (mailing === null) return NO_MAIL;
  const text = (cell = ''): string | null => cellText(cell);
  const mailingAddress = text(mailing.address);
  if (mailingAddress === null)
    throw new OwnerDetailsError('The mailing address needs a street, or a PO box.');
  return {
    mailingAddress,
    mailingCity: text(mailing.city),
    mailingState: text(mailing.state),
    mailingZip: text(mailing.zip),
  };
}

function phonesOf(typed: readonly TypedPhone[]): OwnerPhone[] {
  const cells = typed.map(({ number, type, doNotCall }) => ({
    number,
    type,
    dnc: doNotCall === 'unchecked' ? '' : doNotCall,
  }));
  for (const cell of cells)
    if (foldPhones([cell], true).phones.length === 0)
      throw new OwnerDetailsError(`"${cell.number}" is no US phone number with ten digits.`);
  const { phones, over } = foldPhones(cells, true);
  if (over > 0)
    throw new OwnerDetailsError(
      `An owner has at most ${limits.mobilesPerMatch} mobiles and ${limits.landlinesPerMatch} landlines.`,
    );
  return phones;
}

function emailsOf(typed: readonly string[]): string[] {
  for (const email of typed)
    if (foldEmails([email]).emails.length !== 1)
      throw new OwnerDetailsError(`"${email}" is no email address.`);
  const { emails, leftOut } = foldEmails(typed);
  if (leftOut > 0) throw new OwnerDetailsError(`An owner has at most ${limits.emailsPerMatch} emails.`);
  return emails;
}
