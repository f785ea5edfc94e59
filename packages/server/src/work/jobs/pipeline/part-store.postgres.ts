import type { Tx } from '../../../platform/database/index.js';
import type { PostgresDatabase } from '../../../platform/database/postgres/index.js';
import { itemAt } from '../../../platform/lib/item-at.js';
import type { DonePart, PartName, PartStore, Stage } from './part-store.js';

interface PartRow {
  matches: string;
  /** `DonePart['result']` as JSON; null while the part is not done. */
  result: string | null;
}

export class PostgresPartStore implements PartStore {
  constructor(private readonly database: PostgresDatabase) {}

  async list(jobId: string, stage: Stage): Promise<(DonePart | null)[]> {
    const rows = await this.database.query<PartRow>(LIST, [jobId, stage]);
    return rows.map(({ matches, result }) =>
      result === null ? null : { matches, result: JSON.parse(result) as DonePart['result'] },
    );
  }

  async begin(tx: Tx, jobId: string, stage: Stage, parts: number): Promise<void> {
    await tx.query(BEGIN, [jobId, stage, parts]);
  }

  async finish(tx: Tx, { jobId, stage, part }: PartName, { matches, result }: DonePart): Promise<number> {
    await tx.query(FINISH, [jobId, stage, part, matches, JSON.stringify(result)]);
    const rows = await tx.query<{ open: number }[]>(COUNT_OPEN, [jobId, stage]);
    return itemAt(rows, 0).open;
  }

  async forget(tx: Tx, jobId: string, stage: Stage): Promise<void> {
    await tx.query('DELETE FROM job_parts WHERE job_id = $1 AND stage = $2', [jobId, stage]);
  }
}

const LIST = 'SELECT matches, result FROM job_parts WHERE job_id = $1 AND stage = $2 ORDER BY part';
const BEGIN = `
  INSERT INTO job_parts (job_id, stage, part)
  SELECT $1, $2, part FROM generate_series(0, $3::int - 1) AS part
      ON CONFLICT DO NOTHING`;
const FINISH = `
  UPDATE job_parts SET matches = $4, result = $5
   WHERE job_id = $1 AND stage = $2 AND part = $3 AND result IS NULL`;
const COUNT_OPEN = `
  SELECT COUNT(*) AS open FROM job_parts WHERE job_id = $1 AND stage = $2 AND result IS NULL`;
