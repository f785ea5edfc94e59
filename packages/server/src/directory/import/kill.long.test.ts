import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';

describe.each(ownerEngines)('on $name', (engine) => {
  // Real processes, killed with SIGKILL.
  const PATIENCE_MS = 60_000;
  // More than 4 MB, so that threads read it, most of it in a column that is not read.
  const ROWS = 30_000;
  const NOTE = 'x'.repeat(100);
  // Above 99999, which means "no house number" in county files and would be rejected.
  const FIRST = 100_001;
  const bin = fileURLToPath(new URL('../../../bin/skiptrace-server.js', import.meta.url));

  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const LEAD = { city: 'Dayton', state: 'OH', zip: '45402', address: '100007 Elm St' };
  const csv = () =>
    'Property Address,Property City,Property State,Property Zip,Owner Name,Note\n' +
    Array.from({ length: ROWS }, (_, n) => `${FIRST + n} Elm St,Dayton,OH,45402,Owner No${n},${NOTE}\n`).join(
      '',
    );

  const startImport = async (file: string) =>
    spawn(process.execPath, [bin, 'owners', 'import', '--data-dir', world.folder, file], {
      stdio: 'ignore',
      env: { ...process.env, ...(await engine.settings(world.folder)) },
    });

  it(
    'an import that is killed while it writes leaves nothing visible, and the next run of the file takes all of it in',
    async () => {
      const file = await world.write(csv());
      const killed = await startImport(file);
      const exit = once(killed, 'exit');
      await vi.waitFor(
        async () =>
          expect(await world.kept('records', (table) => `SELECT 1 FROM ${table} LIMIT 1`)).not.toEqual([]),
        { timeout: PATIENCE_MS, interval: 2 },
      );
      killed.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
      expect(await world.directory.stats()).toMatchObject({ sources: [], loading: 1 });
      expect(await world.directory.match([LEAD])).toMatchObject([{ matched: false }]);

      expect(await once(await startImport(file), 'exit')).toEqual([0, null]);
      expect((await world.directory.stats()).sources).toMatchObject([{ records: ROWS, imports: 1 }]);
      expect(await world.directory.match([LEAD])).toMatchObject([{ matched: true }]);
    },
    PATIENCE_MS,
  );
});
