import { Command } from 'commander';
import { isoTime } from '../../platform/clock.js';
import { answering, command } from './command.js';
import type { Io } from './io.js';

export const supportCommand = (io: Io): Command =>
  new Command('support').description('Read messages sent to support').addCommand(
    answering(io, command('list', 'List messages, newest first'), async ({ messages }) => {
      const documents = (await messages.list()).map(
        ({ id, fullName, email, phone, reason, message, consent, createdAt }) => ({
          ...{ id, fullName, email, phone, reason, message, consent },
          createdAt: isoTime(createdAt),
        }),
      );
      const lines = documents.flatMap((message) => [
        `${message.createdAt}  ${message.reason}  ${message.fullName} <${message.email}> ${message.phone}`,
        ...message.message.split('\n').map((line) => `    ${line}`),
      ]);
      return [documents, documents.length === 0 ? ['No messages.'] : lines];
    }),
  );
