import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  clientNetwork,
  countFromAnyone,
  RateLimitedError,
  type LimitsForAnyone,
  type RateLimit,
  type RequestRate,
} from '../../money/limits/index.js';
import { IdempotencyConflictError } from '../../money/receipts/index.js';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThanOrEqual } from '../../platform/database/typeorm.js';
import { derivedUuid } from '../../platform/ids.js';
import { Turns } from '../../platform/lib/batches.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import type { Logger } from '../../platform/logger.js';
import type { TaskQueue } from '../../platform/queue/index.js';
import { SuppressionError, type Suppressions } from '../list/index.js';
import { requestsOfForm } from '../search/cells.js';
import type { PersonSearch } from '../search/index.js';
import {
  canExtend,
  deadlineFindings,
  dueAt,
  PersonRequestEntity,
  RequestGoneError,
  RequestsFullError,
  RequestsOffError,
  RequestStateError,
  UnusableProofError,
  type Deed,
  type HistoryEntry,
  type PersonRequest,
  type RequestForm,
  type RequestState,
} from './entities.js';
import { readProof, type Proofs } from './proofs.js';
import { addressOnLetter, letterLines, REQUEST_MAIL_TASK, REQUEST_NOTE_TASK } from './request-mail.js';

const HOUR_SECONDS = 3_600;
const SENT_BY_NETWORK: RateLimit = { name: 'person-request', limit: 5, windowSeconds: 900 };
const SENT: LimitsForAnyone = {
  network: SENT_BY_NETWORK,
  wider: { name: 'person-request-wide', limit: 20, windowSeconds: HOUR_SECONDS },
  ofIpv4: 60,
  all: { name: 'person-request-all', limit: 200, windowSeconds: HOUR_SECONDS },
};
/** Mails to one address, which a stranger may have named. */
const MAILS: RateLimit = { name: 'person-request-mail', limit: 3, windowSeconds: 24 * HOUR_SECONDS };
const ALL_MAILS: RateLimit = { name: 'person-request-mails', limit: 60, windowSeconds: HOUR_SECONDS };
/** Attempts at links and codes, per network. */
const PROOFS: RateLimit = { name: 'person-request-proof', limit: 30, windowSeconds: 900 };
const EVERYBODY = 'all';
/** Requests that are read at once. */
const PER_PAGE = 100;

export const REQUEST_RATE_LIMITS: readonly RateLimit[] = [
  ...[SENT_BY_NETWORK, SENT.wider, SENT.all],
  ...[MAILS, ALL_MAILS, PROOFS],
];

/**
 * Together with the lengths in app.yaml, limits the disk space that strangers can fill to some 50 MB. Above it the oldest give way: the
 * page stays open to everyone, however many requests somebody sends to fill it.
 */
const MAX_UNCONFIRMED = 10_000;
/** The operator is warned above this number. */
const MANY_UNCONFIRMED = 8_000;
/** Days to confirm a request, from its receipt or its last letter. */
const UNCONFIRMED_DAYS = 45;
const EXTENDED_FACTOR = 2;

export type Act = 'confirm' | 'extend' | 'done' | 'refuse' | 'reopen';

export interface RequestSearch {
  state: 'unconfirmed' | 'open' | 'closed' | 'all';
  cursor?: string | undefined;
  limit: number;
}

const STATES: Readonly<Record<RequestSearch['state'], readonly RequestState[]>> = {
  unconfirmed: ['unconfirmed'],
  open: ['open'],
  closed: ['done', 'refused'],
  all: ['unconfirmed', 'open', 'done', 'refused'],
};

interface RequestsNeeds {
  /** Database for data from strangers, separate so that the ledger's database doesn't grow by it. */
  database: Database;
  rate: RequestRate;
  clock: Clock;
  logger: Logger;
  proofs: Proofs;
  suppressions: Pick<Suppressions, 'check'>;
  /** Free disk space in bytes, without the reserve for the ledger. */
  roomBytes: () => Promise<number>;
  baseUrl: () => string;
  config: Pick<Config, 'optOut' | 'operatorName' | 'requestDays' | 'requestRetentionDays'>;
  /** Null without a mail server; requests are then confirmed by letter. */
  outbox: { database: Database; queue: TaskQueue } | null;
}

