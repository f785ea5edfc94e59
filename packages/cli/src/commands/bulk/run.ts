import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInput, misnamedAddressFields } from '@skiptrace/sdk';
import { count, dollars, plural } from '../../amounts.js';
import type { Context } from '../../context.js';
import { accountMark } from '../../credentials/key.js';
import { Failure } from '../../failures/failure.js';
import type { CommandInput } from '../../input.js';
import { decodeText, isRecord } from '../../json.js';
import { maximumLine, sayRepeated } from '../../leads/show.js';
import { openSource, unchanging, type Source } from '../../leads/source.js';
import { approve, readSpending, shortage, termsOf, yesCommandLine } from '../../spending.js';
import type { Progress } from '../../terminal/progress.js';
import { again } from '../../terminal/text.js';
import { readIdempotencyKey, readListOptions } from '../read-options.js';
import { CsvList } from './csv-list.js';
import { BulkMemory } from './memory.js';
import { BulkPlan, type PlannedItem, type BulkOutput, jsonOutput, ndjsonOutput } from './plan.js';
import { digestOf, sayChanged, settleEarlierRun, settleUnclear } from './resume.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const spending = readSpending(input, context);
  const dedupe = !input.off('dedupe');
  const requirePhone = input.flag('requirePhone');
  const givenKey = readIdempotencyKey(input.text('idempotencyKey'));
  const { addresses, output, file, format } = await openList(input, context);
  if (addresses.length === 0) throw new Failure('input_empty', 'The list has no addresses.');

  const plan = new BulkPlan(addresses, { dedupe, sendAll: input.flag('sendAll') });
  const digest = digestOf(plan.sent, requirePhone, givenKey);
  const { baseUrl, host } = context;
  const account = accountMark(await context.findKey());
  const memory = await BulkMemory.open(host, { file: file ?? digest, baseUrl, account });
  context.onEnd(() => memory.close());
  if (input.flag('new')) memory.disregard();
  await settleEarlierRun(memory, digest, input.argv, context);

  // For a CSV file, its columns and rows have been shown already.
  if (format !== 'csv') {
    console.note(`${plural(addresses.length, 'address', 'addresses')}, ${count(plan.different)} different`);
  }
  if (plan.unmatchable > 0) {
    const rows = plural(plan.unmatchable, 'address', 'addresses');
    console.note(`${rows} can't match and won't be sent (--send-all sends them).`);
  }
  sayRepeated(plan.repeated, 'address', dedupe, context);
  const client = await context.client({ middleware: [memory.middleware] });
  const terms = await termsOf(client, context);
  const { priceCents, freeRepeatDays } = terms;
  const asked = Math.max(0, plan.sent.length - memory.answeredAddresses(digest));
  const boundCents = asked * priceCents;
  sayChanged(memory, digest, boundCents, freeRepeatDays, context);
  console.note(maximumLine(asked, 'address', dedupe, terms), { style: 'bold' });
  await settleUnclear(memory, digest, client, input.argv, priceCents, context);
  const yes = yesCommandLine(input.argv, boundCents);
  const otherwise = 'Nothing was sent.';
  await approve(
    {
      cents: boundCents,
      sentence: 'This list costs up to',
      isMost: true,
      // The server takes the price of a whole request before it looks it up.
      shortage: () => shortage(Math.min(asked, ONE_REQUEST) * priceCents, context),
      otherwise,
      yesCommand: yes,
      toAllow: `${otherwise} To allow it: ${yes}`,
    },
    spending,
    context,
  );

  const idempotencyKey = await memory.begin(digest, givenKey);
  receipt.next = again(input.argv, ['--new']);
  const tally = new Tally(context, memory);
  receipt.mayCharge();
  try {
    // The budget of the whole list, including an earlier run's answers, gives the same chunks again.
    const budgetCents = plan.sent.length * priceCents;
    const answers = client.bulk(plan.sent, { requirePhone, budgetCents, signal, idempotencyKey });
    const progress = await countingProgress(addresses.length, context);
    for await (const item of plan.itemsFrom(answers)) {
      tally.add(item);
      await output.add(item);
      if (!('error' in item))
        progress?.show({ event: 'lookup', done: item.index + 1, total: addresses.length });
    }
  } finally {
    // Results that arrived before the failure were paid for, so they are written.
    await output.end();
  }
  if (!tally.isUnfinished)
    await memory.finish({ at: context.host.clock.now(), chargedCents: tally.chargedCents });
  tally.finish();
}

