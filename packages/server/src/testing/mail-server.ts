import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  content: string;
}

/** Mail server that keeps accepted mails; `refuse` makes it reject them. */
export async function mailServer() {
  const taken: Mail[] = [];
  const state = { refuse: false, attempts: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) => {
      const right = username === 'desk' && password === 's3cret';
      callback(right ? null : new Error('wrong password'), right ? { user: 'desk' } : undefined);
    },
    onData: (stream, session, callback) => {
      state.attempts += 1;
      const { mailFrom, rcptTo } = session.envelope;
      void text(stream).then((content) => {
        if (state.refuse) return callback(new Error('come back later'));
        const from = mailFrom === false ? '' : mailFrom.address;
        taken.push({ from, to: rcptTo.map(({ address }) => address), content });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    state,
    /** Settings of a server that mails through it. */
    env: { SMTP_URL: `smtp://desk:s3cret@127.0.0.1:${port}`, SUPPORT_EMAIL: 'desk@example.com' },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof mailServer>>;
