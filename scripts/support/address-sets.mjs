// The development sets of addresses, and how a parser and matcher does on them. It has
//   parse(line) → { number, predir, street, suffix, postdir, unit, city, state, zip } or null, perhaps as a promise
//   same(a, b) → whether two addresses are one property
//   createMatcher(owners) → { match(lead) → owner_id or null }
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../packages/address/fixtures');
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

const pairs = jsonLines('pairs.jsonl');
const lines = jsonLines('parse.jsonl');
const leads = rows('leads.csv');
const owners = rows('owners.csv').map((owner) => ({
  owner_id: owner.owner_id,
  address: owner.situs_address,
  city: owner.situs_city,
  state: owner.situs_state,
  zip: owner.situs_zip,
}));
const truths = new Map(rows('truth.csv').map((truth) => [truth.lead_id, truth]));

/** Pairs: number of different ones called the same, and the share of the same ones that was found, by tier, in percent. */
export async function scorePairs({ same }) {
  const scored = pairs.filter(({ tier }) => tier !== 'policy');
  const found = { core: [0, 0], hard: [0, 0] };
  let wrong = 0;
  for (const pair of scored) {
    const answer = await same(pair.a, pair.b);
    if (!pair.same) wrong += answer ? 1 : 0;
    else {
      found[pair.tier][0] += answer ? 1 : 0;
      found[pair.tier][1] += 1;
    }
  }
  return { wrong, corePercent: percent(...found.core), hardPercent: percent(...found.hard) };
}

/** One-line addresses parsed exactly, in percent, and boxes taken for a property. */
export async function scoreParsing({ parse }) {
  let exact = 0;
  let boxesTaken = 0;
  const streets = lines.filter(({ kind }) => kind === 'street');
  for (const { kind, input, expected } of lines) {
    const parts = await parse(input);
    if (kind === 'pobox') boxesTaken += parts?.number && parts.street ? 1 : 0;
    if (kind === 'street' && parts && isExact(expected, parts)) exact += 1;
  }
  return { exactPercent: percent(exact, streets.length), boxesTaken };
}

/** Leads against the owners: wrong matches, leads found in percent, and the share of correct matches. */
export async function scoreMatching({ createMatcher }) {
  const matcher = await createMatcher(owners);
  let right = 0;
  let wrong = 0;
  let missed = 0;
  for (const lead of leads) {
    const truth = truths.get(lead.lead_id);
    const found = await matcher.match(lead);
    if (found && found === truth.expected_owner_id) right += 1;
    else if (found && !truth.also_ok_owner_id.split('|').includes(found)) wrong += 1;
    else if (!found && truth.expected_owner_id && truth.miss_ok !== '1') missed += 1;
  }
  return {
    wrong,
    foundPercent: percent(right, right + missed),
    precisionPercent: percent(right, right + wrong),
  };
}

function percent(part, whole) {
  return whole === 0 ? 100 : (100 * part) / whole;
}

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
