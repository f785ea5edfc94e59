import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
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
import type { Service } from '../../../service/service.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { onePerson, shownRequest } from './one-person.js';
import { actorOfSession, logDeed, OPERATOR_SERVICE } from './operator-service.js';

/** Requests of people (app.yaml, Operator). The log has their references only. */
@Controller('operator/api/requests')
export class OperatorRequestsController {
  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {}

  @Get()
  async list(@AppQuery() search: RequestSearch) {
    const { personRequests } = this.service;
    const { rows, nextCursor } = await personRequests.page(search);
    return { isTaking: personRequests.isTaking, requests: rows.map(shownRequest), nextCursor };
  }

  @Get(':requestId')
  async get(@Param('requestId') requestId: string): Promise<AppSchemas['PersonRequest']> {
    return shownRequest(await this.service.personRequests.get(requestId));
  }

  @Patch(':requestId')
  async act(
    @Param('requestId') requestId: string,
    @Body() { act, reason }: { act: Act; reason?: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['PersonRequest']> {
    const request = await this.service.personRequests.act(requestId, act, {
      by: nameOf(by),
      ...(reason !== undefined && { reason }),
    });
    await logDeed(this.service, by, 'request of a person changed', { reference: request.reference, act });
    return shownRequest(request);
  }

  @Post(':requestId/letter')
  @HttpCode(200)
  async letter(@Param('requestId') requestId: string, @FromSession() by: Session) {
    const letter = await this.service.personRequests.letter(requestId, nameOf(by));
    await logDeed(this.service, by, 'letter to a person written', { requestId });
    return letter;
  }

  @Post(':requestId/found')
  @HttpCode(200)
  async find(@Param('requestId') requestId: string): Promise<AppSchemas['FoundPerson']> {
    const { request, person } = await this.#person(requestId);
    const found = await onePerson.find(this.service, person);
    return { ...found, notes: [...proofLines(request).map(plain), ...found.notes] };
  }

  @Post(':requestId/export')
  @HttpCode(200)
  async export(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['PersonExport']> {
    const { request, person } = await this.#confirmed(requestId);
    const document = await onePerson.export(this.service, person);
    await this.#note(request.id, 'exported', by, '');
    return document;
  }

  @Post(':requestId/suppression')
  @HttpCode(200)
  async suppress(
    @Param('requestId') requestId: string,
    @FromSession() by: Session,
  ): Promise<AppSchemas['SuppressedPerson']> {
    const { request, person } = await this.#confirmed(requestId);
    const done = await onePerson.suppress(this.service, person, whyOf(request.reference, by));
    const { notes: _, ...counts } = done;
    await this.#note(request.id, 'suppressed', by, `entries added: ${done.added}`);
    await logDeed(this.service, by, 'person left out', { reference: request.reference, ...counts });
    return done;
  }

  @Post(':requestId/deletion')
  @HttpCode(200)
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
    await logDeed(this.service, by, 'a person was deleted', { reference: request.reference, ...counts });
    return done;
  }

  /** @throws RequestStateError if the person's data was deleted from the request */
  async #person(requestId: string) {
    const request = await this.service.personRequests.get(requestId);
    if (request.emptiedAt !== null)
      throw new RequestStateError('The person was deleted from this request: nobody can be looked for.');
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
const whyOf = (reference: string, by: Session) => ({
  reason: `request ${reference}`,
  source: 'opt-out',
  enteredBy: nameOf(by),
  actor: actorOfSession(by),
});
