import type { AppSchemas } from '@skiptrace/contract/app';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import { integer, type Database } from '../../platform/database/index.js';
import { EntitySchema, In, LessThanOrEqual } from '../../platform/database/typeorm.js';

type Choices = AppSchemas['ColumnChoices'];

/** An account's choices about the columns of a list, kept for the next list with the same headers. */
interface KeptChoices {
  accountId: string;
  /** SHA-256 of the headers, hex, computed by the page. */
  headers: string;
  choices: Choices;
  usedAt: number;
}

export const ColumnChoicesEntity = new EntitySchema<KeptChoices>({
  name: 'ColumnChoices',
  tableName: 'column_choices',
  columns: {
    accountId: { type: 'text', primary: true },
    headers: { type: 'text', primary: true },
    choices: { type: 'simple-json' },
    usedAt: integer,
  },
});

/** Choices kept per account; the least recently used ones are deleted first. */
const MOST_OF_AN_ACCOUNT = 50;
/** Days until unused choices are deleted. */
const KEPT_DAYS = 365;

/** Remembers which columns an account's lists are read by. Stores nothing of a list's rows. */
export class ColumnChoices {
  constructor(private readonly needs: { database: Database; clock: Clock }) {}

  async read(accountId: string, headers: string): Promise<Choices | null> {
    const kept = await this.needs.database.read.findOneBy(ColumnChoicesEntity, { accountId, headers });
    return kept?.choices ?? null;
  }

  /** @param choices null deletes them */
  async keep(accountId: string, headers: string, choices: Choices | null): Promise<void> {
    const { database, clock } = this.needs;
    await database.writeFor(accountId, async (tx) => {
      await tx.delete(ColumnChoicesEntity, { accountId, headers });
      if (choices === null) return;
      await tx.insert(ColumnChoicesEntity, { accountId, headers, choices, usedAt: clock.now() });
      const surplus = await tx.find(ColumnChoicesEntity, {
        where: { accountId },
        order: { usedAt: 'DESC', headers: 'ASC' },
        skip: MOST_OF_AN_ACCOUNT,
        take: MOST_OF_AN_ACCOUNT,
      });
      await tx.delete(ColumnChoicesEntity, { accountId, headers: In(surplus.map((kept) => kept.headers)) });
    });
  }

  /** Deletes choices not used for a year. @returns how many */
  async sweep(): Promise<number> {
    const { database, clock } = this.needs;
    const usedAt = LessThanOrEqual(clock.now() - KEPT_DAYS * MS_PER_DAY);
    const deleted = await database.write((tx) => tx.delete(ColumnChoicesEntity, { usedAt }));
    return deleted.affected ?? 0;
  }
}
