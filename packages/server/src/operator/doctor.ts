import { lastSealAt } from '../audit/index.js';
import { Command } from 'commander';
import { isoTime } from '../clock.js';
import { command, withService, type CommonOptions } from './command.js';
import type { Service } from '../service/service.js';
import { count, Finding, print, type Io } from './io.js';
import { retentionLines, retentionOf } from './purge.js';

export const doctorCommand = (io: Io): Command =>
  command('doctor', 'Check the ledger, jobs, files and disk; exits with 1 if something is wrong').action(
    (options: CommonOptions) =>
      withService(io, options, async (service) => {
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
          ...{
            ok: findings.length === 0,
            accountsChecked,
            freeBytes,
            findings,
            audit,
            optOut,
            repeats,
            retention,
          },
          ...(differing.length > 0 && { ignoredSettings: differing }),
        };
        const checked =
          accountsChecked === 1 ? '1 account' : `${accountsChecked.toLocaleString('en-US')} accounts`;
        const summary = findings.length === 0 ? [`Everything is fine (${checked} checked).`] : findings;
        print(io, options, report, [
          ...summary,
          '',
          `Log of disclosures: ${audit.entries.toLocaleString('en-US')} entries, last sealed: ${audit.lastSealAt ?? 'never'}.`,
          `The page /opt-out, where people ask to be left out: ${optOut === 'on' ? 'on' : 'off. Start the server with OPT_OUT=on to open it'}.`,
          repeatsLine(repeats),
          '',
          ...retentionLines(service),
        ]);
        if (findings.length > 0) throw new Finding();
      }),
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
      : ` ${count(others, 'account has', 'accounts have')} a term of their own (accounts set --free-repeat-days).`;
  return `A property that was paid for is ${what} (FREE_REPEAT_DAYS).${own}`;
}
