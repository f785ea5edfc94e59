import type { LookupMatch } from '@skiptrace/sdk';
import type { Paint } from '../../terminal/paint.js';
import { plain } from '../../terminal/text.js';

type Found = Pick<LookupMatch, 'contact' | 'phones' | 'emails'>;

/** An owner as lines for a person; undefined if the match has no details. Removes control characters from every value. */
export function renderOwner({ contact, phones, emails }: Found, paint: Paint): string | undefined {
  const name = contact.fullName ?? [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  const property = oneLine(
    contact.propertyAddress,
    contact.propertyCity,
    contact.propertyState,
    contact.propertyZip,
  );
  const mailing = oneLine(
    contact.mailingAddress,
    contact.mailingCity,
    contact.mailingState,
    contact.mailingZip,
  );
  const rows: [label: string, value: string][] = [
    ['Owner', name === '' ? '' : paint.bold(plain(name))],
    ['Property', plain(property)],
    ['Mailing', mailing === property && mailing !== '' ? paint.dim('same as the property') : plain(mailing)],
    ...labeled(
      ['Phone', 'Phones'],
      phones.map(({ number, type, dnc, dncChecked }) => {
        const text = `${plain(phoneNumber(number))}  ${plain(type)}`;
        if (!dnc) return text;
        return dncChecked === false
          ? `${text}  ${paint.yellow('Do Not Call not checked')}`
          : `${text}  ${paint.red('Do Not Call')}`;
      }),
    ),
    ...labeled(['Email', 'Emails'], emails.map(plain)),
  ];
  const known = rows.filter(([, value]) => value !== '');
  if (known.length === 0) return undefined;
  return known.map(([label, value]) => `${paint.dim(label.padEnd(9))} ${value}\n`).join('');
}

/** A row for each value; only the first has the label, in the plural if there are several. */
const labeled = ([one, many]: readonly [string, string], values: readonly string[]): [string, string][] =>
  values.map((value, at) => [at > 0 ? '' : values.length > 1 ? many : one, value]);

/** `100 Main St, Austin, TX 78701`, with the known parts. */
function oneLine(
  street: string | null,
  city: string | null,
  state: string | null,
  zip: string | null,
): string {
  const place = [state, zip].filter(Boolean).join(' ');
  return [street, city, place].filter(Boolean).join(', ');
}

/** `5125550131` → `(512) 555-0131`; any other text unchanged. */
function phoneNumber(number: string): string {
  const digits = /^(\d{3})(\d{3})(\d{4})$/.exec(number);
  return digits ? `(${digits[1]}) ${digits[2]}-${digits[3]}` : number;
}
