import { Command } from 'commander';
import { isoTime } from '../clock.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, type Io } from './io.js';

export const supportCommand = (io: Io): Command =>
  new Command('support').description('messages to the support team').addCommand(
    command('list', 'list the messages, newest first').action((options: CommonOptions) =>
      withService(io, options, async ({ messages }) => {
        const documents = (await messages.list()).map(({ createdAt, ...message }) => ({
          ...message,
          createdAt: isoTime(createdAt),
        }));
        print(
          io,
          options,
          documents,
          documents.flatMap((message) => [
            `${message.createdAt}  ${message.reason}  ${message.fullName} <${message.email}> ${message.phone}`,
            ...message.message.split('\n').map((line) => `    ${line}`),
          ]),
        );
      }),
    ),
  );
