import { Body, Controller, Inject } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import { ageInDays, MAX_DNC_AGE_DAYS } from '../../../../directory/index.js';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { plain } from '../../../../platform/lib/printable.js';
import { deadlinesOf } from '../../../../privacy/drop/index.js';
import {
  suppressionCounts,
  suppressionPage,
  type Suppression as Entry,
  type SuppressionSearch,
} from '../../../../privacy/list/index.js';
import { personOf, type Cells } from '../../../../privacy/search/index.js';
import { doerOf, logDeed, whyOf } from '../../../acts/act.js';
import { trimmed } from '../../../acts/people.js';
import {
  bool,
  choice,
  day,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  page,
  text,
  time,
} from '../../../acts/schema.js';
import {
  DeletedPerson,
  Disclosure,
  DisclosureLog,
  DropState,
  FoundPerson,
  PersonAndReason,
  PersonCells,
  PersonExport,
  Suppression,
} from '../../../acts/schemas/people.js';
import type { Service } from '../../../service/service.js';
import { AppOperation } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { onePerson } from './one-person.js';
import { OPERATOR_SERVICE } from './operator-service.js';

interface PersonAndReason {
  person: Cells;
  reason: string;
}

/** Most batches that are read: a daily run leaves one per day. */
const BATCHES = 1_000;

/** One person, who received their data, and the suppression list (app.yaml, Operator). The log has counts and ids only. */
@Controller()
export class OperatorPeopleController {
  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {}

  @AppOperation('POST /operator/api/people/found', {
    id: 'findPerson',
    summary: 'Data stored about a person',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.',
    body: PersonCells,
    answers: [200, 'Records, files and messages.', FoundPerson],
  })
  find(@Body() cells: Cells): Promise<AppSchemas['FoundPerson']> {
    return onePerson.find(this.service, personOf(trimmed(cells)));
  }

  @AppOperation('POST /operator/api/people/export', {
    id: 'exportPerson',
    summary: 'All that is stored about a person, to hand over',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.',
    body: PersonCells,
    answers: [200, 'One readable document.', PersonExport],
  })
  async export(@Body() cells: Cells, @FromSession() by: Session): Promise<AppSchemas['PersonExport']> {
    const document = await onePerson.export(this.service, personOf(trimmed(cells)));
    await logDeed(this.service, doerOf(by), ['what is stored about a person was exported', {}]);
    return document;
  }

  @AppOperation('POST /operator/api/people/deletion', {
    id: 'deletePerson',
    summary: 'Delete what is stored about a person, and leave them out',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.',
    body: PersonAndReason,
    answers: [200, 'What was deleted, and what has to wait.', DeletedPerson],
  })
  async erase(
    @Body() { person, reason }: PersonAndReason,
    @FromSession() by: Session,
  ): Promise<AppSchemas['DeletedPerson']> {
    const done = await onePerson.erase(this.service, personOf(trimmed(person)), whyOf(doerOf(by), reason));
    const { waiting: _, notes: _notes, ...counts } = done;
    await logDeed(this.service, doerOf(by), ['a person was deleted', counts]);
    return done;
  }

  @AppOperation('POST /operator/api/people/disclosures', {
    id: 'findDisclosures',
    summary: "Answers and results that had a person's record, oldest first",
    description:
      'A POST, so that no name stands in a URL. Reads all owners and the whole log of disclosures, which takes minutes where both are large.',
    body: form({
      person: maybe(PersonCells),
      recordId: maybe(
        int('An owner record by its number, instead of a person.', { minimum: 1, maximum: 281474976710655 }),
      ),
    }),
    answers: [
      200,
      'Empty if no customer received the record while the log is kept.',
      object({ disclosures: list(Disclosure) }),
    ],
  })
  async disclosures(
    @Body() { person, recordId }: { person?: Cells; recordId?: number },
    @FromSession() by: Session,
  ): Promise<{ disclosures: AppSchemas['Disclosure'][] }> {
    const sought = recordId === undefined ? personOf(trimmed(person ?? {})) : { recordId };
    const found = await onePerson.disclosures(this.service, sought);
    await logDeed(this.service, doerOf(by), [
      'receivers of a record were looked up',
      { answers: found.length },
    ]);
    return {
      disclosures: found.map(({ at, account, downloadedAt, ...rest }) => ({
        ...rest,
        account: plain(account),
        at: isoTime(at),
        downloadedAt: downloadedAt.map(isoTime),
      })),
    };
  }

