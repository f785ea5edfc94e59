import { createReadStream } from 'node:fs';
import { CsvReader, EnrichedCsv, type EnrichedOwner, NO_WIDTHS, stateCode, widen } from '@skiptrace/csv';
import { leadZip, type Leads } from '@skiptrace/csv/leads';
import type { AddressInput } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { inspectLeads, prepareLeads, settleApart, type PrepareOptions } from '../../leads/inspect.js';
import { showLeads } from '../../leads/show.js';
import type { Source } from '../../leads/source.js';
import type { PlannedItem, BulkOutput } from './plan.js';

/** A CSV list for bulk: its rows with an address are sent, and every row is written with the added columns. */
export class CsvList {
  private constructor(
    private readonly source: Source,
    private readonly leads: Leads,
    readonly addresses: readonly AddressInput[],
  ) {}

  static async open(
    opened: Source,
    wanted: PrepareOptions & { readonly sameProperty: boolean },
    context: Context,
  ): Promise<CsvList> {
    const { source, overrides } = await prepareLeads(opened, wanted, context);
    const leads = await inspectLeads(source, { ...wanted, overrides, maxRows: Infinity }, context.signal);
    showLeads(source, leads, context);
    await settleApart(source, leads, wanted.sameProperty, context);
    const addresses: AddressInput[] = [];
    for await (const { values } of recordsOf(source, leads)) {
      const address = toAddress(leads.property.read(values));
      if (address) addresses.push(address);
    }
    return new CsvList(source, leads, addresses);
  }

  /** The widest row decides the header, so everything is written at the end. */
  output(write: (bytes: Uint8Array) => Promise<void>): BulkOutput {
    const owners: (EnrichedOwner | string)[] = [];
    return {
      add: (item) => {
        owners.push(ownerOf(item));
        return Promise.resolve();
      },
      end: () => this.#writeAll(owners, write),
    };
  }

  async #writeAll(
    owners: readonly (EnrichedOwner | string)[],
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void> {
    const { source, leads } = this;
    const rows = async function* () {
      let next = 0;
      for await (const record of recordsOf(source, leads)) {
        const asked = !record.blank && leads.property.read(record.values).address.trim() !== '';
        yield { record, owner: asked ? (owners[next++] ?? STATUS['not-sent']) : null };
      }
    };
    let widths = NO_WIDTHS;
    for await (const { record, owner } of rows()) widths = widen(widths, widthsOf(record.cellCount, owner));
    const csv = new EnrichedCsv({ dialect: leads.dialect, header: leads.header, widths });
    await write(csv.head());
    for await (const { record, owner } of rows()) await write(csv.record(record, owner));
  }
}

async function* recordsOf(source: Source, { property, dialect }: Leads) {
  const reader = new CsvReader({ mappedHeaders: property.headers, delimiter: dialect.delimiter });
  for await (const chunk of createReadStream(source.path)) yield* reader.push(chunk as Buffer);
  yield* reader.end();
}

/** The address as the contract requires it: a ZIP of five digits, a state of two letters, or neither. */
function toAddress(cells: Record<'address' | 'city' | 'state' | 'zip', string>): AddressInput | undefined {
  const address = cells.address.trim();
  if (address === '') return undefined;
  const state = stateCode(cells.state);
  const { zip } = leadZip(cells);
  const city = cells.city.trim();
  return {
    address,
    ...(city !== '' && { city }),
    ...(state !== null && { state }),
    ...(/^\d{5}$/.test(zip) && { zip }),
  };
}

const widthsOf = (cells: number, owner: EnrichedOwner | string | null) => {
  const { phones, emails } = typeof owner === 'string' || owner === null ? { phones: [], emails: [] } : owner;
  return { cells, phones: phones.length, emails: emails.length };
};

/** Statuses of rows without a match. A row that was not looked up must not look like a miss. */
const STATUS: Readonly<Record<Exclude<PlannedItem['outcome'], 'match'>, string>> = {
  miss: '',
  'cannot-match': '',
  rejected: 'Rejected',
  unknown: 'No answer',
  failed: 'Not looked up',
  'not-sent': 'Not looked up',
};

function ownerOf(item: PlannedItem): EnrichedOwner | string {
  if (item.outcome !== 'match') return STATUS[item.outcome];
  const { contact, phones, emails } = item.result;
  // The column has two values. A type added by a newer service becomes the one that isn't texted.
  const known = phones.map((phone) => ({
    ...phone,
    type: phone.type === 'mobile' ? ('mobile' as const) : ('landline' as const),
  }));
  return { ...contact, phones: known, emails };
}
