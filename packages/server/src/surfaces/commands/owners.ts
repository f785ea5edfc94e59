import { Command, Option } from 'commander';
import type { Printed } from '../acts/act.js';
import { deleteSource, listOwnerSources } from '../acts/owners.js';
import type { Service } from '../service/service.js';
import { actCommand } from './act-command.js';
import { answering, command, whereLines, type CommonOptions } from './command.js';
import { count, type Io } from './io.js';
import { correctCommand, correctionsCommand } from './owners-correct.js';
import { fieldsCommand, importCommand, priorityOption } from './owners-import.js';

interface OwnersSetOptions extends CommonOptions {
  source: string;
  phoneTypeDefault: 'mobile' | 'landline' | 'none';
}

interface ExplainOptions extends CommonOptions {
  firstName?: string;
  lastName?: string;
}

export const ownersCommand = (io: Io): Command =>
  new Command('owners')
    .description('Manage the owner directory: who owns which property')
    .addCommand(importCommand(io))
    .addCommand(fieldsCommand(io))
    .addCommand(actCommand(io, listOwnerSources))
    .addCommand(
      answering(
        io,
        command(
          'priority <source> <number>',
          'Set which source wins when several know a property (higher wins)',
        ),
        async ({ ownerStores }, _, source, number) => {
          const priority = priorityOption(number);
          const { setPriority } = await import('../../directory/index.js');
          await setPriority(ownerStores, source, priority);
          return [{ source, priority }, [`Source "${source}" now has priority ${priority}.`]];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        command('set', 'Change the settings of a source, for everything imported so far and later')
          .requiredOption('--source <name>', 'the source to change')
          .addOption(
            new Option(
              '--phone-type-default <type>',
              'what phones without a type are; "none" leaves them out of answers',
            )
              .choices(['mobile', 'landline', 'none'])
              .makeOptionMandatory(),
          ),
        set,
      ),
    )
    .addCommand(
      answering(
        io,
        command('explain <address>', "Explain why an address matches or doesn't")
          .option('--first-name <name>', 'choose among co-owners by first name')
          .option('--last-name <name>', 'choose among co-owners by last name'),
        explain,
      ),
    )
    .addCommand(correctCommand(io))
    .addCommand(correctionsCommand(io))
    .addCommand(actCommand(io, deleteSource));

async function set(
  { ownerStores, ids }: Service,
  { source, phoneTypeDefault: type }: OwnersSetOptions,
): Promise<Printed> {
  const { setPhoneTypeDefault } = await import('../../directory/index.js');
  const set = await setPhoneTypeDefault({ stores: ownerStores, ids }, source, type === 'none' ? null : type);
  const what = type === 'none' ? 'are left out of answers' : `are ${type}s`;
  const line = `Source "${source}": phones without a type ${what} (${count(set.untypedPhones, 'phone')} so far).`;
  return [{ ...set }, [line]];
}

async function explain(
  { owners, config }: Service,
  { firstName, lastName }: ExplainOptions,
  address: string,
): Promise<Printed> {
  const explained = await owners.explain({
    address,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  });
  const { reason, owner, moreCompared } = explained;
  const { explanationLines } = await import('@skiptrace/address');
  if (reason === 'suppressed') return [{ matched: false, reason, owner, lines: [reason] }, [reason]];
  const lines = [
    ...explanationLines({ ...explained, matched: owner !== null }),
    ...(moreCompared === 0 ? [] : [`… and ${moreCompared} more`]),
  ];
  const ownerLines =
    owner === null
      ? []
      : [
          `owner       ${owner.fullName ?? '(no name)'}, record ${owner.recordId} of "${owner.source}"`,
          ...(owner.correctionId === null
            ? []
            : [`corrected   by an operator: correction ${owner.correctionId} (owners corrections list)`]),
          ...owner.from.map(
            ({ source, fullName, phones, emails }) =>
              `from        "${source}": ${fullName ?? '(no name)'}, ${count(phones, 'phone')}, ${count(emails, 'email')}`,
          ),
          ...owner.others.map(
            ({ source, recordId, fullName }) =>
              `not used    "${source}": ${fullName ?? '(no name)'}, record ${recordId}`,
          ),
        ];
  return [
    { matched: owner !== null, reason, owner, lines },
    [...lines, ...ownerLines, ...whereLines('Looked', config)],
  ];
}
