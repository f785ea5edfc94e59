import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import type { Ids } from '../../ids.js';
import type { FileStore } from '../../storage/index.js';
import type { DropReport, DropStore, ListFile } from '../drop-store.js';
import { fileOf, textOf } from './batches.js';
import { DropError, statusesIn, statusFileHead, statusLines } from './list-files.js';
import type { UploadOutcome } from './platform.js';

/** Receiver of files of statuses: the platform, or a folder from which a person uploads them. */
export interface Recipient {
  send(kind: DropReport['kind'], name: string, content: string): Promise<UploadOutcome>;
}

interface ReportingNeeds {
  drops: DropStore;
  database: Database;
  files: FileStore;
  clock: Clock;
  ids: Ids;
}

/** Outcome of a file of statuses. */
export interface Reported {
  name: string;
  /** `waits`: a row matches one person who is not deleted yet. `later`: the platform takes no changes now. */
  outcome: 'taken' | 'waits' | 'rejected' | 'later';
  why?: string;
}

/** Rows per transaction. */
const PER_STEP = 2_000;
const SUFFIX_LENGTH = 8;
/** Status of rows in a file that DROP has under this name although this server never sent it. */
const UNKNOWN = 0;

/**
 * Reports statuses. A file is stored before it is first sent, and sent unchanged until it is accepted. So a lost response does no
 * harm, and every report can be shown later.
 */
export class DropReporting {
  constructor(private readonly needs: ReportingNeeds) {}

  /** Reports all rows of a list, once. Null if there is nothing to report. */
  async upload(list: ListFile, to: Recipient): Promise<Reported | null> {
    const { drops } = this.needs;
    const reports = (await drops.reports(list.id)).filter(({ kind }) => kind === 'upload');
    if (reports.some(({ takenAt }) => takenAt !== null)) return null;
    if (reports.length === 0 && (await drops.waitingIn(list.id)) > 0)
      return { name: list.name, outcome: 'waits' };
    const report = reports[0] ?? (await this.#make(list, 'upload', list.name));
    return report === null ? null : this.#send(list, report, to);
  }

  /** Reports the rows of a list with a status that has changed since the last report. */
  async amend(list: ListFile, to: Recipient): Promise<Reported | null> {
    const { drops, ids } = this.needs;
    const left = (await drops.reports(list.id)).find(
      ({ kind, takenAt }) => kind === 'amend' && takenAt === null,
    );
    // DROP accepts each name only once.
    const name = list.name.replace(/\.csv$/i, `_${ids.base62(SUFFIX_LENGTH)}.csv`);
    const report = left ?? (await this.#make(list, 'amend', name));
    return report === null ? null : this.#send(list, report, to);
  }

  async #make(list: ListFile, kind: DropReport['kind'], name: string): Promise<DropReport | null> {
    const { drops, database, files, clock, ids } = this.needs;
    const first = await drops.statuses(list.id, kind, '');
    if (first.length === 0) return null;
    const report: DropReport = {
      ...{ name, listId: list.id, kind, madeAt: clock.now(), sentAt: null, takenAt: null },
      file: fileOf(list.batchId, `report-${ids.uuid()}`),
    };
    const lines = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(statusFileHead);
      for (let some = first; some.length > 0;) {
        yield Buffer.from(statusLines(some));
        some = await drops.statuses(list.id, kind, some.at(-1)?.[0] ?? '');
      }
    };
    await files.write(report.file, lines(), { maxBytes: Number.MAX_SAFE_INTEGER });
    await database.write((tx) => drops.putReport(tx, report));
    return report;
  }

  async #send(list: ListFile, report: DropReport, to: Recipient): Promise<Reported> {
    const { drops, database, files, clock } = this.needs;
    const { name, kind } = report;
    const content = await textOf(files, report.file);
    const wasSent = report.sentAt !== null;
    // Saved before sending, so that a possibly lost response is known even after a kill.
    const sent = { ...report, sentAt: report.sentAt ?? clock.now() };
    if (!wasSent) await database.write((tx) => drops.putReport(tx, sent));
    const outcome = await to.send(kind, name, content);
    // After a lost response, DROP reports that it has the file, or that it expects no more.
    const wasTaken =
      wasSent && (outcome.kind === 'had' || (kind === 'upload' && outcome.kind === 'conflict'));
    if (outcome.kind === 'accepted' || outcome.kind === 'had' || wasTaken) {
      const isOurs = outcome.kind !== 'had' || wasSent;
      for (const some of statusesIn(content, PER_STEP))
        await database.write((tx) =>
          drops.noteReported(tx, list.service, isOurs ? some : some.map(([id]) => [id, UNKNOWN] as const)),
        );
      await database.write((tx) => drops.putReport(tx, { ...sent, takenAt: clock.now() }));
      return { name, outcome: 'taken' };
    }
    if (outcome.kind === 'conflict') {
      if (kind === 'amend') return { name, outcome: 'later', why: outcome.why };
      throw new DropError(`DROP waits for no statuses, so ${name} was not sent: ${outcome.why}`);
    }
    // The next run creates it again.
    await database.write((tx) => drops.removeReport(tx, report));
    return { name, outcome: 'rejected', why: outcome.why };
  }
}
