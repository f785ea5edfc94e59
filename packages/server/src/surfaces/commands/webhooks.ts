import { Command, InvalidArgumentError } from 'commander';
import { isoTime } from '../../platform/clock.js';
import {
  EVENT_TYPES,
  type Endpoint,
  type EventType,
  type LoggedDelivery,
} from '../../work/webhooks/index.js';
import { accountOf, command, withService, type CommonOptions } from './command.js';
import { print, table, type Io } from './io.js';

/** Number of deliveries shown. */
const SHOWN = 50;

type AddOptions = CommonOptions & { url: string; events?: EventType[] };

export const webhooksCommand = (io: Io): Command =>
  new Command('webhooks')
    .description('Webhook endpoints of accounts (WEBHOOKS=on)')
    .addCommand(
      command('add <account>', 'Add an endpoint; its secret is shown once')
        .requiredOption('--url <url>', 'https URL that takes a POST')
        .option('--events <types>', `some of ${EVENT_TYPES.join(',')} (default: all)`, eventTypes)
        .action((account: string, options: AddOptions) =>
          withService(io, options, async ({ accounts, webhooks }) => {
            const { id: accountId } = await accountOf(accounts, account);
            const endpoint = await webhooks.add(accountId, options.url, options.events);
            print(io, options, { ...documentOf(endpoint), secret: endpoint.secret }, [
              `Added ${endpoint.url} for ${endpoint.events.join(', ')}.`,
              `  Endpoint: ${endpoint.id}`,
              `  Secret: ${endpoint.secret}`,
              'Copy the secret now: it is not shown again. The receiver checks signatures with it (docs/server-reference.md, Webhooks).',
            ]);
          }),
        ),
    )
    .addCommand(
      command('list <account>', 'List the endpoints of an account').action(
        (account: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts, webhooks }) => {
            const endpoints = await webhooks.list((await accountOf(accounts, account)).id);
            const rows = endpoints.map(({ id, url, events }) => [id, url, events.join(', ')]);
            const lines = rows.length === 0 ? ['No endpoints.'] : table(['ENDPOINT', 'URL', 'EVENTS'], rows);
            print(io, options, endpoints.map(documentOf), lines);
          }),
      ),
    )
    .addCommand(
      command('remove <account> <endpoint>', 'Remove an endpoint; what waits for it is not sent').action(
        (account: string, endpointId: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts, webhooks }) => {
            await webhooks.remove((await accountOf(accounts, account)).id, endpointId);
            print(io, options, { endpointId }, ['Removed.']);
          }),
      ),
    )
    .addCommand(
      command('deliveries <account>', `The last ${SHOWN} deliveries, newest first`).action(
        (account: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts, webhooks }) => {
            const { id } = await accountOf(accounts, account);
            const { rows } = await webhooks.deliveries(id, { limit: SHOWN });
            const lines = rows.map(({ id, createdAt, type, status, attempts, error }) => [
              ...[id, isoTime(createdAt), type, status, String(attempts)],
              error ?? '',
            ]);
            const head = ['DELIVERY', 'CREATED', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST ERROR'];
            print(
              io,
              options,
              rows.map(deliveryDocument),
              lines.length === 0 ? ['No deliveries.'] : table(head, lines),
            );
          }),
      ),
    )
    .addCommand(
      command('replay <account> <delivery>', 'Send a delivery again').action(
        (account: string, deliveryId: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts, webhooks }) => {
            await webhooks.replay((await accountOf(accounts, account)).id, deliveryId);
            print(io, options, { deliveryId }, ['It is sent again by the running server.']);
          }),
      ),
    );

/** @throws InvalidArgumentError */
function eventTypes(text: string): EventType[] {
  return text.split(',').map((word) => {
    const type = EVENT_TYPES.find((one) => one === word.trim());
    if (type === undefined) throw new InvalidArgumentError(`Events are ${EVENT_TYPES.join(', ')}.`);
    return type;
  });
}

const documentOf = ({ id, url, events, createdAt }: Endpoint) => ({
  endpointId: id,
  url,
  events,
  createdAt: isoTime(createdAt),
});

const deliveryDocument = ({ id, eventId, createdAt, updatedAt, ...delivery }: LoggedDelivery) => ({
  deliveryId: id,
  webhookId: eventId,
  ...delivery,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});
