import { Command, Option } from 'commander';
import {
  acceptanceOf,
  stateOf,
  TERM_BOUNDS,
  TERMS_OF_USE,
  termsOf,
  type Account,
  type AccountState,
  type AccountTerms,
  type ApiKey,
  type Mode,
  type TermColumns,
  type TermDefaults,
  type TermsAcceptance,
} from '../../money/accounts/index.js';
import { dollars, MAX_TOP_UP_CENTS, openAccount } from '../../money/billing/index.js';
import { isoTime } from '../../platform/clock.js';
import type { Printed } from '../acts/act.js';
import { createCustomerSignInLink } from '../acts/sign-in-link.js';
import type { Service } from '../service/service.js';
import { actCommand, requireYes } from './act-command.js';
import { actorOfShell, answering, BY_DEFAULT, command, type CommonOptions } from './command.js';
import { loginCommand, optionOf } from './first-steps.js';
import { amountOfDollars, print, table, UsageError, wholeNumber, type Io } from './io.js';
import { whoEnters } from './suppress.js';

interface CreateOptions extends CommonOptions, TermOptions {
  name: string;
  email?: string;
  balance?: number;
  balanceCents?: number;
  purpose?: string;
}

/** Prices above this need a confirmation: a price in dollars that was meant in cents would charge a hundred times as much. */
const UNUSUAL_PRICE_CENTS = 100;

export const accountsCommand = (io: Io): Command =>
  new Command('accounts')
    .description('Create, change and list accounts')
    .addCommand(
      answering(
        io,
        withTerms(
          command('create', 'Create an account and its first API key, which is shown once')
            .requiredOption('--name <name>', 'account name')
            .option('--email <address>', 'contact email')
            .option('--purpose <text>', 'what it uses results for: accepts the terms of use for it')
            .option(
              '--balance <dollars>',
              'opening balance in dollars, such as 100 or 49.99',
              amountOfDollars('--balance', 0, MAX_TOP_UP_CENTS),
            )
            .addOption(
              new Option('--balance-cents <cents>', 'opening balance in cents')
                .argParser(wholeNumber('--balance-cents', 0, MAX_TOP_UP_CENTS))
                .conflicts('balance'),
            ),
        ),
        (service, options: CreateOptions) => create(io, service, options),
        'new',
      ),
    )
    .addCommand(
      answering(io, command('list', 'List all accounts'), async ({ accounts, config }) => {
        const all = await accounts.list();
        const rows = all.map((one) => [one.id, one.name, stateOf(one), dollars(one.balanceCents)]);
        return [
          all.map((account) => accountDocument(account, config)),
          all.length === 0
            ? ['No accounts yet. Create one: skiptrace-server accounts create --name NAME']
            : table(['ACCOUNT', 'NAME', 'STATUS', 'BALANCE'], rows),
        ];
      }),
    )
    .addCommand(
      answering(
        io,
        command('show <account>', "Show an account's balance, price and limits"),
        async ({ accounts, config, termsOfUse }, _, id) =>
          shown(await accounts.get(id), config, [
            ...describeKeys(await accounts.listKeys(id)),
            describeAcceptance(await termsOfUse.of(id)),
          ]),
      ),
    )
    .addCommand(
      answering(
        io,
        withTerms(
          command('set <account>', "Change an account's name, email, price and limits")
            .option('--name <name>', 'account name')
            .option('--email <address>', 'contact email; with another one, sessions and sign-in links end')
            .option('--no-email', 'no contact email any more'),
        ),
        (service, options: SetOptions, id) => set(io, service, id, options),
      ),
    )
    .addCommand(actCommand(io, createCustomerSignInLink))
    .addCommand(
      answering(
        io,
        command(
          'accept-terms <account>',
          'Accept the terms of use for an account that stated its purpose to you',
        )
          .requiredOption('--purpose <text>', 'what it uses results for')
          .option('--by <name>', `who enters it (${BY_DEFAULT})`),
        async ({ accounts, termsOfUse }, options: AcceptOptions, id) => {
          const given = acceptanceOf(options.purpose, whoEnters(io, options));
          const accepted = await termsOfUse.accept(id, given);
          const { name } = await accounts.get(id);
          const document = { ...accepted, acceptedAt: isoTime(accepted.acceptedAt) };
          return [document, [`${name}: ${describeAcceptance(accepted)}`]];
        },
      ),
    )
    .addCommand(
      command('terms', 'Print the terms of use that accounts accept').action((options: CommonOptions) => {
        print(io, options, TERMS_OF_USE, [
          `Terms of use, version ${TERMS_OF_USE.version}`,
          ...TERMS_OF_USE.rules.map((rule) => `- ${rule}`),
        ]);
      }),
    )
    .addCommand(statusCommand(io, 'suspend', 'Refuse all keys of an account', 'suspended'))
    .addCommand(
      answering(
        io,
        command(
          'close <account>',
          'Close an account: keys and sessions end, its balance stays in the ledger',
        ).option('--yes', 'do not ask'),
        (service, options: TermOptions, id) => close(io, service, id, options),
      ),
    )
    .addCommand(
      statusCommand(io, 'activate', 'Accept the keys of a suspended or closed account again', 'active'),
    );

