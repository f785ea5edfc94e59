import { Command } from 'commander';
import { lastSealAt } from '../../money/log/index.js';
import { isoTime } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Service } from '../service/service.js';
import {
  answer,
  answering,
  command,
  ignoredLines,
  textsOf,
  requireSecretOfServer,
  type CommonOptions,
} from './command.js';
import { count, table, UsageError, type Io } from './io.js';

export const doctorCommand = (io: Io): Command =>
  answering(
    io,
    command('doctor', 'Check the ledger, jobs, files and disk; exits with 1 if something is wrong'),
    async (service) => {
      const { accountsChecked, freeBytes, findings } = await service.examine();
      const retention = retentionOf(service.config);
      const sealedAt = await lastSealAt(service.auditStore);
      const audit = {
        entries: await service.auditStore.count(),
        lastSealAt: sealedAt === null ? null : isoTime(sealedAt),
      };
      const { differing } = service;
      const { optOut, freeRepeatDays: days } = service.config;
      const repeats = { days, accountsWithOthers: await accountsWithOthers(service) };
      const report = {
        ok: findings.length === 0,
        accountsChecked,
        freeBytes,
        findings,
        audit,
        optOut,
        repeats,
        retention,
        ...(differing.length > 0 && { ignoredSettings: textsOf(differing) }),
      };
      const checked = count(accountsChecked, 'account');
      const summary = findings.length === 0 ? [`Everything is fine (${checked} checked).`] : findings;
      const lines = [
        ...summary,
        '',
        `Log of disclosures: ${audit.entries.toLocaleString('en-US')} entries, last sealed: ${audit.lastSealAt ?? 'never'}.`,
        `The page /opt-out, where people ask to be left out: ${optOut === 'on' ? 'on' : 'off. Start the server with OPT_OUT=on to open it'}.`,
        repeatsLine(repeats),
        '',
        ...retentionLines(service),
      ];
      return [report, lines, findings.length > 0];
    },
  );

/** Number of accounts with free days of their own, to which FREE_REPEAT_DAYS does not apply. */
const accountsWithOthers = async ({ accounts }: Service): Promise<number> =>
  (await accounts.list()).filter(({ freeRepeatDays }) => freeRepeatDays !== null).length;

function repeatsLine({
  days,
  accountsWithOthers: others,
}: {
  days: number;
  accountsWithOthers: number;
}): string {
  const what = days === 0 ? 'charged again each time' : `free again for ${count(days, 'day')}`;
  const own =
    others === 0
      ? ''
      : ` ${count(others, 'account has a term of its own', 'accounts have a term of their own')} (accounts set --free-repeat-days).`;
  return `A property that was paid for is ${what} (FREE_REPEAT_DAYS).${own}`;
}

interface PurgeOptions extends CommonOptions {
  now?: boolean;
}

/** Retention of a kind of data. */
interface Kept {
  what: string;
  days: number;
  /** Environment variable that changes it; null if it is fixed. */
  setting: string | null;
}

/** All data that may be about a person and is deleted automatically, with the settings in force. */
const retentionOf = (config: Config): Kept[] => [
  { what: 'files of completed jobs', days: config.retentionDays, setting: 'RETENTION_DAYS' },
  { what: 'files of cancelled and failed jobs', days: config.discardedDays, setting: 'DISCARDED_DAYS' },
  { what: 'previews that no one confirms', days: config.previewDays, setting: 'PREVIEW_DAYS' },
  { what: 'file names and errors of jobs', days: config.jobNamesDays, setting: 'JOB_NAMES_DAYS' },
  { what: 'jobs that ended without a charge', days: config.retentionDays, setting: 'RETENTION_DAYS' },
  { what: 'support messages', days: config.supportRetentionDays, setting: 'SUPPORT_RETENTION_DAYS' },
  { what: 'closed requests of people', days: config.requestRetentionDays, setting: 'REQUEST_RETENTION_DAYS' },
  { what: 'requests of people that no one confirms', days: 45, setting: null },
  { what: 'the log of disclosures', days: config.auditDays, setting: 'AUDIT_DAYS' },
  { what: 'hashes of paid properties', days: config.freeRepeatDays, setting: 'FREE_REPEAT_DAYS' },
  { what: 'saved lookups', days: config.savedLookupDays, setting: 'SAVED_LOOKUP_DAYS' },
  { what: 'choices of columns that no one uses', days: 365, setting: null },
  { what: 'answers for repeated requests', days: 1, setting: null },
  { what: 'uploaded owner files that wait', days: 1, setting: null },
  { what: 'replaced and deleted owner records', days: 1, setting: null },
];

const retentionLines = ({ config, differing }: Service): string[] => [
  ...table(
    ['KEPT', 'DAYS', 'SETTING'],
    retentionOf(config).map(({ what, days, setting }) => [what, String(days), setting ?? '(fixed)']),
  ),
  ...spaced(ignoredLines(differing)),
];

const spaced = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', ...lines]);

export const purgeCommand = (io: Io): Command =>
  command('purge', 'Delete now whatever is past its retention time; a running server does it by itself')
    .option('--now', 'do it')
    .action((options: PurgeOptions) => {
      if (options.now !== true)
        throw new UsageError(
          'Nothing was deleted. "purge --now" deletes whatever is past its retention time; "doctor" shows how long that is.',
        );
      return answer(io, options, async (service) => {
        requireSecretOfServer(
          service,
          'Nothing was deleted: what is deleted from the log of disclosures is signed.',
        );
        const removed = await purge(service);
        return [
          {
            removed,
            retention: retentionOf(service.config),
            ...(service.differing.length > 0 && { ignoredSettings: textsOf(service.differing) }),
          },
          [
            ...Object.entries(LABELS).map(
              ([name, label]) => `${(removed[name] ?? 0).toLocaleString('en-US')} ${label}`,
            ),
            ...spaced(ignoredLines(service.differing)),
          ],
        ];
      });
    });

/** May run beside servers, and be stopped and run again. */
async function purge(service: Service): Promise<Readonly<Record<string, number>>> {
  const { replays, repeats, saved, sessions, messages, personRequests, ownerIntake, sealing, config } =
    service;
  const swept = await service.sweptJobs();
  return {
    ...swept,
    supportMessages: await messages.sweep(),
    personRequests: await personRequests.sweep(),
    replays: await replays.sweep(),
    paidProperties: await repeats.sweep(config.freeRepeatDays),
    savedLookups: await saved.sweep(),
    columnChoices: await service.columnChoices.sweep(),
    sessions: await sessions.sweep(),
    auditEntries: await sealing.purge(config.auditDays),
    ownerFiles: await ownerIntake.uploads.sweep(),
  };
}

const LABELS: Readonly<Record<string, string>> = {
  jobsWithoutFiles: 'jobs lost their files',
  jobsWithoutNames: 'jobs lost their file name and error',
  jobs: 'jobs that ended without a charge were deleted',
  cancelled: 'jobs without an upload or an approval were cancelled',
  strayFiles: 'stray files were deleted',
  ownerRecords: 'replaced or deleted owner records were deleted',
  supportMessages: 'support messages were deleted',
  personRequests: 'requests of people were deleted',
  replays: 'answers for repeated requests were deleted',
  paidProperties: 'hashes of paid properties were deleted',
  savedLookups: 'saved lookups were deleted',
  columnChoices: 'choices of columns were deleted',
  sessions: 'sessions and sign-in links were deleted',
  auditEntries: 'entries of the log of disclosures were deleted',
  ownerFiles: 'uploaded owner files were deleted',
};
