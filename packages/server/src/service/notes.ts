import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';

/** The notes by name. */
export interface Noted {
  /** Days for which the server that started last keeps things, by setting. */
  retention: Readonly<Record<string, number>>;
  /** Whether the server that started last has the page /opt-out. */
  'opt-out': { isOn: boolean };
  /** The outcome of the last "audit verify". */
  'audit verify': { faults: number };
}

/** Notes that one process of the service leaves for others, such as a command for the operator's pages. The last one of a name counts. */
export class ServiceNotes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async leave<Name extends keyof Noted>(name: Name, content: Noted[Name]): Promise<void> {
    await this.database.write((tx) =>
      tx.query(
        `INSERT INTO service_notes (name, at, content) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET at = excluded.at, content = excluded.content`,
        [name, this.clock.now(), JSON.stringify(content)],
      ),
    );
  }

  /** Null if nothing was noted. */
  async find<Name extends keyof Noted>(name: Name): Promise<{ at: number; content: Noted[Name] } | null> {
    const [found] = await this.database.read.query<{ at: number; content: string }[]>(
      'SELECT at, content FROM service_notes WHERE name = $1',
      [name],
    );
    return found === undefined ? null : { at: found.at, content: JSON.parse(found.content) as Noted[Name] };
  }
}