/** Progress display, or none: results on a terminal show the progress by themselves, and a short list is one request. */
async function countingProgress(total: number, context: Context): Promise<Progress | undefined> {
  if (context.host.stdout.isTTY === true || total <= ONE_REQUEST) return undefined;
  const progress = await context.progress();
  progress.show({ event: 'lookup', done: 0, total });
  return progress;
}

/** Largest number of addresses that the service accepts in one request. */
export const ONE_REQUEST = 100;

interface OpenedList {
  readonly addresses: readonly AddressInput[];
  readonly format: (typeof LIST_FORMATS)[number];
  readonly output: BulkOutput;
  /** The file it came from; undefined for standard input. */
  readonly file: string | undefined;
}

async function openList(input: CommandInput, context: Context): Promise<OpenedList> {
  const { console, json } = context;
  const shown = input.argument(0);
  const opened = await openSource(shown, context, input.text('sheet'));
  const isWorkbook = !opened.isPiped && opened.path !== opened.original;
  const source = await unchanging(opened, context);
  const file = source.isPiped ? undefined : source.original;
  const named = LIST_FORMATS.find((format) => format === input.text('format'));
  const format = named ?? (isWorkbook ? 'csv' : await formatOf(source, shown));
  const write = (text: string | Uint8Array) => console.data(text);
  if (format === 'csv') {
    const list = await CsvList.open(source, readListOptions(input), context);
    return {
      addresses: list.addresses,
      format,
      output: json ? jsonOutput(write, json) : list.output(write),
      file,
    };
  }
  const addresses = format === 'json' ? await readJsonList(source) : await readNdjsonList(source);
  return {
    addresses,
    format,
    output: format === 'json' || json ? jsonOutput(write, json) : ndjsonOutput(write),
    file,
  };
}

/** Keeps the receipt up to date while results arrive, and reports the state of the list at the end. */
class Tally {
  #chargedCents = 0;
  #repeats = 0;
  readonly #outcomes = new Map<PlannedItem['outcome'], number>();
  #trouble: PlannedItem | undefined;

  constructor(
    private readonly context: Context,
    private readonly memory: BulkMemory,
  ) {}

  /** Total cost of the list, including what earlier runs paid. */
  get chargedCents(): number {
    return this.#chargedCents;
  }

  /** True if some addresses are still to be looked up: the same command continues with them. */
  get isUnfinished(): boolean {
    return this.#trouble !== undefined;
  }

