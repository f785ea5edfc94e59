import type { RequestListener } from 'node:http';
import { faultForLog } from '../../lib/error-code.js';
import type { Service } from '../../service/service.js';
import { Listener } from '../listener/index.js';
import { LogAllowance } from '../log-allowance.js';
import type { Metrics } from './metrics.js';

export interface MetricsServer {
  /** URL that Prometheus scrapes. */
  url: string;
  close(): Promise<void>;
}

/** Serves `/metrics` on its own port, so that clients of the API cannot read it. */
export async function serveMetrics(
  metrics: Metrics,
  { ids, clock, logger }: Pick<Service, 'ids' | 'clock' | 'logger'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.expose().then(
      ({ contentType, text }) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      (error: unknown) => {
        logger.error(faultForLog(error), 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  };
  const listener = new Listener(answer, { ids, logger, logAllowance: new LogAllowance(clock, logger) });
  const url = `${await listener.listen(port, host)}/metrics`;
  return { url, close: () => listener.stop() };
}
