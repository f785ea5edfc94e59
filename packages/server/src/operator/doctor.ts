import { Command } from 'commander';
import { ledgerFaults } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { Finding, print, type Io } from './io.js';

/** Below this there is no room for a large job's files. */
const MIN_FREE_BYTES = 1_000_000_000;

export const doctorCommand = (io: Io): Command =>
  command('doctor', 'check the ledger, jobs, files and disk; exit 1 on a finding').action(
    (options: CommonOptions) =>
      withService(io, options, async (service) => {
        const { accounts, billing } = service;
        const findings: string[] = [];
        const all = await accounts.list();
        for (const { id } of all) {
          const { records, balanceCents } = await billing.statement(id);
          findings.push(...ledgerFaults(records, balanceCents).map((fault) => `account ${id}: ${fault}`));
        }
        findings.push(...(await service.jobFindings()));
        const freeBytes = await service.freeBytes();
        if (freeBytes < MIN_FREE_BYTES) {
          findings.push(`only ${Math.floor(freeBytes / 1_000_000)} MB are free in the data directory`);
        }
        const report = { ok: findings.length === 0, accountsChecked: all.length, freeBytes, findings };
        const summary = findings.length === 0 ? [`No findings; ${all.length} accounts checked.`] : findings;
        print(io, options, report, summary);
        if (findings.length > 0) throw new Finding();
      }),
  );
