import { Command, Option } from 'commander';
import type { DirectoryStats } from '../../directory/index.js';
import { isoTime } from '../../platform/clock.js';
import { deleteSource } from '../acts/owners.js';
import { actCommand } from './act-command.js';
import { command, whereLines, withService, type CommonOptions } from './command.js';
import { count, print, table, type Io } from './io.js';
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
    .addCommand(
      command('stats', 'Show what each source holds').action((options: CommonOptions) =>
        withService(io, options, async ({ owners }) => printStats(io, options, await owners.stats())),
      ),
    )
    .addCommand(
      command(
        'priority <source> <number>',
        'Set which source wins when several know a property (higher wins)',
      ).action((source: string, number: string, options: CommonOptions) =>
        withService(io, options, async ({ ownerStores }) => {
          const priority = priorityOption(number);
          const { setPriority } = await import('../../directory/index.js');
          await setPriority(ownerStores, source, priority);
          print(io, options, { source, priority }, [`Source "${source}" now has priority ${priority}.`]);
        }),
      ),
    )
    .addCommand(
      command('set', 'Change the settings of a source, for everything imported so far and later')
        .requiredOption('--source <name>', 'the source to change')
        .addOption(
          new Option(
            '--phone-type-default <type>',
            'what phones without a type are; "none" leaves them out of answers',
          )
            .choices(['mobile', 'landline', 'none'])
            .makeOptionMandatory(),
        )
        .action((options: OwnersSetOptions) => runSet(io, options)),
    )
    .addCommand(
      command('explain <address>', "Explain why an address matches or doesn't")
        .option('--first-name <name>', 'choose among co-owners by first name')
        .option('--last-name <name>', 'choose among co-owners by last name')
        .action((address: string, options: ExplainOptions) => runExplain(io, address, options)),
    )
    .addCommand(correctCommand(io))
    .addCommand(correctionsCommand(io))
    .addCommand(actCommand(io, deleteSource));

const runSet = (io: Io, options: OwnersSetOptions): Promise<void> =>
  withService(io, options, async ({ ownerStores, ids }) => {
    const { source, phoneTypeDefault: type } = options;
    const { setPhoneTypeDefault } = await import('../../directory/index.js');
    const set = await setPhoneTypeDefault(
      { stores: ownerStores, ids },
      source,
      type === 'none' ? null : type,
    );
    const what = type === 'none' ? 'are left out of answers' : `are ${type}s`;
    print(io, options, { ...set }, [
      `Source "${source}": phones without a type ${what} (${count(set.untypedPhones, 'phone')} so far).`,
    ]);
  });

function printStats(io: Io, options: CommonOptions, stats: DirectoryStats): void {
  const sources = stats.sources.map(({ lastImportAt, ...source }) => ({
    ...source,
    lastImportAt: isoTime(lastImportAt),
  }));
  const { retired, loading } = stats;
  print(io, options, { ...stats, sources }, [
    ...table(
      ['SOURCE', 'PRIORITY', 'OWNERS', 'PHONES', 'EMAILS', 'KEYS', 'IMPORTS', 'LAST IMPORT', ''],
      sources.map((source) => [
        source.source,
        ...[
          source.priority,
          source.records,
          source.phones,
          source.emails,
          source.addressKeys,
          source.imports,
        ].map((value) => value.toLocaleString('en-US')),
        source.lastImportAt,
        source.outdated ? 'outdated: import again' : '',
      ]),
    ),
    ...(sources.length > 0 ? ['KEYS: entries of the index by which addresses find owners.'] : []),
    ...(retired.records > 0
      ? [`${count(retired.records, 'deleted owner')} kept until no job needs them.`]
      : []),
    ...sources.flatMap(untypedLines),
    ...(loading > 0 ? [`${count(loading, 'import')} running or interrupted.`] : []),
  ]);
}

/** Note about phones without a type, which answers leave out, and what to do about them. */
const untypedLines = ({ source, phoneTypeDefault, untypedPhones }: SourceLine): string[] =>
  untypedPhones === 0
    ? []
    : [
        phoneTypeDefault === null
          ? `"${source}" has ${count(untypedPhones, 'phone')} without a type, left out of answers (owners set --phone-type-default).`
          : `"${source}" has ${count(untypedPhones, 'phone')} without a type, taken for ${phoneTypeDefault}s.`,
      ];

type SourceLine = Pick<DirectoryStats['sources'][number], 'source' | 'phoneTypeDefault' | 'untypedPhones'>;

const runExplain = (io: Io, address: string, options: ExplainOptions): Promise<void> =>
  withService(io, options, async ({ owners, config }) => {
    const { firstName, lastName } = options;
    const explained = await owners.explain({
      address,
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    });
    const { reason, owner, moreCompared } = explained;
    const { explanationLines } = await import('@skiptrace/address');
    if (reason === 'suppressed') {
      print(io, options, { matched: false, reason, owner, lines: [reason] }, [reason]);
      return;
    }
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
    print(io, options, { matched: owner !== null, reason, owner, lines }, [
      ...lines,
      ...ownerLines,
      ...whereLines('Looked', config),
    ]);
  });
