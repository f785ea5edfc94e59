import type { AddressInput, BulkItem } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { addressKey } from '../../leads/address-key.js';
import { openSource } from '../../leads/source.js';
import { approve, readSpending, yesCommandLine } from '../../money/approve.js';
import { dollars, plural, PRICE_CENTS } from '../../money/cents.js';
import type { CommandInput } from '../command.js';
import { MAPPED_FIELDS, readMap } from '../upload/options.js';
import { CsvList } from './csv-list.js';
import { formatOf, LIST_FORMATS, readJsonList, readNdjsonList } from './read-list.js';
import { type BulkOutput, jsonOutput, ndjsonOutput } from './write-results.js';

type Item = BulkItem<AddressInput>;

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt, signal } = context;
  const spending = readSpending(input, context);
  const dedupe = !input.off('dedupe');
  const { addresses, output } = await openList(input, context);
  if (addresses.length === 0) throw new Failure('input_empty', 'There are no addresses in it.');

  const different = new Set(addresses.map(addressKey)).size;
  const boundCents = (dedupe ? different : addresses.length) * PRICE_CENTS;
  console.note(
    `${plural(addresses.length, 'address', 'addresses')}, ${different} different: at most ${dollars(boundCents)}, matches only.`,
  );
  const client = await context.client();
  const yes = yesCommandLine(input.argv, boundCents);
  const otherwise = 'Nothing was sent.';
  await approve(
    { cents: boundCents, sentence: 'This list costs at most', otherwise, yesCommand: yes, laterCommand: yes },
    spending,
    context,
  );

  const tally = new Tally(context);
  receipt.mayCharge();
  try {
    for await (const item of client.bulk(addresses, { dedupe, budgetCents: boundCents, signal })) {
      tally.add(item);
      await output.add(item);
    }
  } finally {
    // What was paid for is never thrown away.
    await output.end();
  }
  tally.finish();
}

interface OpenedList {
  readonly addresses: readonly AddressInput[];
  readonly output: BulkOutput;
}

async function openList(input: CommandInput, context: Context): Promise<OpenedList> {
  const { console, json } = context;
  const shown = input.argument(0);
  const source = await openSource(shown, context);
  const named = LIST_FORMATS.find((format) => format === input.text('format'));
  const format = named ?? (await formatOf(source, shown));
  const write = (text: string | Uint8Array) => console.data(text);
  if (format === 'csv') {
    const list = await CsvList.open(source, readMap(input.list('map'), MAPPED_FIELDS), context);
    return { addresses: list.addresses, output: json ? jsonOutput(write) : list.output(write) };
  }
  const addresses = format === 'json' ? await readJsonList(source) : await readNdjsonList(source);
  return { addresses, output: format === 'json' || json ? jsonOutput(write) : ndjsonOutput(write) };
}

/** Keeps the receipt right while results come in, and says at the end what became of the list. */
class Tally {
  #chargedCents = 0;
  #matches = 0;
  #misses = 0;
  #rejected = 0;
  #unknown = 0;
  #trouble: Item | undefined;

  constructor(private readonly context: Context) {}

  add(item: Item): void {
    this.#chargedCents += item.chargedCents ?? 0;
    if (item.outcome === 'match') this.#matches++;
    if (item.outcome === 'miss') this.#misses++;
    if (item.outcome === 'rejected') this.#rejected++;
    if (item.outcome === 'unknown') this.#unknown++;
    if (item.outcome === 'unknown' || item.outcome === 'not-sent') this.#trouble ??= item;
    this.context.receipt.chargedSoFar(this.#chargedCents);
  }

  finish(): void {
    const { console, receipt } = this.context;
    if (this.#unknown === 0) receipt.charged(this.#chargedCents);
    console.note(
      `${plural(this.#matches, 'match', 'matches')}, ${plural(this.#misses, 'miss', 'misses')}. ${receipt.sentence}`,
    );
    const trouble = this.#trouble;
    if (trouble?.outcome === 'unknown' || trouble?.outcome === 'not-sent') throw trouble.error;
    if (this.#rejected > 0) {
      throw new Failure(
        'input_broken',
        `${plural(this.#rejected, 'address', 'addresses')} could not be looked up as written.`,
        {
          hint: 'The output says what is wrong with each; the others were looked up.',
        },
      );
    }
  }
}
