import { systemClock } from '../clock.js';
import { Listener, type ListenerLimits } from '../http/listener/index.js';
import { LogAllowance } from '../http/log-allowance.js';
import { randomIds } from '../ids.js';
import { silentLogger } from '../logger.js';

export const listenerParts = {
  ids: randomIds,
  logger: silentLogger,
  logAllowance: new LogAllowance(systemClock, silentLogger),
};

/** The listener alone. It answers `/hold` when it is let go, everything else at once, with method and path. */
export async function listen(limits: Partial<ListenerLimits> = {}) {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  const listener = new Listener(
    (request, response) => {
      const said = `${request.method} ${request.url}`;
      asked.push(said);
      const answer = () => response.end(said);
      if (request.url?.startsWith('/hold') === true) held.push(answer);
      else answer();
    },
    listenerParts,
    { checkEveryMs: 20, stopGraceMs: 5_000, ...limits },
  );
  const url = await listener.listen(0, '127.0.0.1');
  return { listener, url, held, asked, letGo: () => held.splice(0).forEach((answer) => answer()) };
}

/** A request as it stands on the wire. */
export const requestText = (method: string, path: string, ...headers: readonly string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