  add(item: PlannedItem): void {
    this.#chargedCents += item.chargedCents ?? 0;
    this.#outcomes.set(item.outcome, this.#of(item.outcome) + 1);
    if (item.outcome === 'match' && item.result.repeat === true) this.#repeats++;
    if ('error' in item) this.#trouble ??= item;
    this.context.receipt.chargedSoFar(this.#chargedNow);
  }

  finish(): void {
    const { console, receipt } = this.context;
    const [unknown, rejected] = [this.#of('unknown'), this.#of('rejected')];
    if (unknown === 0) receipt.charged(this.#chargedNow);
    const { paidBeforeCents } = this.memory;
    const others = [
      [this.#of('cannot-match'), 'not sent'],
      [this.#of('failed') + this.#of('not-sent'), 'not looked up'],
      [unknown, 'without an answer'],
      [rejected, 'rejected'],
    ] as const;
    const more = others.map(([n, what]) => (n > 0 ? `, ${count(n)} ${what}` : '')).join('');
    const repeats = this.#repeats > 0 ? ` (${count(this.#repeats)} already paid for, free)` : '';
    const before = paidBeforeCents > 0 ? ` An earlier run already paid ${dollars(paidBeforeCents)}.` : '';
    console.note(
      `${plural(this.#of('match'), 'match', 'matches')}${repeats}, ${plural(this.#of('miss'), 'miss', 'misses')}${more}. ${receipt.sentence}${before}`,
      this.#trouble === undefined ? { mark: 'ok' } : {},
    );
    const trouble = this.#trouble;
    if (trouble && 'error' in trouble) throw trouble.error;
    if (rejected > 0) {
      throw new Failure(
        'input_broken',
        `${plural(rejected, 'address', 'addresses')} can't be looked up as written.`,
        {
          hint: 'The output shows what is wrong with each one. All others were looked up.',
        },
      );
    }
  }

  #of(outcome: PlannedItem['outcome']): number {
    return this.#outcomes.get(outcome) ?? 0;
  }

  /** Answers arrive before the items made from them, so an earlier run's payments may be counted first. */
  get #chargedNow(): number {
    return Math.max(0, this.#chargedCents - this.memory.paidBeforeCents);
  }
}

const LIST_FORMATS = ['json', 'ndjson', 'csv'] as const;
type ListFormat = (typeof LIST_FORMATS)[number];

/** The format by file name, else by the first line that isn't blank. */
async function formatOf(source: Source, shown: string): Promise<ListFormat> {
  if (/\.json$/i.test(shown)) return 'json';
  if (/\.(ndjson|jsonl)$/i.test(shown)) return 'ndjson';
  if (/\.(csv|tsv|txt)$/i.test(shown)) return 'csv';
  for await (const chunk of createReadStream(source.path, { end: 4095 })) {
    const [line = ''] = decodeText(chunk as Buffer)
      .trimStart()
      .split(/[\r\n]/, 1);
    if (line.startsWith('[')) return 'json';
    // A CSV header may begin with a quote, too.
    return line.startsWith('{') || (line.startsWith('"') && isJson(line)) ? 'ndjson' : 'csv';
  }
  return 'csv';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON array of addresses; each is the contract's object or a one-line address. */
async function readJsonList(source: Source): Promise<AddressInput[]> {
  let list: unknown;
  try {
    list = JSON.parse(decodeText(await readFile(source.path)));
  } catch (error) {
    throw new Failure(
      'input_broken',
      `${source.shown} isn't JSON: ${error instanceof Error ? error.message : ''}`,
      {
        hint: 'If each line is one JSON address, add --format ndjson.',
        cause: error,
      },
    );
  }
  if (!Array.isArray(list))
    throw new Failure('input_broken', `${source.shown} isn't a JSON array of addresses.`);
  return list.map((entry, index) => asAddress(entry, `entry ${index + 1}`, source));
}

/** One address a line, as JSON. Blank lines are skipped. */
async function readNdjsonList(source: Source): Promise<AddressInput[]> {
  const addresses: AddressInput[] = [];
  for (const [index, line] of decodeText(await readFile(source.path))
    .split(/\r\n?|\n/)
    .entries()) {
    const number = index + 1;
    const text = line.trim();
    if (text === '') continue;
    let entry: unknown;
    try {
      entry = JSON.parse(text);
    } catch (error) {
      throw new Failure('input_broken', `Line ${number} in ${source.shown} isn't JSON.`, { cause: error });
    }
    addresses.push(asAddress(entry, `line ${number}`, source));
  }
  return addresses;
}

function asAddress(entry: unknown, where: string, source: Source): AddressInput {
  if (typeof entry === 'string' && entry.trim() !== '') return { address: entry };
  if (!isRecord(entry) || typeof entry['address'] !== 'string' || entry['address'].trim() === '') {
    throw new Failure('input_broken', `No address in ${where} in ${source.shown}.`, {
      hint: 'Each entry is a string, or an object with "address" and optionally "city", "state" and "zip".',
    });
  }
  const [misnamed] = misnamedAddressFields(entry);
  if (misnamed !== undefined)
    throw new Failure('input_broken', `In ${where} of ${source.shown}, ${misnamed}`, {
      hint: 'Nothing was sent.',
    });
  const part = (name: 'city' | 'state' | 'zip') => {
    const value = entry[name];
    return typeof value === 'string' && value.trim() !== '' ? { [name]: value } : {};
  };
  return { address: entry['address'], ...part('city'), ...part('state'), ...part('zip') };
}
