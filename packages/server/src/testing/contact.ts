import type { TemporaryServer } from './server.js';

/** A message to the support team, as a visitor sends it. */
export const MESSAGE = {
  fullName: 'Robin Example',
  email: 'robin@example.com',
  phone: '(512) 555-0142',
  reason: 'General',
  message: 'How long are files kept?',
};

let clients = 0;

/**
 * Sends a message from a new client address, unless `from` is given.
 * @param server trusts a proxy on this machine
 */
export const sendMessage = (
  server: TemporaryServer,
  changes: Record<string, unknown> = {},
  from = `192.0.2.${++clients}`,
) =>
  server.call('sendContactMessage', {
    key: null,
    json: { ...MESSAGE, ...changes },
    headers: { 'x-forwarded-for': from },
  });