/** People's requests about their data, from the page /opt-out until they are deleted. */
export class PersonRequests {
  readonly #turns = new Turns();

  constructor(private readonly needs: RequestsNeeds) {}

  get isTaking(): boolean {
    return this.needs.config.optOut === 'on';
  }

  /**
   * Accepts a request, without reading any stored data about people. The same idempotency key means the same request, and causes
   * one mail: if it was not queued because the process was killed, it is queued now.
   * @throws RequestsOffError, SuppressionError, RateLimitedError, RequestsFullError, IdempotencyConflictError
   */
  async submit(
    form: RequestForm,
    idempotencyKey: string,
    ipAddress: string,
  ): Promise<{ reference: string; confirmBy: 'email' | 'letter' }> {
    if (!this.isTaking) throw new RequestsOffError();
    const id = derivedUuid('person-request', idempotencyKey);
    const { database } = this.needs;
    return this.#turns.take(id, async () => {
      const known = await database.read.findOneBy(PersonRequestEntity, { id });
      const request = known ?? (await this.#store(id, form, ipAddress));
      requireSame(request, form);
      return { reference: request.reference, confirmBy: await this.#confirmBy(request) };
    });
  }

  /**
   * Confirms a request once; the same link or code again, while the request is open, changes nothing.
   * @throws RequestsOffError, UnusableProofError, RateLimitedError
   */
  async confirm(text: string, ipAddress: string): Promise<PersonRequest> {
    if (!this.isTaking) throw new RequestsOffError();
    const { database, rate, clock, proofs } = this.needs;
    await rate.consume(PROOFS.name, clientNetwork(ipAddress));
    const proof = readProof(text);
    if (proof === null) throw new UnusableProofError();
    const found = await database.read.findOneBy(PersonRequestEntity, { reference: proof.reference });
    if (found === null) throw new UnusableProofError();
    const provenBy = (request: PersonRequest) => {
      const by = proofs.confirms(request, proof, clock.now());
      if (by === null || request.emptiedAt !== null) throw new UnusableProofError();
      return by;
    };
    provenBy(found);
    // Queued before the confirmation is committed, so that the operator is told even if the process is killed in between.
    if (found.state === 'unconfirmed') await this.#enqueue(REQUEST_NOTE_TASK, found.id);
    const { request } = await this.#write(found.id, (request) => {
      const by = provenBy(request);
      if (request.state === 'open') return;
      if (request.state !== 'unconfirmed') throw new UnusableProofError();
      request.state = 'open';
      this.#note(request, 'confirmed', null, by);
    }).catch((error: unknown) => {
      throw error instanceof RequestGoneError ? new UnusableProofError() : error;
    });
    return request;
  }

  /** Page of requests: open ones by deadline, all others newest first. @throws InvalidCursorError */
  async page({ state, cursor, limit }: RequestSearch): Promise<Page<PersonRequest>> {
    const { read } = this.needs.database;
    const [column, order, beyond] =
      state === 'open' ? (['due_at', 'ASC', '>'] as const) : (['created_at', 'DESC', '<'] as const);
    const after = cursor === undefined ? null : readCursor(cursor);
    const states = STATES[state].map((one) => `'${one}'`).join(', ');
    const rest = after === null ? '' : `AND (${column}, id) ${beyond} ($1, $2)`;
    const found = await read.query<{ id: string }[]>(
      `SELECT id FROM person_requests WHERE state IN (${states}) ${rest}
        ORDER BY ${column} ${order}, id ${order} LIMIT ${after === null ? '$1' : '$3'}`,
      [...(after === null ? [] : [after.at, after.id]), limit + 1],
    );
    const rows = await read.find(PersonRequestEntity, { where: { id: In(found.map(({ id }) => id)) } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const sorted = found.flatMap(({ id }) => byId.get(id) ?? []);
    return pageOf(sorted, limit, ({ dueAt: due, createdAt, id }) => ({
      at: state === 'open' ? due : createdAt,
      id,
    }));
  }

  /** A request by its id or its reference. @throws RequestGoneError */
  async get(idOrReference: string): Promise<PersonRequest> {
    const { read } = this.needs.database;
    const request = await read.findOne(PersonRequestEntity, {
      where: [{ id: idOrReference }, { reference: idOrReference.toUpperCase() }],
    });
    if (request === null) throw new RequestGoneError();
    return request;
  }

  /** The request with everything that is being written to it now, also by another server; null if it is gone. */
  settled(id: string): Promise<PersonRequest | null> {
    return this.needs.database.writeFor(id, (tx) => locked(tx, id));
  }

  /** Writes a new letter; only this call returns its code. Invalidates the codes of earlier letters. @throws RequestStateError */
  async letter(id: string, by: string): Promise<{ code: string; lines: string[] }> {
    const { clock, proofs, baseUrl, config } = this.needs;
    const { request, value: addressLines } = await this.#write(id, (request) => {
      if (request.state !== 'unconfirmed')
        throw new RequestStateError('This request is confirmed or closed: it needs no letter.');
      const lines = addressOnLetter(request);
      if (lines === null)
        throw new RequestStateError(
          'No letter was written: no address of this request is one that a letter can have, and strangers may write anything there. Look at it, and confirm or refuse the request yourself.',
        );
      request.letters += 1;
      request.letterAt = clock.now();
      // The code shows that somebody gets mail there, and nothing about the request's other addresses.
      this.#note(request, 'letter', by, `to ${lines.join(', ')}`);
      return lines;
    });
    const code = proofs.letterCode(request);
    return {
      code,
      lines: letterLines(request, {
        baseUrl: baseUrl(),
        operatorName: config.operatorName,
        code,
        addressLines,
      }),
    };
  }

  /** Advances a request; repeating a step changes nothing. @throws RequestGoneError, RequestStateError */
  async act(
    id: string,
    act: Act,
    { by, reason = '' }: { by: string; reason?: string },
  ): Promise<PersonRequest> {
    const note = reason.trim() === '' ? null : reason.trim();
    if (act === 'refuse' && note === null) throw new RequestStateError('Say why you refuse the request.');
    const { request } = await this.#write(id, (request) => this.#act(request, act, by, note));
    return request;
  }

  #act(request: PersonRequest, act: Act, by: string, note: string | null): void {
    const { clock, config } = this.needs;
    const isClosed = request.state === 'done' || request.state === 'refused';
    switch (act) {
      case 'confirm':
        if (request.state !== 'unconfirmed') return;
        request.state = 'open';
        return this.#note(request, 'confirmed_by_operator', by, note);
      case 'extend':
        if (request.extendedAt !== null) return;
        if (!canExtend(request))
          throw new RequestStateError('Only an open request to know or to delete can be extended, once.');
        request.extendedAt = clock.now();
        request.dueAt = dueAt(request.wants, request.createdAt, EXTENDED_FACTOR * config.requestDays);
        return this.#note(request, 'extended', by, note);
      case 'done':
      case 'refuse': {
        const state = act === 'done' ? 'done' : 'refused';
        if (request.state === state) return;
        if (isClosed) throw new RequestStateError('This request is closed. Reopen it first.');
        if (act === 'done') requireConfirmed(request);
        request.state = state;
        request.closedAt = clock.now();
        return this.#note(request, state, by, note);
      }
      case 'reopen':
        if (!isClosed) return;
        if (request.emptiedAt !== null)
          throw new RequestStateError('The person was deleted from this request, so it stays closed.');
        // A stranger's request that nothing has confirmed waits for that again.
        request.state = isConfirmed(request) ? 'open' : 'unconfirmed';
        request.closedAt = null;
        return this.#note(request, 'reopened', by, note);
    }
  }

  /** Adds a step to the request's history. @throws RequestGoneError */
  async note(
    id: string,
    what: 'exported' | 'suppressed' | 'deleted',
    by: string,
    note: string | null,
  ): Promise<void> {
    await this.#write(id, (request) => this.#note(request, what, by, note));
  }

  async noteMailed(id: string): Promise<void> {
    await this.#write(id, (request) => {
      if (request.mailedAt !== null) return;
      request.mailedAt = this.needs.clock.now();
      this.#note(request, 'mailed', null, null);
    });
  }

  /** Requests that name a person, even as the agent or in a note of an operator. */
  async about(search: PersonSearch): Promise<PersonRequest[]> {
    const found: PersonRequest[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await this.page({ state: 'all', limit: PER_PAGE, cursor });
      for (const request of page.rows) {
        if (isRequestOf(search, request) || hasNote(search, request)) found.push(request);
        // Strangers may store very many: others get a turn in between.
        await setImmediate();
      }
      if (page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  }

  /** Removes what operators noted about the people, in requests of any state. */
  async removeNotes(requests: readonly PersonRequest[], search: PersonSearch): Promise<void> {
    for (const { id } of requests)
      await this.needs.database.writeFor(id, async (tx) => {
        const request = await locked(tx, id);
        const history = request?.history.map((entry) =>
          isNoteAbout(search, entry) ? { ...entry, note: null } : entry,
        );
        if (history !== undefined) await tx.update(PersonRequestEntity, { id }, { history });
      });
  }

  /**
   * Removes the person's data from closed requests. The kind, times and outcome of a request stay, as the law requires. Open requests
   * stay unchanged until they are closed.
   * @returns number of requests emptied
   */
  async empty(requests: readonly PersonRequest[]): Promise<number> {
    let emptied = 0;
    for (const { id, state } of requests) {
      if (state !== 'done' && state !== 'refused') continue;
      await this.#write(id, (request) => {
        if (request.emptiedAt !== null) return;
        request.emptiedAt = this.needs.clock.now();
        Object.assign(request, { name: '', addresses: [], phones: [], emails: [] });
        Object.assign(request, { agent: null, contactEmail: null });
        request.history = request.history.map((entry) => ({ ...entry, note: null }));
        this.#note(request, 'emptied', null, null);
        emptied += 1;
      });
    }
    return emptied;
  }

  /** Deletes requests that were not confirmed in time, or closed long enough ago. Returns their number. */
  async sweep(): Promise<number> {
    const { database, clock, config } = this.needs;
    const now = clock.now();
    return database.write(async (tx) => {
      const unconfirmed = await tx.delete(PersonRequestEntity, {
        state: 'unconfirmed',
        changedAt: LessThanOrEqual(now - UNCONFIRMED_DAYS * MS_PER_DAY),
      });
      const closed = await tx.delete(PersonRequestEntity, {
        state: In([...STATES.closed]),
        closedAt: LessThanOrEqual(now - config.requestRetentionDays * MS_PER_DAY),
      });
      return (unconfirmed.affected ?? 0) + (closed.affected ?? 0);
    });
  }

  /** Number of requests that aren't confirmed yet. */
  unconfirmed(): Promise<number> {
    return this.needs.database.read.countBy(PersonRequestEntity, { state: 'unconfirmed' });
  }

  /** Findings for the operator, as sentences. */
  async findings(): Promise<string[]> {
    const { database, clock } = this.needs;
    const open = await database.read.find(PersonRequestEntity, {
      where: { state: 'open' },
      order: { dueAt: 'ASC' },
    });
    const unconfirmed = await this.unconfirmed();
    return [
      ...deadlineFindings(open, clock.now()),
      ...(unconfirmed < MANY_UNCONFIRMED
        ? []
        : [
            `${unconfirmed} requests of people wait to be confirmed, and above ${MAX_UNCONFIRMED} the oldest without a letter give way; see "people requests list --state unconfirmed"`,
          ]),
    ];
  }

  /** Open requests, how many of them are late, when the next one is due, and how many unconfirmed ones wait for a letter. */
  async due(): Promise<{ open: number; late: number; letters: number; nextDueAt: number | null }> {
    const { database, clock } = this.needs;
    const [row] = await database.read.query<{ open: number; late: number | null; next: number | null }[]>(
      `SELECT COUNT(*) AS open, SUM(CASE WHEN due_at < $1 THEN 1 ELSE 0 END) AS late, MIN(due_at) AS next
         FROM person_requests WHERE state = 'open'`,
      [clock.now()],
    );
    const unasked = { state: 'unconfirmed', letters: 0, mailedAt: IsNull() } as const;
    const letters = await database.read.countBy(
      PersonRequestEntity,
      this.needs.outbox === null
        ? unasked
        : [
            { ...unasked, confirmBy: 'letter' },
            { ...unasked, contactEmail: IsNull() },
          ],
    );
    const nextDueAt = row?.next ?? null;
    return {
      open: Number(row?.open ?? 0),
      late: Number(row?.late ?? 0),
      letters,
      nextDueAt: nextDueAt === null ? null : Number(nextDueAt),
    };
  }

  /** How the person confirms the request, decided once; queues the mail. */
  async #confirmBy(request: PersonRequest): Promise<'email' | 'letter'> {
    const { id, contactEmail, mailedAt, state } = request;
    if (request.confirmBy !== null) return request.confirmBy;
    if (mailedAt !== null) return 'email';
    if (contactEmail === null || this.needs.outbox === null || state !== 'unconfirmed') return 'letter';
    const confirmBy = (await this.#mail(request, contactEmail)) ? 'email' : 'letter';
    // After the mail is queued: a process that is killed in between queues it again, and one is sent.
    await this.needs.database.write((tx) => tx.update(PersonRequestEntity, { id }, { confirmBy }));
    return confirmBy;
  }

  async #store(id: string, form: RequestForm, ipAddress: string): Promise<PersonRequest> {
    const { database, rate, clock, proofs, roomBytes, config } = this.needs;
    this.#check(form);
    if ((await roomBytes()) <= 0) throw new RequestsFullError();
    await countFromAnyone(rate, SENT, ipAddress);
    const createdAt = clock.now();
    const request: PersonRequest = {
      ...form,
      name: form.name.trim(),
      agent: form.agent?.trim() || null,
      id,
      reference: proofs.referenceOf(id),
      state: 'unconfirmed',
      createdAt,
      dueAt: dueAt(form.wants, createdAt, config.requestDays),
      changedAt: createdAt,
      extendedAt: null,
      closedAt: null,
      mailedAt: null,
      letterAt: null,
      emptiedAt: null,
      confirmBy: null,
      letters: 0,
      history: [],
    };
    this.#note(request, 'received', null, null);
    return database.writeFor(id, async (tx) => {
      const known = await tx.findOneBy(PersonRequestEntity, { id });
      if (known !== null) return known;
      await this.#makeRoom(tx);
      await tx.insert(PersonRequestEntity, { ...request });
      return request;
    });
  }

  /** Deletes the oldest unconfirmed requests above the limit. What an operator wrote a letter for goes last. */
  async #makeRoom(tx: Tx): Promise<void> {
    const state = 'unconfirmed';
    const tooMany = (await tx.countBy(PersonRequestEntity, { state })) - MAX_UNCONFIRMED + 1;
    if (tooMany <= 0) return;
    const oldest = await tx.query<{ id: string }[]>(
      `SELECT id FROM person_requests WHERE state = 'unconfirmed'
        ORDER BY CASE WHEN letters > 0 THEN 1 ELSE 0 END, created_at, id LIMIT $1`,
      [tooMany],
    );
    // The state again: another server may confirm one meanwhile.
    await tx.delete(PersonRequestEntity, { id: In(oldest.map(({ id }) => id)), state });
    this.needs.logger.warn({ requests: tooMany }, 'requests that were not confirmed gave way to a new one');
  }

  /** Refuses a form that could never match anything, while the person can still correct it. @throws SuppressionError */
  #check(form: RequestForm): void {
    const requests = requestsOfForm(form);
    if (requests.length === 0) throw new SuppressionError('Give a name and an address.');
    for (const request of requests) this.needs.suppressions.check(request);
  }

  /** @returns false if no mail may be sent now: the request needs a letter */
  async #mail({ id }: PersonRequest, contactEmail: string): Promise<boolean> {
    const { rate, logger } = this.needs;
    try {
      await rate.requireRoom(ALL_MAILS.name, EVERYBODY);
      const address = createHash('sha256').update(mailboxOf(contactEmail)).digest('hex');
      await rate.consume(MAILS.name, address);
      await rate.consume(ALL_MAILS.name, EVERYBODY);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      logger.warn({ requestId: id }, 'too many requests to confirm by mail: one needs a letter');
      return false;
    }
    await this.#enqueue(REQUEST_MAIL_TASK, id);
    return true;
  }

  async #enqueue(kind: string, id: string): Promise<void> {
    const { outbox } = this.needs;
    await outbox?.database.write((tx) =>
      outbox.queue.enqueue(tx, { kind, subject: id, accountId: '', weight: 0 }),
    );
  }

  #note({ history }: PersonRequest, what: Deed, by: string | null, note: string | null): void {
    history.push({ at: this.needs.clock.now(), what, by, note } satisfies HistoryEntry);
  }

  /** Serializes the changes to one request, even across servers. @throws RequestGoneError */
  #write<T>(
    id: string,
    change: (request: PersonRequest) => T,
  ): Promise<{ request: PersonRequest; value: T }> {
    const { database, clock } = this.needs;
    return database.writeFor(id, async (tx) => {
      const request = await locked(tx, id);
      if (request === null) throw new RequestGoneError();
      const before = request.history.length;
      const value = change(request);
      if (request.history.length > before) {
        request.changedAt = clock.now();
        const { id: _, ...columns } = request;
        await tx.update(PersonRequestEntity, { id }, columns);
      }
      return { request, value };
    });
  }
}

