import { setImmediate } from 'node:timers/promises';
import type { ContactMessage } from '@skiptrace/contract';
import {
  countFromAnyone,
  RateLimitedError,
  type LimitsForAnyone,
  type RateLimit,
  type RateState,
  type RequestRate,
} from '../../money/limits/index.js';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThanOrEqual } from '../../platform/database/typeorm.js';
import type { Ids } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import type { Logger } from '../../platform/logger.js';
import type { TaskQueue } from '../../platform/queue/index.js';
import { SupportMessageEntity, type SupportMessage, type ThreadEntry } from './entities.js';
import { MAIL_TASK, REPLY_TASK } from './mail.js';

/**
 * No more messages are accepted: the most that may be stored are stored, or the disk is nearly full. The error code is
 * a full disk's.
 */
class SupportFullError extends coded(
  'storage_full',
  'This server is out of storage and cannot accept messages right now. Try again later.',
) {}

/** The message was deleted, or never existed. */
class MessageNotFoundError extends coded(
  'message_not_found',
  'This message no longer exists: messages are deleted after a while.',
) {}

const MAX_ENTRIES = 200;

/** The message has as many notes and replies as it may have. */
class ThreadFullError extends coded(
  'thread_full',
  `A message can have ${MAX_ENTRIES} notes and replies. Nothing was kept: answer by mail.`,
) {}

/** The request's key was used for another note or reply, which would otherwise be lost without a word. */
class EntryKeyError extends coded(
  'idempotency_conflict',
  'This note or reply was sent before with another text. Nothing was kept: send it again as a new one.',
) {}

const HOUR_SECONDS = 3_600;
const SENT: LimitsForAnyone = {
  // In openapi.yaml: five messages in 15 minutes from one IP address.
  network: { name: 'contact' },
  wider: { name: 'contact-wide', limit: 20, windowSeconds: HOUR_SECONDS },
  ofIpv4: 60,
  all: { name: 'contact-all', limit: 200, windowSeconds: HOUR_SECONDS },
};
/** Keeps a flood of messages from becoming a flood of mail: messages above the limit are only stored. */
const ALL_MAILS: RateLimit = { name: 'contact-mails', limit: 60, windowSeconds: HOUR_SECONDS };
/** Messages that are read at once. */
const PER_PAGE = 100;
const EVERYBODY = 'all';

/** Together with the lengths in openapi.yaml, bounds the disk space of all messages: some 100 MB of ASCII text. */
export const MAX_STORED_MESSAGES = 10_000;
/** The operator is warned above this number. */
const MANY_STORED_MESSAGES = 8_000;

/** Limits for messages that are not in openapi.yaml. */
export const SUPPORT_RATE_LIMITS: readonly RateLimit[] = [SENT.wider, SENT.all, ALL_MAILS];

export interface MessageSearch {
  state: 'open' | 'done' | 'all';
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

const STATES: Readonly<Record<MessageSearch['state'], string>> = {
  open: 'done_at IS NULL',
  done: 'done_at IS NOT NULL',
  all: '1 = 1',
};

interface SupportNeeds {
  /** The messages' own file: strangers' messages don't grow the file that holds the money. */
  database: Database;
  /** Whether the engine finds the messages' file damaged. */
  isDamaged: () => Promise<boolean>;
  rate: RequestRate;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** Disk space left for everything but money, in bytes. */
  roomBytes: () => Promise<number>;
  retentionDays: number;
  /** Queue for mailing messages; null if they are only stored. */
  outbox: { database: Database; queue: TaskQueue } | null;
}

/** @throws SupportFullError */
async function requireRoom(from: Pick<Tx, 'count'>): Promise<void> {
  if ((await from.count(SupportMessageEntity)) >= MAX_STORED_MESSAGES) throw new SupportFullError();
}

export class SupportMessages {
  constructor(private readonly needs: SupportNeeds) {}

  /**
   * Stores a message, to be mailed later. Only stored messages count toward the five (reading 9), so it is counted here.
   * @returns what is left of the sender's window
   * @throws RateLimitedError, SupportFullError
   */
  async send(message: ContactMessage, ipAddress: string): Promise<RateState> {
    const { database, rate, clock, ids, roomBytes } = this.needs;
    if ((await roomBytes()) <= 0) throw new SupportFullError();
    await requireRoom(database.read);
    const state = await countFromAnyone(rate, SENT, ipAddress);
    const row: SupportMessage = {
      id: ids.uuid(),
      fullName: message.fullName,
      email: message.email,
      phone: message.phone,
      reason: message.reason,
      message: message.message,
      consent: message.consent ?? false,
      createdAt: clock.now(),
      doneAt: null,
      seenAt: null,
      thread: null,
    };
    await database.write(async (tx) => {
      await requireRoom(tx);
      await tx.insert(SupportMessageEntity, { ...row });
    });
    await this.#mail(row.id);
    return state;
  }