const statusCommand = (io: Io, verb: string, says: string, status: AccountState): Command =>
  answering(io, command(`${verb} <account>`, says), async ({ accounts, config }, _, id) =>
    shown(await accounts.change(id, { status }, { by: actorOfShell(io) }), config),
  );

interface AcceptOptions extends CommonOptions {
  purpose: string;
  by?: string;
}

const describeAcceptance = (accepted: TermsAcceptance | null): string =>
  accepted === null
    ? 'Terms of use: not accepted.'
    : `Terms of use: ${accepted.version} accepted ${isoTime(accepted.acceptedAt)} by ${accepted.acceptedBy}, for: ${accepted.purpose}`;

type Setting = number | 'default';

interface TermOptions {
  price?: Setting;
  priceCents?: Setting;
  dailyMisses?: Setting;
  requestsPerMinute?: Setting;
  bulkRequestsPerMinute?: Setting;
  freeRepeatDays?: Setting;
  yes?: boolean;
}

type SetOptions = CommonOptions & TermOptions & { name?: string; email?: string | false };

/** The options for an account's price and limits, the same wherever they can be given. */
const withTerms = (to: Command): Command =>
  to
    .option(
      '--price <dollars>',
      'price of a match, in dollars, such as 0.06',
      orDefault(amountOfDollars('--price', TERM_BOUNDS.priceCents.min, TERM_BOUNDS.priceCents.max)),
    )
    .addOption(
      new Option('--price-cents <cents>', 'price of a match, in cents')
        .argParser(orDefault(countOf('--price-cents', 'priceCents')))
        .conflicts('price'),
    )
    .option('--daily-misses <n>', 'free misses a day', orDefault(countOf('--daily-misses', 'dailyMisses')))
    .option(
      '--requests-per-minute <n>',
      'single lookups a minute',
      orDefault(countOf('--requests-per-minute', 'singlePerMinute')),
    )
    .option(
      '--bulk-requests-per-minute <n>',
      'bulk lookups a minute',
      orDefault(countOf('--bulk-requests-per-minute', 'bulkPerMinute')),
    )
    .option(
      '--free-repeat-days <n>',
      'days for which a property that was paid for is free again; 0 = charged each time',
      orDefault(countOf('--free-repeat-days', 'freeRepeatDays')),
    )
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nFor the price and the limits, the value "default" stands for the default of the contract, and for the free repeats ' +
        "for the server's FREE_REPEAT_DAYS.",
    );

const countOf = (option: string, column: keyof TermColumns) =>
  wholeNumber(option, TERM_BOUNDS[column].min, TERM_BOUNDS[column].max);

/** A value as `read` reads it, or the word "default". @throws UsageError */
const orDefault =
  (read: (text: string) => number) =>
  (text: string): Setting =>
    text === 'default' ? text : read(text);

const termsIn = (options: TermOptions): Partial<TermColumns> => ({
  ...changed('priceCents', options.priceCents ?? options.price),
  ...changed('dailyMisses', options.dailyMisses),
  ...changed('singlePerMinute', options.requestsPerMinute),
  ...changed('bulkPerMinute', options.bulkRequestsPerMinute),
  ...changed('freeRepeatDays', options.freeRepeatDays),
});

const changed = (column: keyof TermColumns, value: Setting | undefined): Partial<TermColumns> =>
  value === undefined ? {} : { [column]: value === 'default' ? null : value };

async function set(io: Io, service: Service, id: string, options: SetOptions): Promise<Printed> {
  const terms = termsIn(options);
  const { name, email } = options;
  const details = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email === false ? null : email }),
  };
  if (Object.keys({ ...terms, ...details }).length === 0) {
    throw new UsageError('Nothing to change. Name a setting, such as --price 0.06.');
  }
  await requireMeant(io, options, terms);
  const by = actorOfShell(io);
  return shown(await service.accounts.change(id, { ...details, terms }, { by }), service.config);
}

/** Closes an account after a confirmation that explains the consequences for the balance. @throws UsageError, Finding */
async function close(
  io: Io,
  { accounts, config }: Service,
  id: string,
  options: TermOptions,
): Promise<Printed> {
  const { name, balanceCents } = await accounts.get(id);
  const rest =
    balanceCents === 0
      ? 'Its balance is $0.00.'
      : `Its balance of ${dollars(balanceCents)} stays in the ledger; pay it out with "balance deduct" if you owe it.`;
  const question = `Close ${name}? Its keys and sign-ins are refused from now on; jobs that were paid for are finished. ${rest}`;
  const unasked = `${rest} To close ${name} without a question, add --yes.`;
  if (options.yes !== true) await requireYes(io, { question, unasked, no: 'Nothing was changed.' });
  return shown(await accounts.change(id, { status: 'closed' }, { by: actorOfShell(io) }), config, [
    rest,
    `Open it again: skiptrace-server accounts activate ${id}`,
  ]);
}

