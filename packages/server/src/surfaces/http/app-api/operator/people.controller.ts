import { Body, Controller, Inject } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import {
  suppressionCounts,
  suppressionPage,
  type SuppressionSearch,
} from '../../../../privacy/list/index.js';
import { personOf, type Cells } from '../../../../privacy/search/index.js';
import { doerOf, logDeed, whyOf } from '../../../acts/act.js';
import { trimmed } from '../../../acts/people.js';
import { bool, int, list, maybe, object, orNull, page, text } from '../../../acts/schema.js';
import {
  DeletedPerson,
  DisclosureLog,
  FoundPerson,
  PersonAndReason,
  PersonCells,
  PersonExport,
  Suppression,
} from '../../../acts/schemas/people.js';
import { shownSuppression } from '../../../acts/shown.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { onePerson } from './one-person.js';

interface PersonAndReason {
  person: Cells;
  reason: string;
}

/** One person, who received their data, and the suppression list (app.yaml, Operator). The log has counts and ids only. */
@Controller()
export class OperatorPeopleController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('POST /operator/api/people/found', {
    id: 'findPerson',
    summary: 'Data stored about a person',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.',
    body: PersonCells,
    answers: [200, 'Records, files and messages.', FoundPerson],
  })
  async find(@Body() cells: Cells, @FromSession() by: Session): Promise<AppSchemas['FoundPerson']> {
    const found = await onePerson.find(this.service, personOf(trimmed(cells)));
    await logDeed(this.service, doerOf(by), ['what is stored about a person was shown', {}]);
    return found;
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
}
