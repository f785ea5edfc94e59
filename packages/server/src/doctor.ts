import type { Accounts } from './accounts/index.js';
import type { Capacity } from './storage/index.js';

/** The doctor's checks. Each returns sentences, or how much room there is. */
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

/** What a check of everything has found. */
export interface Examination {
  accountsChecked: number;
  /** Null where the store of the files knows no limit. */
  freeBytes: number | null;
  /** As sentences; none means that all is well. */
  findings: string[];
}

/** Reads the ledger, jobs, files and messages once. It changes nothing. */
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
