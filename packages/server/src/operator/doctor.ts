import { Command } from 'commander';
import { command, withService, type CommonOptions } from './command.js';
import { Finding, print, type Io } from './io.js';

/** Below this there is no room for a large job's files. */
const MIN_FREE_BYTES = 1_000_000_000;

export const doctorCommand = (io: Io): Command =>
  command('doctor', 'check the ledger, jobs, files and disk; exit 1 on a finding').action(
    (options: CommonOptions) =>
      withService(io, options, async (service) => {
        const all = await service.accounts.list();
        const findings = [
          ...(await service.ledgerFindings()),
          ...(await service.jobFindings()),
          ...(await service.fileFindings()),
        ];
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