/** Reads a request and keeps others, also on other servers, from changing or deleting it before this transaction ends. */
async function locked(tx: Tx, id: string): Promise<PersonRequest | null> {
  await tx.query('UPDATE person_requests SET id = id WHERE id = $1', [id]);
  return tx.findOneBy(PersonRequestEntity, { id });
}

/** Whether the request is from or about one of the people, by what the form says. */
export function isRequestOf(search: PersonSearch, request: PersonRequest): boolean {
  const { name, agent, contactEmail, addresses, phones, emails } = request;
  const text = [agent ?? '', ...addresses.map(oneLine), ...phones, ...emails].join('\n');
  return search.isIn({
    fullName: name,
    email: contactEmail ?? '',
    phone: phones.join('\n'),
    message: text,
  });
}

/** Whether an operator noted something about one of the people. */
export const hasNote = (search: PersonSearch, { history }: PersonRequest): boolean =>
  history.some((entry) => isNoteAbout(search, entry));

const isNoteAbout = (search: PersonSearch, { note }: HistoryEntry): boolean =>
  note !== null && search.isIn({ fullName: '', email: '', phone: '', message: note });

/** The mailbox of an address: `jane+2@example.com` is Jane's, too, and at Gmail `j.ane@googlemail.com`. */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  const own = name.split('+')[0] ?? '';
  return GMAIL.has(host) ? `${own.replaceAll('.', '')}@gmail.com` : `${own}@${host}`;
}
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The same key with another form is another request, which would be lost silently. @throws IdempotencyConflictError */
function requireSame(request: PersonRequest, form: RequestForm): void {
  // Nothing is left to compare it with.
  if (request.emptiedAt !== null || textOf(request) === textOf(form)) return;
  throw new IdempotencyConflictError(
    'This Idempotency-Key was used for another request. Nothing was stored. Send the new one with a new key.',
  );
}

