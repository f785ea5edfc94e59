// Helpers shared by the parts of the SDK's benchmark.
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

export const sdkFolder = path.resolve(import.meta.dirname, '../../../packages/sdk');
export const requireFromSdk = createRequire(path.join(sdkFolder, 'package.json'));

export const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
export const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';
export const jobPath = `/api/user/skip-trace/${jobId}`;
export const lookupPath = '/api/v1/skip-trace';

/** Starts a file of this folder as a separate process that sends messages. */
export function start(file, args = [], execArgv = []) {
  return fork(path.join(import.meta.dirname, file), args, {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The next message of a process. */
export function message(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a helper process ended with ${code}`)));
  });
}
