// Faults of a cluster, as steps: `run` causes one and returns when the cluster may have recovered. Customers continue during
// it.
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../books.mjs';

/** Longer than a transaction of a suspended machine may stand still (database/postgres/pool.ts). */
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

/** Stops PostgreSQL as in a crash: data that is not on its disk is lost. */
export const crashDatabase = ({ postgres }) => ({
  name: 'PostgreSQL stopped at once and restarted',
  run: async () => {
    await postgres.stopAtOnce();
    await postgres.start();
  },
});

/** Stops PostgreSQL for longer than servers wait by themselves. */
export const loseDatabase = ({ postgres }, { ms = 4_000 } = {}) => ({
  name: `PostgreSQL away for ${ms / 1_000} s`,
  run: async () => {
    await postgres.stopAtOnce();
    await sleep(ms);
    await postgres.start();
  },
});

/** Ends each connection, in any state of its transaction, as an administrator or a pooler does. */
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

/** Breaks the network between PostgreSQL and its clients: neither side knows how far the other got. */
export const cutConnections = ({ wire }, { times = 20 } = {}) => ({
  name: 'connections to PostgreSQL cut',
  run: async () => {
    for (let nth = 0; nth < times; nth++) {
      wire.cut();
      await sleep(20);
    }
  },
});

/** Blocks all traffic between PostgreSQL and its clients, without telling either side. */
export const hangDatabase = ({ wire }, { ms = 3_000 } = {}) => ({
  name: `PostgreSQL silent for ${ms / 1_000} s`,
  run: async () => {
    wire.hang();
    await sleep(ms);
    wire.goOn();
  },
});

/** Suspends a process in the middle of its work, and resumes it. */
export const suspend = (machine, { ms = LONG_MS } = {}) => ({
  name: `${machine.name} suspended for ${ms / 1_000} s`,
  kind: `${machine.role} suspended for ${ms / 1_000} s`,
  run: async () => {
    machine.suspend();
    await sleep(ms);
    machine.goOn();
  },
});

/**
 * Makes S3 answer that it is too busy, or not answer.
 * @param {{ bucketWire: { fail(how: 'busy' | 'hang'): void, mend(): void } | null }} cluster
 * @param {'busy' | 'hang'} how
 */
export const failBucket = ({ bucketWire }, how, { ms = 4_000 } = {}) => ({
  name: how === 'busy' ? `S3 answers 503 for ${ms / 1_000} s` : `S3 silent for ${ms / 1_000} s`,
  run: async () => {
    if (bucketWire === null) throw new Error('This cluster has no bucket that could fail.');
    bucketWire.fail(how);
    await sleep(ms);
    bucketWire.mend();
  },
});

/**
 * Restarts each machine in turn, as an upgrade does. `onBack` waits until the balancer has noticed that a machine is back.
 */
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