  /** Newest first. */
  list(): Promise<SupportMessage[]> {
    return this.needs.database.read.find(SupportMessageEntity, { order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** Each message, newest first, read in pages: strangers may store very many long ones, and others get a turn in between. */
  async *each(): AsyncGenerator<SupportMessage> {
    for (let cursor: string | undefined; ;) {
      const { rows, nextCursor } = await this.page({
        state: 'all',
        limit: PER_PAGE,
        ...(cursor !== undefined && { cursor }),
      });
      for (const row of rows) {
        yield row;
        await setImmediate();
      }
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }

  /** A page of the inbox, newest first. @throws InvalidCursorError */
  async page({ state, cursor, limit }: MessageSearch): Promise<Page<SupportMessage>> {
    const { read } = this.needs.database;
    const after = cursor === undefined ? null : readCursor(cursor);
    const rest = after === null ? '' : 'AND (created_at, id) < ($1, $2)';
    const found = await read.query<{ id: string }[]>(
      `SELECT id FROM support_messages WHERE ${STATES[state]} ${rest}
        ORDER BY created_at DESC, id DESC LIMIT ${after === null ? '$1' : '$3'}`,
      [...(after === null ? [] : [after.at, after.id]), limit + 1],
    );
    const messages = await read.find(SupportMessageEntity, {
      where: { id: In(found.map(({ id }) => id)) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return pageOf(messages, limit, ({ createdAt: at, id }) => ({ at, id }));
  }

  /** Marks a message as done or open. Marking it again keeps the first time. @throws MessageNotFoundError */
  async mark(id: string, isDone: boolean): Promise<SupportMessage> {
    const { database, clock } = this.needs;
    return database.write(async (tx) => {
      const message = await tx.findOneBy(SupportMessageEntity, { id });
      if (message === null) throw new MessageNotFoundError();
      const doneAt = isDone ? (message.doneAt ?? clock.now()) : null;
      await tx.update(SupportMessageEntity, { id }, { doneAt });
      return { ...message, doneAt };
    });
  }

  /** @throws MessageNotFoundError */
  async get(id: string): Promise<SupportMessage> {
    const message = await this.needs.database.read.findOneBy(SupportMessageEntity, { id });
    if (message === null) throw new MessageNotFoundError();
    return message;
  }

  /** Notes that an operator has opened the message. @throws MessageNotFoundError */
  see(id: string): Promise<SupportMessage> {
    return this.#change(id, ({ seenAt }) => ({ seenAt: seenAt ?? this.needs.clock.now() }));
  }

  /** How many open messages there are, and how many of them no operator has opened. */
  async count(): Promise<{ open: number; unread: number }> {
    const { read } = this.needs.database;
    return {
      open: await read.countBy(SupportMessageEntity, { doneAt: IsNull() }),
      unread: await read.countBy(SupportMessageEntity, { doneAt: IsNull(), seenAt: IsNull() }),
    };
  }

  /**
   * Adds a note or a reply, once per id; a reply is mailed to the sender where mail is set up.
   * @throws MessageNotFoundError, ThreadFullError, EntryKeyError
   */
  async add(id: string, entry: Omit<ThreadEntry, 'at' | 'mailedAt'>): Promise<SupportMessage> {
    const { clock, outbox } = this.needs;
    const message = await this.#change(id, ({ thread }) => {
      const before = thread ?? [];
      const same = before.find((known) => known.id === entry.id);
      if (same !== undefined && (same.kind !== entry.kind || same.text !== entry.text))
        throw new EntryKeyError();
      if (same !== undefined) return {};
      if (before.length >= MAX_ENTRIES) throw new ThreadFullError();
      return { thread: [...before, { ...entry, at: clock.now(), mailedAt: null }] };
    });
    // Also for a repeated request: a kill may have come before the task was queued.
    const kept = message.thread?.find((known) => known.id === entry.id);
    if (kept?.kind === 'reply' && kept.mailedAt === null && outbox !== null) {
      const task = { kind: REPLY_TASK, subject: `${id}/${entry.id}`, accountId: '', weight: 0 };
      await outbox.database.write((tx) => outbox.queue.enqueue(tx, task));
    }
    return message;
  }

  /** Removes notes and replies of a message. @throws MessageNotFoundError */
  async removeEntries(id: string, ids: readonly string[]): Promise<void> {
    await this.#change(id, ({ thread }) => ({
      thread: (thread ?? []).filter((entry) => !ids.includes(entry.id)),
    }));
  }

  /** Records that the mail server accepted a reply. */
  async mailed(id: string, entryId: string): Promise<void> {
    await this.#change(id, ({ thread }) => ({
      thread: (thread ?? []).map((entry) =>
        entry.id === entryId ? { ...entry, mailedAt: this.needs.clock.now() } : entry,
      ),
    }));
  }

