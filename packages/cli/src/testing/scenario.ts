import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScenarioServer } from '@skiptrace/sdk/testing';
import { afterEach } from 'vitest';
import { runProgram } from '../run-program.js';
import { FakeHost, type FakeHostOptions } from './fake-host.js';

type ServerOptions = Parameters<typeof ScenarioServer.start>[0];

/** A scenario server and machines that talk to it. */
export class Scenario {
  readonly #hosts: FakeHost[] = [];

  private constructor(readonly server: ScenarioServer) {}

  static async start(options: ServerOptions = {}): Promise<Scenario> {
    return new Scenario(await ScenarioServer.start(options));
  }

  /** A machine with a key and a lead file. */
  host(options: FakeHostOptions = {}): FakeHost {
    const env = {
      SKIPTRACE_BASE_URL: this.server.url,
      SKIPTRACE_API_KEY: 'pc_made-up-key-of-a-test',
      ...options.env,
    };
    const host = new FakeHost({ ...options, env });
    this.#hosts.push(host);
    writeFileSync(path.join(host.cwd, 'leads.csv'), LEADS);
    return host;
  }

  /** Number of requests of each kind. */
  seen(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { target } of this.server.requests) {
      if (target !== 'getAccount') counts[target] = (counts[target] ?? 0) + 1;
    }
    return counts;
  }

  /** The only job. */
  get job() {
    const [job, ...others] = [...this.server.service.jobs.values()];
    if (!job || others.length > 0) throw new Error(`there are ${others.length + (job ? 1 : 0)} jobs`);
    return job;
  }

  async close(): Promise<void> {
    for (const host of this.#hosts) host.remove();
    await this.server.close();
  }
}

export const LEADS = [
  'Property Address,Property City,Property State,Property Zip',
  '100 Sandbox Match St,Austin,TX,78701',
  '200 Sandbox Absentee Ave,Dayton,OH,45402',
  '404 Sandbox Miss Blvd,Reno,NV,89501',
  '',
].join('\r\n');

/** Starts scenarios that end with their test. */
export function scenarios() {
  const open: Scenario[] = [];
  afterEach(async () => {
    for (const scenario of open.splice(0)) await scenario.close();
  });
  const start = async (options?: ServerOptions): Promise<Scenario> => {
    const scenario = await Scenario.start(options);
    open.push(scenario);
    return scenario;
  };
  const withHost = async (options?: ServerOptions) => {
    const scenario = await start(options);
    return { scenario, host: scenario.host() };
  };
  return Object.assign(start, { withHost });
}

/** Runs a command line on the machine and returns its exit code. */
export function skiptrace(host: FakeHost, ...argv: string[]): Promise<number> {
  return runProgram(argv, host);
}
