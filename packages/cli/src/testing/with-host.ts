import { afterEach } from 'vitest';
import { FakeHost, type FakeHostOptions } from './fake-host.js';

/** Makes hosts that are removed after each test of the file. */
export function hostsOfThisFile(): (options?: FakeHostOptions) => FakeHost {
  const made: FakeHost[] = [];
  afterEach(() => made.splice(0).forEach((host) => host.remove()));
  return (options) => {
    const host = new FakeHost(options);
    made.push(host);
    return host;
  };
}