  @AppOperation('GET /operator/api/disclosure-log', {
    id: 'getDisclosureLog',
    summary: 'How long the log of disclosures is, when it was sealed and when it was checked',
    answers: [200, 'The state of the log.', DisclosureLog],
  })
  async log(): Promise<AppSchemas['DisclosureLog']> {
    const { auditStore, notes } = this.service;
    const [entries, seal, verified] = await Promise.all([
      auditStore.count(),
      auditStore.lastSeal(),
      notes.find('audit verify'),
    ]);
    return {
      entries,
      lastSealAt: seal === null ? null : isoTime(seal.at),
      lastCheck: verified === null ? null : { at: isoTime(verified.at), faults: verified.content.faults },
    };
  }

  @AppOperation('GET /operator/api/suppressions', {
    id: 'listSuppressions',
    summary: 'Entries of the suppression list, newest first',
    description: 'Nothing says whom an entry is about.',
    query: { all: maybe(bool('Lifted ones, too.', { default: false })), ...page(50, 100) },
    answers: [
      200,
      'A page of entries, and how many there are.',
      object({ inForce: int(), lifted: int(), entries: list(Suppression), nextCursor: orNull(text()) }),
    ],
  })
  async suppressions(@AppQuery() search: SuppressionSearch) {
    const { database } = this.service;
    const [{ rows, nextCursor }, counts] = await Promise.all([
      suppressionPage(database, search),
      suppressionCounts(database),
    ]);
    return { ...counts, entries: rows.map(shownSuppression), nextCursor };
  }

  @AppOperation('GET /operator/api/dnc', {
    id: 'getDncLists',
    summary: 'Do Not Call lists, and how old they are',
    answers: [
      200,
      'The lists, and what is wrong with them, as sentences.',
      object({
        maxAgeDays: int('A national list may be so old.'),
        findings: list(text()),
        lists: list(
          object({
            kind: choice(['national', 'internal', 'litigator']),
            areaCode: orNull(text('Null for all.')),
            dated: day(),
            numbers: int(),
            ageDays: int(),
            importedAt: time(),
          }),
        ),
      }),
    ],
  })
  async dnc() {
    const now = this.service.clock.now();
    const lists = await this.service.dncLists();
    return {
      maxAgeDays: MAX_DNC_AGE_DAYS,
      findings: await this.service.dncFindings(),
      lists: lists
        .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.areaCode - b.areaCode)
        .map(({ areaCode, importedAt, ...list }) => ({
          ...list,
          areaCode: areaCode === 0 ? null : String(areaCode),
          ageDays: ageInDays(list.dated, now),
          importedAt: isoTime(importedAt),
        })),
    };
  }

  @AppOperation('GET /operator/api/drop', {
    id: 'getDropStatus',
    summary: "California's DROP, its deadlines and what its lists came to",
    answers: [200, 'The state of the production service.', DropState],
  })
  async drop() {
    const { drop, clock, config } = this.service;
    const batches = await drop.batches('production', BATCHES);
    const times = deadlinesOf(batches, clock.now(), config.drop.periodDays);
    const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
    const named = (status: number | null) => (status === null ? null : (DROP_STATUSES[status] ?? null));
    return {
      hasKey: config.drop.apiKey !== null,
      periodDays: times.periodDays,
      lastAccessAt: time(times.lastAccessAt),
      nextAccessBy: time(times.nextAccessBy),
      answerBy: time(times.answerBy),
      findings: await this.service.dropFindings(),
      counts: (await drop.counts('production')).map(({ status, reported, ...rest }) => ({
        ...rest,
        status: named(status),
        reported: named(reported),
      })),
    };
  }
}

/** Names of the numbers in privacy/list/suppression-store.ts, DROP_STATUS. */
const DROP_STATUSES: Readonly<Record<number, NonNullable<AppSchemas['DropStatus']>>> = {
  1: 'waits',
  2: 'exempted',
  3: 'deleted',
  4: 'opted out',
  5: 'not found',
};

const shownSuppression = ({ id, kind, ...entry }: Entry): AppSchemas['Suppression'] => ({
  id,
  kind,
  reason: plain(entry.reason),
  source: plain(entry.source),
  enteredBy: plain(entry.enteredBy),
  createdAt: isoTime(entry.createdAt),
  liftedAt: entry.liftedAt === null ? null : isoTime(entry.liftedAt),
  liftedBy: entry.liftedBy,
  liftReason: entry.liftReason === null ? null : plain(entry.liftReason),
  erasedAt: entry.erasedAt === null ? null : isoTime(entry.erasedAt),
});