  /** Updates a message from its state. @throws MessageNotFoundError */
  #change(id: string, change: (message: SupportMessage) => Partial<SupportMessage>): Promise<SupportMessage> {
    return this.needs.database.write(async (tx) => {
      // Locks the row: of two operators who add to a thread, the second one sees what the first one added.
      await tx.query('UPDATE support_messages SET created_at = created_at WHERE id = $1', [id]);
      const message = await tx.findOneBy(SupportMessageEntity, { id });
      if (message === null) throw new MessageNotFoundError();
      const changes = change(message);
      if (Object.keys(changes).length > 0) await tx.update(SupportMessageEntity, { id }, changes);
      return { ...message, ...changes };
    });
  }

  /** @returns how many were deleted */
  async remove(ids: readonly string[]): Promise<number> {
    const deleted = await this.needs.database.write((tx) =>
      tx.delete(SupportMessageEntity, { id: In([...ids]) }),
    );
    return deleted.affected ?? 0;
  }

  /** Deletes messages past their retention. Returns how many. */
  async sweep(): Promise<number> {
    const { database, clock, retentionDays } = this.needs;
    const before = clock.now() - retentionDays * MS_PER_DAY;
    const old = { createdAt: LessThanOrEqual(before) };
    const deleted = await database.write((tx) => tx.delete(SupportMessageEntity, old));
    return deleted.affected ?? 0;
  }

  /** Findings about the messages for the operator, as sentences. */
  async findings(): Promise<string[]> {
    const { read } = this.needs.database;
    const damaged = await this.needs.isDamaged();
    const stored = await read.count(SupportMessageEntity);
    return [
      ...(damaged ? ['support.sqlite is damaged: support messages may be lost'] : []),
      ...(stored < MANY_STORED_MESSAGES
        ? []
        : [
            stored < MAX_STORED_MESSAGES
              ? `${stored} support messages are stored, and from ${MAX_STORED_MESSAGES} on no more are taken; a shorter SUPPORT_RETENTION_DAYS deletes old ones`
              : `${stored} support messages are stored, so no more are taken; a shorter SUPPORT_RETENTION_DAYS deletes old ones`,
          ]),
    ];
  }

  /** Runs after the message is stored: if the process dies in between, "support list" shows the message but it is not mailed. */
  async #mail(id: string): Promise<void> {
    const { rate, outbox, logger } = this.needs;
    if (outbox === null) return;
    try {
      await rate.consume(ALL_MAILS.name, EVERYBODY);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      logger.warn(
        { messageId: id },
        'too many support messages in an hour: one is not mailed; "support list" shows it',
      );
      return;
    }
    const task = { kind: MAIL_TASK, subject: id, accountId: '', weight: 0 };
    await outbox.database.write((tx) => outbox.queue.enqueue(tx, task));
  }
}

/** Accounts and jobs that a message may be about. The text is a stranger's: it proves nothing. */
export interface MessageLinks {
  accounts: { id: string; name: string; isByEmail: boolean }[];
  jobs: { id: string; accountId: string; status: string }[];
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Maximum ids looked up for a text. */
const MAX_IDS = 20;

/**
 * Finds the subjects of a message: accounts with its email address, and accounts and jobs with an id in its text, or a transaction's
 * id or reference.
 */
export async function messageLinks(
  { read }: Database,
  { email, message }: Pick<SupportMessage, 'email' | 'message'>,
): Promise<MessageLinks> {
  const named = [...new Set(message.match(UUID) ?? [])].slice(0, MAX_IDS).map((id) => id.toLowerCase());
  const list = (from: number) => named.map((_, at) => `$${from + at}`).join(', ') || 'NULL';
  const jobs = await read.query<MessageLinks['jobs']>(
    `SELECT id, account_id AS "accountId", status FROM jobs WHERE id IN (${list(1)})`,
    named,
  );
  const charges = await read.query<{ accountId: string }[]>(
    `SELECT account_id AS "accountId" FROM ledger_records WHERE reference IN (${list(1)})
      UNION SELECT account_id FROM ledger_records WHERE id IN (${list(1)}) AND type <> 'lookup_charge'`,
    named,
  );
  const found = await read.query<{ id: string; name: string; email: string | null }[]>(
    `SELECT id, name, email FROM accounts WHERE LOWER(email) = LOWER($1) OR id IN (${list(2)}) ORDER BY name, id LIMIT ${MAX_IDS}`,
    [email, ...named],
  );
  const others = [...new Set([...jobs, ...charges].map(({ accountId }) => accountId))].filter(
    (id) => !found.some((account) => account.id === id),
  );
  const owners = await read.query<{ id: string; name: string; email: string | null }[]>(
    `SELECT id, name, email FROM accounts WHERE id IN (${others.map((_, at) => `$${at + 1}`).join(', ') || 'NULL'})`,
    others,
  );
  return {
    accounts: [...found, ...owners].map(({ id, name, email: its }) => ({
      id,
      name,
      isByEmail: its?.toLowerCase() === email.toLowerCase(),
    })),
    jobs,
  };
}
