import { prepare, type Prepared } from './conformance-fixtures.js';
import { RealServer } from './processes.js';

/** Lifetime of the presigned server's links. */
export const LINK_SECONDS = 2;
export const PATIENCE_MS = 300_000;

/** A server prepared for the conformance suite, and one beside it on the same data directory with presigned uploads. */
export class ConformanceServers {
  private constructor(
    readonly server: RealServer,
    readonly presigned: RealServer,
    readonly prepared: Prepared,
  ) {}

  static async start(): Promise<ConformanceServers> {
    const server = await RealServer.create();
    // Lookups that fail on purpose would fill the test's output.
    server.settings = { LOG_LEVEL: 'silent' };
    const prepared = await prepare(server);
    await server.start('--sandbox');
    const presigned = server.beside({
      LOG_LEVEL: 'silent',
      UPLOAD_METHOD: 'presigned',
      DOWNLOAD_TTL_SECONDS: String(LINK_SECONDS),
    });
    await presigned.start('--sandbox', '--role', 'api');
    return new ConformanceServers(server, presigned, prepared);
  }

  async remove(): Promise<void> {
    await this.presigned.stop();
    await this.server.remove();
  }
}
