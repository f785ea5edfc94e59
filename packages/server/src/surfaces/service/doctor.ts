import type { Accounts } from '../../money/accounts/index.js';
import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/logger.js';
import type { Capacity } from '../../platform/storage/index.js';

/** The doctor's checks. Each returns sentences, or the free space. */
export interface Examined {
  accounts: Pick<Accounts, 'list'>;
  dropFindings(): Promise<string[]>;
  messages: { findings(): Promise<string[]> };
  personRequests: { findings(): Promise<string[]> };
  ledgerFindings(): Promise<string[]>;
  jobFindings(): Promise<string[]>;
  fileFindings(): Promise<string[]>;
  retentionFindings(): Promise<string[]>;
  dncFindings(): Promise<string[]>;
  auditFindings(): Promise<string[]>;
  shortages(): Promise<string[]>;
  capacity(): Promise<Capacity | null>;
}

/** Result of a check of everything. */
export interface Examination {
  accountsChecked: number;
  /** Null if the file store has no limit. */
  freeBytes: number | null;
  /** Findings as sentences; empty if all is well. */
  findings: string[];
}

/** Checks the ledger, jobs, files and messages once. Changes nothing. */
export async function examine(service: Examined): Promise<Examination> {
  const all = await service.accounts.list();
  return {
    accountsChecked: all.length,
    findings: [
      ...(await service.ledgerFindings()),
      ...(await service.jobFindings()),
      ...(await service.fileFindings()),
      ...(await service.dropFindings()),
      ...(await service.messages.findings()),
      ...(await service.personRequests.findings()),
      ...(await service.retentionFindings()),
      ...(await service.dncFindings()),
      ...(await service.auditFindings()),
      ...(await service.shortages()),
    ],
    freeBytes: (await service.capacity())?.freeBytes ?? null,
  };
}

/** A check of everything, as it is kept. */
export interface DoctorCheck {
  checkedAt: number;
  /** An operator, or `service` for the one of the night. */
  checkedBy: string;
  accountsChecked: number;
  /** Sentences; empty if all was well. */
  findings: string[];
}

/** UTC hour of the nightly check. */
const NIGHT_MS = 3 * MS_PER_HOUR;

/** A server that has just started has more to do than to catch up on a missed night. */
const SETTLED_AFTER_MS = MS_PER_HOUR;

const KEPT_CHECKS = 60;

interface DoctorChecksNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  examine: () => Promise<Examination>;
}

/** Runs the doctor, once a night and when asked, and keeps what it found. */
export class DoctorChecks {
  readonly #startedAt: number;

  constructor(private readonly needs: DoctorChecksNeeds) {
    this.#startedAt = needs.clock.now();
  }

  /** @param by an operator, or `service` */
  async run(by: string): Promise<DoctorCheck> {
    const { database, clock, examine } = this.needs;
    const { accountsChecked, findings } = await examine();
    const check = { checkedAt: clock.now(), checkedBy: by, accountsChecked, findings };
    await database.write(async (tx) => {
      await tx.query(
        `INSERT INTO doctor_checks (checked_at, checked_by, accounts_checked, findings) VALUES ($1, $2, $3, $4)
         ON CONFLICT (checked_at) DO NOTHING`,
        [check.checkedAt, by, accountsChecked, JSON.stringify(findings)],
      );
      await tx.query(
        `DELETE FROM doctor_checks WHERE checked_at NOT IN
           (SELECT checked_at FROM doctor_checks ORDER BY checked_at DESC LIMIT ${KEPT_CHECKS})`,
      );
    });
    return check;
  }

  /** Newest first. */
  async last(count: number): Promise<DoctorCheck[]> {
    const rows = await this.needs.database.read.query<
      (Omit<DoctorCheck, 'findings'> & { findings: string })[]
    >(
      `SELECT checked_at AS "checkedAt", checked_by AS "checkedBy", accounts_checked AS "accountsChecked", findings
         FROM doctor_checks ORDER BY checked_at DESC LIMIT $1`,
      [count],
    );
    return rows.map(({ findings, ...row }) => ({ ...row, findings: JSON.parse(findings) as string[] }));
  }

  /** The chore: the check of the night, once for all servers. @returns 0, because it cleans nothing up */
  async nightly(): Promise<number> {
    const { clock, logger } = this.needs;
    const now = clock.now();
    const night = Math.floor((now - NIGHT_MS) / MS_PER_DAY) * MS_PER_DAY + NIGHT_MS;
    if (this.#startedAt >= night && now - this.#startedAt < SETTLED_AFTER_MS) return 0;
    const [last] = await this.last(1);
    if (last !== undefined && last.checkedAt >= night) return 0;
    const { findings, accountsChecked } = await this.run('service');
    if (findings.length > 0)
      logger.warn({ findings: findings.length, accountsChecked }, 'the doctor found something');
    else logger.info({ accountsChecked }, 'the doctor found nothing wrong');
    return 0;
  }
}
