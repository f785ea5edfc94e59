import { Body, Controller, Inject, Param } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { plain } from '../../../../platform/lib/printable.js';
import {
  proofLines,
  RequestStateError,
  requireConfirmed,
  type Act,
  type RequestSearch,
} from '../../../../privacy/requests/index.js';
import { personOfForm } from '../../../../privacy/search/index.js';
import { doerOf, logDeed, whyOf as circumstances } from '../../../acts/act.js';
import { leaveOut } from '../../../acts/people.js';
import {
  bool,
  choice,
  form,
  list,
  maybe,
  object,
  orNull,
  page,
  personal,
  secret,
  text,
} from '../../../acts/schema.js';
import {
  DeletedPerson,
  FoundPerson,
  PersonExport,
  PersonRequest,
  SuppressedPerson,
} from '../../../acts/schemas/people.js';
import { shownRequest } from '../../../acts/shown.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { onePerson } from './one-person.js';

/** Requests of people (app.yaml, Operator). The log has their references only. */
@Controller()
export class OperatorRequestsController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('GET /operator/api/requests', {
    id: 'listRequests',
    summary: 'Requests of people, those due first',
    description: 'Open ones by their deadline; all others newest first.',
    query: {
      state: maybe(choice(['unconfirmed', 'open', 'closed', 'all'], { default: 'open' })),
      ...page(50, 100),
    },
    answers: [
      200,
      'A page of requests.',
      object({
        isTaking: bool('Whether OPT_OUT is on.'),
        requests: list(PersonRequest),
        nextCursor: orNull(text()),
      }),
    ],
  })
  async list(@AppQuery() search: RequestSearch) {
    const { personRequests } = this.service;
    const { rows, nextCursor } = await personRequests.page(search);
    return { isTaking: personRequests.isTaking, requests: rows.map(shownRequest), nextCursor };
  }

  @AppOperation('GET /operator/api/requests/{requestId}', {
    id: 'getRequest',
    summary: 'One request',
    answers: [200, 'The request.', PersonRequest],
  })
  async get(@Param('requestId') requestId: string): Promise<AppSchemas['PersonRequest']> {
    return shownRequest(await this.service.personRequests.get(requestId));
  }

  @AppOperation('PATCH /operator/api/requests/{requestId}', {
    id: 'actOnRequest',
    summary: 'Confirm, extend, close or reopen a request',
    description: 'Doing what was done already changes nothing.',
    body: form({
      act: choice(['confirm', 'extend', 'done', 'refuse', 'reopen']),
      reason: maybe(personal('Why; needed to refuse.', { maxLength: 1000 })),
    }),
    answers: [200, 'The request as it is now.', PersonRequest],
  })
  async act(
    @Param('requestId') requestId: string,
    @Body() { act, reason }: { act: Act; reason?: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['PersonRequest']> {
    const request = await this.service.personRequests.act(requestId, act, {
      by: nameOf(by),
      ...(reason !== undefined && { reason }),
    });
    await logDeed(this.service, doerOf(by), [
      'request of a person changed',
      { reference: request.reference, act },
    ]);
    return shownRequest(request);
  }

  @AppOperation('POST /operator/api/requests/{requestId}/letter', {
    id: 'writeLetter',
    summary: 'A letter with a code that confirms the request',
    description:
      'The code is shown this once. Another letter has another code, and the one before stops working.',
    answers: [
      200,
      'The letter, in the language of the request.',
      object({ code: secret(), lines: list(personal()) }),
    ],
  })
  async letter(@Param('requestId') requestId: string, @FromSession() by: Session) {
    const letter = await this.service.personRequests.letter(requestId, nameOf(by));
    await logDeed(this.service, doerOf(by), ['letter to a person written', { requestId }]);
    return letter;
  }

  @AppOperation('POST /operator/api/requests/{requestId}/found', {
    id: 'findForRequest',
    summary: 'Data stored about the person of a request',
    description: 'Reads all owners and files, which takes minutes with many millions of owners.',
    answers: [200, 'Records, files and messages.', FoundPerson],
  })
  async find(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['FoundPerson']> {
    const { request, person } = await this.#person(requestId);
    const found = await onePerson.find(this.service, person);
    const { reference } = request;
    await logDeed(this.service, doerOf(by), ['what is stored about a person was shown', { reference }]);
    return { ...found, notes: [...proofLines(request).map(plain), ...found.notes] };
  }

  @AppOperation('POST /operator/api/requests/{requestId}/export', {
    id: 'exportForRequest',
    summary: 'All that is stored about the person of a request, to hand over',
    answers: [200, 'One readable document.', PersonExport],
  })
  async export(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['PersonExport']> {
    const { request, person } = await this.#confirmed(requestId);
    const document = await onePerson.export(this.service, person);
    await this.#note(request.id, 'exported', by, '');
    const { reference } = request;
    await logDeed(this.service, doerOf(by), ['what is stored about a person was exported', { reference }]);
    return document;
  }

  @AppOperation('POST /operator/api/requests/{requestId}/suppression', {
    id: 'suppressForRequest',
    summary: 'Leave the person of a request out of every answer',
    description: 'Whom the list has already stays on it.',
    answers: [200, 'What was added to the list.', SuppressedPerson],
  })
  async suppress(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['SuppressedPerson']> {
    const { request, person } = await this.#confirmed(requestId);
    const { added, known, notes } = await leaveOut(this.service, person, whyOf(request.reference, by));
    await this.#note(request.id, 'suppressed', by, `entries added: ${added}`);
    const facts = { reference: request.reference, added, known };
    await logDeed(this.service, doerOf(by), ['person left out', facts]);
    return { added, known, notes };
  }

  @AppOperation('POST /operator/api/requests/{requestId}/deletion', {
    id: 'deleteForRequest',
    summary: 'Delete what is stored about the person of a request, and leave them out',
    description: 'Doing it again deletes the rest.',
    answers: [200, 'What was deleted, and what has to wait.', DeletedPerson],
  })
  async erase(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['DeletedPerson']> {
    const { request, person } = await this.#confirmed(requestId);
    const done = await onePerson.erase(this.service, person, whyOf(request.reference, by), request);
    const { waiting, notes: _, ...counts } = done;
    const { ownerRecords, jobs, messages } = counts;
    await this.#note(
      ...([request.id, 'deleted', by] as const),
      `owner records: ${ownerRecords}, jobs: ${jobs}, messages: ${messages}${waiting.length > 0 ? '; some of it has to wait' : ''}`,
    );
    await logDeed(this.service, doerOf(by), [
      'a person was deleted',
      { reference: request.reference, ...counts },
    ]);
    return done;
  }

  /** @throws RequestStateError if the person's data was deleted from the request */
  async #person(requestId: string) {
    const request = await this.service.personRequests.get(requestId);
    if (request.emptiedAt !== null)
      throw new RequestStateError('The person was deleted from this request: no one can be looked for.');
    return { request, person: personOfForm(request) };
  }

  /** @throws RequestStateError */
  async #confirmed(requestId: string) {
    const found = await this.#person(requestId);
    requireConfirmed(found.request);
    return found;
  }

  #note(requestId: string, what: 'exported' | 'suppressed' | 'deleted', by: Session, note: string) {
    return this.service.personRequests.note(requestId, what, nameOf(by), note === '' ? null : note);
  }
}

const nameOf = ({ name }: Session): string => name ?? 'operator';
const whyOf = (reference: string, by: Session) =>
  circumstances(doerOf(by), `request ${reference}`, 'opt-out');
