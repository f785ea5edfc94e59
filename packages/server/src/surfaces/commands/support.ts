import { Command } from 'commander';
import { isoTime } from '../../platform/clock.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, type Io } from './io.js';

export const supportCommand = (io: Io): Command =>
  new Command('support').description('Read messages sent to support').addCommand(
    command('list', 'List messages, newest first').action((options: CommonOptions) =>
      withService(io, options, async ({ messages }) => {
        const documents = (await messages.list()).map(
          ({ id, fullName, email, phone, reason, message, consent, createdAt }) => ({
            id,
            fullName,
            email,
            phone,
            reason,
            message,
            consent,
            createdAt: isoTime(createdAt),
          }),
        );
        print(
          io,
          options,
          documents,
          documents.length === 0
            ? ['No messages.']
            : documents.flatMap((message) => [
                `${message.createdAt}  ${message.reason}  ${message.fullName} <${message.email}> ${message.phone}`,
                ...message.message.split('\n').map((line) => `    ${line}`),
              ]),
        );
      }),
    ),
  );
