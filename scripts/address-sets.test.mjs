// Targets of @skiptrace/address on the development sets (packages/address/fixtures). Precision comes first: not one wrong answer
// is allowed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compare, createMatcher, parseAddress } from '../packages/address/dist/index.js';

const folder = path.resolve(import.meta.dirname, '../packages/address/fixtures');
const { parse: parseCsv } = createRequire(path.resolve(folder, '../../csv/package.json'))('csv-parse/sync');

const text = (name) => readFileSync(path.join(folder, name), 'utf8');
const jsonLines = (name) =>
  text(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = (name) => parseCsv(text(name), { columns: true });

/** Spellings that count as equal in parsed parts. */
const folding = JSON.parse(text('folding.json'));

test('no two different addresses are called the same, and equal ones are recognized', () => {
  const found = { core: [], hard: [] };
  const wrong = [];
  for (const { a, b, same, tier } of jsonLines('pairs.jsonl').filter((pair) => pair.tier !== 'policy')) {
    // In these sets "same" means: the same, if no street on file contradicts it.
    const isFound = ['same', 'compatible'].includes(compare(a, b).verdict);
    if (same) found[tier].push(isFound);
    else if (isFound) wrong.push([a, b]);
  }
  expect(wrong).toEqual([]);
  expect(percentOf(found.core)).toBeGreaterThanOrEqual(98.5);
  expect(percentOf(found.hard)).toBeGreaterThanOrEqual(92);
});

test('one-line addresses are parsed into their parts, and no box is taken for a property', () => {
  const exact = [];
  const boxesTaken = [];
  for (const { kind, input, expected } of jsonLines('parse.jsonl')) {
    const { predirectional, postdirectional, zip5: zip, ...parsed } = parseAddress(input);
    const parts = { ...parsed, predir: predirectional, postdir: postdirectional, zip };
    if (kind === 'pobox' && parts.number && parts.street) boxesTaken.push(input);
    if (kind === 'street') exact.push(isExact(expected, parts));
  }
  expect(percentOf(exact)).toBeGreaterThanOrEqual(85);
  expect(boxesTaken).toEqual([]);
});

test('leads find their owner and never a stranger', () => {
  const owners = rows('owners.csv').map((owner) => ({
    ownerId: owner.owner_id,
    address: owner.situs_address,
    city: owner.situs_city,
    state: owner.situs_state,
    zip: owner.situs_zip,
  }));
  const truths = new Map(rows('truth.csv').map((truth) => [truth.lead_id, truth]));
  const matcher = createMatcher(owners);
  const found = [];
  const wrong = [];
  for (const lead of rows('leads.csv')) {
    const truth = truths.get(lead.lead_id);
    const result = matcher.match(lead);
    const ownerId = result.matched ? result.record.ownerId : '';
    if (ownerId !== '' && ownerId === truth.expected_owner_id) found.push(true);
    else if (ownerId !== '' && !truth.also_ok_owner_id.split('|').includes(ownerId)) wrong.push(lead);
    else if (ownerId === '' && truth.expected_owner_id && truth.miss_ok !== '1') found.push(false);
  }
  expect(wrong).toEqual([]);
  expect(percentOf(found)).toBeGreaterThanOrEqual(99.7);
});

/** Percent that are true; of none at all, 100. */
const percentOf = (all) => (all.length === 0 ? 100 : (100 * all.filter(Boolean).length) / all.length);

function isExact(expected, parts) {
  return (
    plain(expected.number).replaceAll('-', '') === plain(parts.number).replaceAll('-', '') &&
    streetLine('streetFull' in expected ? { street: expected.streetFull } : expected) === streetLine(parts) &&
    unitId(expected.unit) === unitId(parts.unit) &&
    plain(expected.city) === plain(parts.city) &&
    stateCode(expected.state) === stateCode(parts.state) &&
    zip5(expected.zip) === zip5(parts.zip)
  );
}

/** Upper case with single spaces, without accents and punctuation. */
function plain(value) {
  return String(value ?? '')
    .toUpperCase()
    .normalize('NFKD')
    .replace(/['’.\u0300-\u036f]/g, '')
    .replace(/[^A-Z0-9#/-]+/g, ' ')
    .trim();
}

/** The street with its directions and suffix in one spelling. */
function streetLine({ predir, street, suffix, postdir }) {
  return plain([predir, street, suffix, postdir].filter(Boolean).join(' '))
    .split(/[ -]/)
    .map((word) => folding.dir[word] ?? folding.suffix[word] ?? ordinal(word))
    .join(' ')
    .replace(/\b([NS]) ([EW])\b/g, '$1$2')
    .replace(/\b(?:COUNTY|CO|CTY) (?:RD|HWY)\b/, 'CR')
    .replace(/\bSTATE (?:RTE|RD|HWY)\b/, 'SR')
    .replace(/\bST (?:RTE|RT|RD|HWY) (?=\d)/, 'SR ')
    .replace(/\bUS (?:HWY|RTE)\b/, 'US')
    .replace(/\bSAINT\b/g, 'ST');
}

function ordinal(word) {
  return /^0*(\d+)(?:ST|ND|RD|TH)$/.exec(word)?.[1] ?? folding.ord[word] ?? word;
}

function unitId(value) {
  return plain(value).replace(/[#\s-]/g, '');
}

function stateCode(value) {
  const name = plain(value);
  return folding.state[name] ?? folding.state[name.replaceAll(' ', '')] ?? name.replaceAll(' ', '');
}

function zip5(value) {
  const digits = /\d{3,9}/.exec(String(value ?? '').replace(/\.0$/, ''))?.[0] ?? '';
  return digits === '' ? '' : digits.slice(0, 5).padStart(5, '0');
}
