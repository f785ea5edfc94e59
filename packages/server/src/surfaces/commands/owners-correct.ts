import { Command, Option } from 'commander';
import type { PersonDetails, TypedOwner, TypedPhone } from '../../directory/index.js';
import { isoTime } from '../../platform/clock.js';
import type { ShownCorrection } from '../../privacy/corrections/index.js';
import { undoCorrection } from '../acts/owners.js';
import { actCommand } from './act-command.js';
import { actorOfShell, answer, answering, command, type CommonOptions } from './command.js';
import { count, table, UsageError, type Io } from './io.js';
import { whoEnters } from './suppress.js';

interface CorrectOptions extends CommonOptions {
  firstName?: string;
  lastName?: string;
  name?: string;
  mailingAddress?: string;
  mailingCity?: string;
  mailingState?: string;
  mailingZip?: string;
  /** False with `--no-mailing`. */
  mailing: boolean;
  mobile?: string[];
  landline?: string[];
  dncDefault: 'yes' | 'no';
  phones: boolean;
  email?: string[];
  emails: boolean;
  reason: string;
  by?: string;
}

const several = (text: string, before: string[] = []): string[] => [...before, text];

export const correctCommand = (io: Io): Command =>
  command('correct <address>', 'Replace what is handed out about an owner who is wrong, whatever is imported')
    .option('--first-name <name>', 'choose among co-owners by first name, as it is now')
    .option('--last-name <name>', 'choose among co-owners by last name, as it is now')
    .option('--name <name>', 'who the owner is: first name first, a company as it is')
    .option('--mailing-address <street>', 'where the owner gets mail')
    .option('--mailing-city <city>', 'its city')
    .option('--mailing-state <code>', 'its state')
    .option('--mailing-zip <zip>', 'its ZIP')
    .option('--no-mailing', 'no mailing address is on file')
    .option('--mobile <number>', 'a mobile (repeatable); replaces all phones', several)
    .option('--landline <number>', 'a landline (repeatable); replaces all phones', several)
    .addOption(
      new Option('--dnc-default <yes|no>', 'mark these phones as DNC').choices(['yes', 'no']).default('yes'),
    )
    .option('--no-phones', 'no phone is on file')
    .option('--email <email>', 'an email (repeatable); replaces all emails', several)
    .option('--no-emails', 'no email is on file')
    .requiredOption('--reason <text>', "why, for your records; don't name the person")
    .option('--by <name>', 'who corrects it (default: the name of your user)')
    .action((address: string, options: CorrectOptions) => runCorrect(io, address, options));

export const correctionsCommand = (io: Io): Command =>
  new Command('corrections')
    .description('Owners that were corrected')
    .addCommand(
      answering(io, command('list', 'List corrections, newest first'), async ({ corrections }) => {
        const found = await corrections.list();
        return [found.map(shown), table(HEADER, found.map(rowOf))];
      }),
    )
    .addCommand(actCommand(io, undoCorrection));

/** @throws UsageError where nothing is replaced, or an option contradicts another */
function typedOwner(options: CorrectOptions): TypedOwner {
  const { name, mailingAddress, mailingCity: city, mailingState: state, mailingZip: zip } = options;
  const phones = [...phonesOf(options.mobile, 'mobile'), ...phonesOf(options.landline, 'landline')].map(
    (phone): TypedPhone => ({ ...phone, doNotCall: options.dncDefault === 'no' ? 'no' : 'unchecked' }),
  );
  const { email = [] } = options;
  const hasMail = [mailingAddress, city, state, zip].some((part) => part !== undefined);
  if (hasMail && mailingAddress === undefined) throw new UsageError('Add --mailing-address.');
  const doubts = [
    ...(!options.mailing && hasMail ? ['--no-mailing and --mailing-address'] : []),
    ...(!options.phones && phones.length > 0 ? ['--no-phones and a phone'] : []),
    ...(!options.emails && email.length > 0 ? ['--no-emails and --email'] : []),
  ];
  if (doubts.length > 0) throw new UsageError(`Use only one of ${doubts.join(', and of ')}.`);
  const typed: TypedOwner = {
    ...(name !== undefined && { name }),
    ...(mailingAddress !== undefined && { mailing: { address: mailingAddress, city, state, zip } }),
    ...(!options.mailing && { mailing: null }),
    ...((phones.length > 0 || !options.phones) && { phones }),
    ...((email.length > 0 || !options.emails) && { emails: email }),
  };
  if (Object.keys(typed).length === 0)
    throw new UsageError(
      'Say what to replace: --name, --mailing-address, --mobile, --landline, --email, or --no-phones, --no-emails, --no-mailing.',
    );
  return typed;
}

const phonesOf = (numbers: readonly string[] = [], type: TypedPhone['type']) =>
  numbers.map((number) => ({ number, type }));

function runCorrect(io: Io, address: string, options: CorrectOptions): Promise<void> {
  const typed = typedOwner(options);
  return answer(io, options, async ({ owners, corrections }) => {
    const { firstName, lastName, reason } = options;
    const { owner, outcome } = await owners.explain({
      address,
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    });
    if (owner === null)
      throw new Error(`No owner is handed out for this address: ${outcome}. Nothing was changed.`);
    const why = { reason, by: whoEnters(io, options), actor: actorOfShell(io) };
    const { id, contact } = await corrections.add(owner.recordId, typed, why).catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === 'owner_details'
        ? new UsageError(`${error.message} Nothing was changed.`)
        : error;
    });
    const { samePerson } = await import('../../directory/index.js');
    const isSame = samePerson(nameOf(owner.contact), nameOf(contact));
    const lines = [
      `Corrected: ${linesOf(contact)}.`,
      ...(isSame || hasAll(typed)
        ? []
        : ["What you didn't give is not on file now, because it is another person's."]),
      `Undo it with: owners corrections remove ${id}`,
    ];
    return [{ id, ...contact }, lines];
  });
}

const hasAll = ({ mailing, phones, emails }: TypedOwner): boolean =>
  mailing !== undefined && phones !== undefined && emails !== undefined;

const nameOf = ({ firstName, lastName, fullName }: PersonDetails): string =>
  fullName ?? [firstName, lastName].filter((part) => part !== null).join(' ');

const linesOf = (contact: PersonDetails): string =>
  [
    nameOf(contact) || '(no name)',
    contact.mailingAddress === null ? 'no mailing address' : `mail to ${contact.mailingAddress}`,
    count(contact.phones.length, 'phone'),
    count(contact.emails.length, 'email'),
  ].join(', ');

const shown = ({ correctedAt, ...correction }: ShownCorrection) => ({
  ...correction,
  correctedAt: isoTime(correctedAt),
});

const HEADER = ['ID', 'SINCE', 'BY', 'PROPERTY', 'ON FILE', 'CORRECTED', 'REASON'];
const rowOf = ({ id, correctedAt, correctedBy, reason, owner }: ShownCorrection): string[] => [
  ...[id, isoTime(correctedAt), correctedBy],
  ...(owner === null
    ? ['(left out)', '(left out)', '(left out)']
    : [
        owner.address.filter((part) => part !== null).join(', '),
        owner.names.map((name) => name || '(no name)').join('; '),
        linesOf(owner.contact),
      ]),
  reason,
];