async function create(io: Io, service: Service, options: CreateOptions): Promise<Printed> {
  const { name, email = null, purpose } = options;
  const balanceCents = options.balanceCents ?? options.balance ?? 0;
  const terms = termsIn(options);
  await requireMeant(io, options, terms);
  await requireOtherName(io, options, await service.accounts.list());
  const acceptance = purpose === undefined ? {} : { acceptance: acceptanceOf(purpose, whoEnters(io, {})) };
  const opening = { name, email, balanceCents, terms, ...acceptance };
  const { account, key } = await openAccount(service, opening, undefined, actorOfShell(io));
  const { id: accountId } = account;
  return [
    { accountId, ...key, balanceCents },
    [
      `Created account ${name} with a balance of ${dollars(balanceCents)}.`,
      ...(Object.keys(terms).length === 0 ? [] : describeTerms(termsOf(account, service.config))),
      '',
      `  Account ID: ${accountId}`,
      `  API key: ${key.apiKey}`,
      '',
      'Copy the key now: it is not shown again.',
      ...nextSteps(service, accountId),
    ],
  ];
}

/** Next steps for a new account, even if no server runs yet. */
function nextSteps({ config, isReached, baseUrl }: Service, accountId: string): string[] {
  const where = optionOf(config);
  const start = [
    'Next, start the server in another terminal, if none runs yet:',
    `  skiptrace-server start${where}`,
  ];
  return [
    ...(isReached() === 'perhaps' ? start : []),
    'Next, log in with the key:',
    `  ${loginCommand(baseUrl())}`,
    'In a browser, sign in with the key at',
    `  ${baseUrl()}/app`,
    'or with a link that this prints while the server runs:',
    `  skiptrace-server accounts sign-in-link ${accountId.slice(0, 8)}${where}`,
  ];
}

/** Asks for a confirmation of an unusual price; without a terminal, requires `--yes`. @throws UsageError, Finding */
async function requireMeant(
  io: Io,
  { yes = false }: TermOptions,
  { priceCents = null }: Partial<TermColumns>,
): Promise<void> {
  if (yes || priceCents === null || priceCents <= UNUSUAL_PRICE_CENTS) return;
  const price = `${dollars(priceCents)} per match is more than ${dollars(UNUSUAL_PRICE_CENTS)}`;
  const inCents =
    priceCents % 100 === 0 ? ` For ${priceCents / 100} cents, say --price ${priceCents / 10_000}.` : '';
  await requireYes(io, {
    question: `${price}. Is that the price?`,
    unasked: `${price}. If it is meant, add --yes.${inCents}`,
    no: 'Nothing was changed.',
  });
}

/** Asks before a second account gets a name that differs at most in upper and lower case; without a terminal, requires `--yes`. @throws UsageError, Finding */
async function requireOtherName(
  io: Io,
  { name, yes = false }: CreateOptions,
  all: readonly Account[],
): Promise<void> {
  const lower = name.trim().toLowerCase();
  const namesakes = all.filter((other) => other.name.trim().toLowerCase() === lower);
  if (namesakes.length === 0 || yes) return;
  const ids = namesakes.map((one) => `${one.id}${one.name === name ? '' : ` "${one.name}"`}`).join(', ');
  const there = `There is an account "${name}" already (${ids})`;
  const unasked = `${there}. Nothing was created. To create another one, add --yes, or give another name.`;
  await requireYes(io, { question: `${there}. Create another one?`, unasked, no: 'Nothing was created.' });
}

const shown = (account: Account, defaults: TermDefaults, more: readonly string[] = []): Printed => [
  accountDocument(account, defaults),
  [
    `${account.id}  ${account.name}  ${stateOf(account)}  ${dollars(account.balanceCents)}`,
    `Email: ${account.email ?? 'none, so no sign-in link can be mailed'}.`,
    ...describeTerms(termsOf(account, defaults)),
    ...more,
  ],
];

function describeKeys(keys: readonly ApiKey[]): string[] {
  const active = (mode: Mode) => keys.filter((key) => key.mode === mode && key.revokedAt === null).length;
  return [`Active keys: ${active('live')} live, ${active('test')} test.`];
}

const describeTerms = ({
  priceCents,
  dailyMisses,
  requestsPerMinute: { single, bulk },
  repeats,
}: AccountTerms): string[] => [
  `Price: ${dollars(priceCents)} per match. Free misses: ${dailyMisses} a day.`,
  `Single lookups: ${single} a minute. Bulk lookups: ${bulk} a minute.`,
  ...(repeats === null
    ? []
    : [`Properties paid for from now on stay free for ${repeats.days} day${repeats.days === 1 ? '' : 's'}.`]),
];

function accountDocument(account: Account, defaults: TermDefaults) {
  const { id, name, email, balanceCents, createdAt } = account;
  const { priceCents, dailyMisses, requestsPerMinute, repeats } = termsOf(account, defaults);
  return {
    accountId: id,
    name,
    email,
    status: stateOf(account),
    balanceCents,
    priceCents,
    dailyMisses,
    requestsPerMinute: requestsPerMinute.single,
    bulkRequestsPerMinute: requestsPerMinute.bulk,
    freeRepeatDays: repeats?.days ?? 0,
    createdAt: isoTime(createdAt),
  };
}
