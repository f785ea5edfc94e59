import type { Accounts } from '../accounts/index.js';
import type { Capacity } from '../storage/index.js';

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