const textOf = ({ wants, name, addresses, phones, emails, agent, contactEmail, language }: RequestForm) =>
  JSON.stringify([
    ...[wants, name.trim(), phones, emails, agent?.trim() || null, contactEmail, language],
    addresses.map(({ street, city, state, zip }) => [street, city, state, zip]),
  ]);

const isConfirmed = ({ history }: PersonRequest): boolean =>
  history.some(({ what }) => what === 'confirmed' || what === 'confirmed_by_operator');

/** Sentences on how a request was confirmed, and what that doesn't prove. Empty if an operator confirmed it. */
export function proofLines({ history, addresses, contactEmail }: PersonRequest): string[] {
  const by = history.findLast(({ what }) => what === 'confirmed')?.note;
  if (by === 'link')
    return [
      `A link mailed to ${contactEmail} confirmed this. Hand out a copy only where the record has that email.`,
    ];
  if (by !== 'letter' || addresses.length === 1) return [];
  const to = history.findLast(({ what }) => what === 'letter')?.note ?? 'to one address';
  return [
    `The code of a letter ${to} confirmed this. It shows nothing about the other addresses, so hand out no copy of what is found there.`,
  ];
}

/** Refuses to act on an unconfirmed request: anyone can send one in another person's name. @throws RequestStateError */
export function requireConfirmed(request: PersonRequest): void {
  if (!isConfirmed(request))
    throw new RequestStateError(
      'This request is not confirmed, so anyone may have sent it. Send a letter, confirm it yourself, or refuse it with a reason.',
    );
}

export const oneLine = ({ street, city, state, zip }: PersonRequest['addresses'][number]): string =>
  [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
