import { describe, expect, it } from 'vitest';
import { readConfig, type Environment } from '../../platform/config.js';
import { capturedIo } from '../../testing/process.js';
import { requireDataDirectoryEngine } from './backup.js';

const DATABASE = { DATABASE_URL: 'postgres://robin:secret@db/skiptrace', DATA_DIR: '/data' };

/** The output when the data is not in the data directory. */
function printed(command: 'backup' | 'restore', env: Environment): string {
  const { io, said } = capturedIo(env);
  expect(() => requireDataDirectoryEngine(io, readConfig(env), command)).toThrow('nothing was done');
  return said.err;
}

describe('the commands that back up data outside a data directory', () => {
  it('are not shown if all data is in the data directory', () => {
    const { io, said } = capturedIo({});
    requireDataDirectoryEngine(io, readConfig({}), 'backup');
    expect(said.err).toBe('');
  });

  it('copy the folder of the files, or the bucket, without the query of the URL', () => {
    expect(printed('backup', DATABASE)).toContain('cp -a /data/files skiptrace-files');
    expect(printed('restore', DATABASE)).toContain('cp -a skiptrace-files /data/files');
    const bucket = { ...DATABASE, STORAGE_URL: 's3://leads/a?endpoint=http://s3:9000&region=us-east-1' };
    const sync = 'aws s3 sync --endpoint-url http://s3:9000';
    expect(printed('backup', bucket)).toContain(`${sync} s3://leads/a s3://backup-bucket/skiptrace`);
    expect(printed('restore', bucket)).toContain(`${sync} s3://backup-bucket/skiptrace s3://leads/a`);
    const amazon = { ...DATABASE, STORAGE_URL: 's3://leads' };
    expect(printed('backup', amazon)).toContain('aws s3 sync s3://leads s3://backup-bucket/skiptrace');
  });

  it('include a separate database of the owners, and never show a password', () => {
    expect(printed('backup', DATABASE)).not.toContain('OWNERS_DATABASE_URL');
    const both = { ...DATABASE, OWNERS_DATABASE_URL: 'postgres://robin:secret@owners/owners' };
    expect(printed('backup', both)).toContain('"$OWNERS_DATABASE_URL"');
    expect(printed('restore', both)).toContain('"$OWNERS_DATABASE_URL"');
    expect(printed('backup', both)).not.toContain('secret');
  });
});
