import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { AddressInput } from '@skiptrace/sdk';
import { isRecord } from '../../json.js';
import { Failure } from '../../failures/failure.js';
import type { Source } from '../../leads/source.js';

export const LIST_FORMATS = ['json', 'ndjson', 'csv'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** The format by file name, else by the first character other than white space. */
export async function formatOf(source: Source, shown: string): Promise<ListFormat> {
  if (/\.json$/i.test(shown)) return 'json';
  if (/\.(ndjson|jsonl)$/i.test(shown)) return 'ndjson';
  if (/\.(csv|tsv|txt)$/i.test(shown)) return 'csv';
  for await (const chunk of createReadStream(source.path, { end: 4096, encoding: 'utf8' })) {
    const first = String(chunk).trimStart().at(0);
    return first === '[' ? 'json' : first === '{' || first === '"' ? 'ndjson' : 'csv';
  }
  return 'csv';
}

/** A JSON array of addresses; each is the contract's object or a one-line address. */
export async function readJsonList(source: Source): Promise<AddressInput[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(source.path, 'utf8'));
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
export async function readNdjsonList(source: Source): Promise<AddressInput[]> {
  const addresses: AddressInput[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(source.path), crlfDelay: Infinity })) {
    number++;
    const text = line.replace(/^\ufeff/, '').trim();
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
  const part = (name: 'city' | 'state' | 'zip') => {
    const value = entry[name];
    return typeof value === 'string' && value.trim() !== '' ? { [name]: value } : {};
  };
  return { address: entry['address'], ...part('city'), ...part('state'), ...part('zip') };
}
