// What can happen to a cluster. Each does it and returns when the cluster could be whole again; customers go on meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../books.mjs';

/** A machine that is suspended longer than its transactions may stand still (database/postgres/pool.ts). */
const LONG_MS = 12_000;

/** Kills a process and starts it again. */
export const kill = (machine) => ({
  name: `kill -9 ${machine.name}`,
  kind: `kill -9 ${machine.role}`,
  run: async () => {
    await machine.end('SIGKILL');
    await machine.start();
  },
});

/** PostgreSQL stops as in a crash: what is not on its disk is lost. */
export const crashDatabase = ({ postgres }) => ({
  name: 'PostgreSQL stopped at once and restarted',
  run: async () => {
    await postgres.stopAtOnce();
    await postgres.start();
  },
});

/** PostgreSQL is away for longer than servers wait by themselves. */
export const loseDatabase = ({ postgres }, { ms = 4_000 } = {}) => ({
  name: `PostgreSQL away for ${ms / 1_000} s`,
  run: async () => {
    await postgres.stopAtOnce();
    await sleep(ms);
    await postgres.start();
  },
});

/** As an administrator does, or a pooler: each connection ends, wherever its transaction stands. */
export const terminateBackends = ({ dataDir }, { times = 20 } = {}) => ({
  name: 'backends terminated',
  run: async () => {
    for (let nth = 0; nth < times; nth++) {
      await query(
        dataDir,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      await sleep(20);
    }
  },
});

/** The network between everybody and PostgreSQL breaks: neither side is told where the other one stood. */
export const cutConnections = ({ wire }, { times = 20 } = {}) => ({
  name: 'connections to PostgreSQL cut',
  run: async () => {
    for (let nth = 0; nth < times; nth++) {
      wire.cut();
      await sleep(20);
    }
  },
});

/** Nothing passes between PostgreSQL and its clients, and neither side is told. */
export const hangDatabase = ({ wire }, { ms = 3_000 } = {}) => ({
  name: `PostgreSQL silent for ${ms / 1_000} s`,
  run: async () => {
    wire.hang();
    await sleep(ms);
    wire.goOn();
  },
});

/** A process stands still in the middle of whatever it does, and goes on as if nothing had happened. */
export const suspend = (machine, { ms = LONG_MS } = {}) => ({
  name: `${machine.name} suspended for ${ms / 1_000} s`,
  kind: `${machine.role} suspended for ${ms / 1_000} s`,
  run: async () => {
    machine.suspend();
    await sleep(ms);
    machine.goOn();
  },
});

/** S3 answers that it has too much to do, or does not answer. */
export const failBucket = ({ bucketWire }, how, { ms = 4_000 } = {}) => ({
  name: how === 'busy' ? `S3 answers 503 for ${ms / 1_000} s` : `S3 silent for ${ms / 1_000} s`,
  run: async () => {
    bucketWire.fail(how);
    await sleep(ms);
    bucketWire.mend();
  },
});

/** Each in turn, as an upgrade does it. `onBack` waits until somebody else has noticed that a machine is there again. */
export const restartAll = ({ servers, workers }, onBack = () => Promise.resolve()) => ({
  name: 'rolling restart',
  run: async () => {
    for (const machine of [...workers, ...servers]) {
      await machine.end('SIGTERM');
      await machine.start();
      await onBack();
    }
  },
});
