// @skiptrace/address and the parsers of npm, each as a contender of address-sets.mjs. The others are installed into a
// folder of their own. None of them compares or matches, so they do it by the parts they find: all folded, all equal.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { plain, stateCode, streetLine, unitId, zip5 } from './address-sets.mjs';

const PEERS = {
  'parse-address': '1.1.2',
  addresser: '1.1.22',
  '@universe/address-parser': '4.0.0',
  addressit: '1.8.2',
};
const peersFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/bench-address');

export async function ours() {
  const { compare, createMatcher, parseAddress } = await import('@skiptrace/address');
  return {
    name: '@skiptrace/address',
    parse: (line) => {
      const {
        number,
        predirectional,
        street,
        suffix,
        postdirectional,
        unit,
        city,
        state,
        zip5: zip,
      } = parseAddress(line);
      return {
        number,
        predir: predirectional,
        street,
        suffix,
        postdir: postdirectional,
        unit,
        city,
        state,
        zip,
      };
    },
    // The sets mean: the same, if no street on file says otherwise.
    same: (a, b) => ['same', 'compatible'].includes(compare(a, b).verdict),
    createMatcher: (owners) => {
      const matcher = createMatcher(owners.map((owner) => ({ ...owner, ownerId: owner.owner_id })));
      return {
        match: (lead) => {
          const result = matcher.match(lead);
          return result.matched ? result.record.owner_id : null;
        },
      };
    },
  };
}

/** Those of the peers that could be installed. */
export async function others() {
  install();
  const parsers = {
    'parse-address': ({ parseLocation }) => {
      return (line) => {
        const p = parseLocation(line);
        return p && { ...p, predir: p.prefix, suffix: p.type, postdir: p.suffix, unit: p.sec_unit_num };
      };
    },
    addresser: ({ parseAddress }) => {
      return (line) => {
        const p = parseAddress(line);
        return {
          number: p.streetNumber,
          predir: p.streetDirection,
          street: p.streetName,
          suffix: p.streetSuffix,
          unit: p.addressLine2?.replace(/^\S+ /, ''),
          city: p.placeName,
          state: p.stateAbbreviation,
          zip: p.zipCode,
        };
      };
    },
    '@universe/address-parser': ({ parse }) => {
      return async (line) => {
        const p = await parse(line);
        return (
          p && {
            number: p.number,
            predir: p.streetPreDir,
            street: p.streetName,
            suffix: p.streetType,
            postdir: p.streetPostDir,
            unit: p.unitNum,
            city: p.city,
            state: p.state,
            zip: p.zip,
          }
        );
      };
    },
    addressit: ({ default: parse }) => {
      return (line) => {
        const p = parse(line);
        return {
          number: p.number,
          street: p.street,
          unit: p.unit,
          city: p.regions?.at(-1),
          state: p.state,
          zip: p.postalcode,
        };
      };
    },
  };
  const contenders = [];
  for (const [name, load] of Object.entries(parsers)) {
    try {
      contenders.push(byParts(`${name} ${PEERS[name]}`, load(await peer(name))));
    } catch (error) {
      console.log(`${name} is left out: ${error.message.split('\n')[0]}`);
    }
  }
  return contenders;
}

/** The module of a peer, whatever its kind. */
async function peer(name) {
  const entry =
    name === '@universe/address-parser'
      ? path.join(peersFolder, 'node_modules', name, 'dist/src/index.js')
      : createRequire(path.join(peersFolder, 'package.json')).resolve(name);
  return import(pathToFileURL(entry).href);
}

function install() {
  const missing = Object.entries(PEERS).filter(
    ([name]) => !existsSync(path.join(peersFolder, 'node_modules', name)),
  );
  if (missing.length === 0) return;
  mkdirSync(peersFolder, { recursive: true });
  writeFileSync(path.join(peersFolder, 'package.json'), '{"private":true}\n');
  const wanted = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...wanted], {
    cwd: peersFolder,
    stdio: 'inherit',
  });
}

/** A contender that only parses: it throws for nothing, and two addresses are one if all parts fold to the same. */
function byParts(name, parseLine) {
  const parse = async (line) => {
    try {
      return (await parseLine(line)) ?? null;
    } catch {
      return null;
    }
  };
  const keysOf = async (address) => {
    const parts = await parse(lineOf(address));
    if (!parts?.number || !parts.street) return [];
    const house = [plain(parts.number), streetLine(parts), unitId(parts.unit)].join('|');
    const zip = zip5(parts.zip);
    const city = plain(parts.city);
    const places = [zip, city === '' ? '' : `${city} ${stateCode(parts.state)}`];
    return places.map((place) => (place === '' ? '' : `${house}@${place}`));
  };
  return {
    name,
    parse,
    same: async (a, b) => agree(await keysOf(a), await keysOf(b)),
    createMatcher: async (owners) => {
      const index = new Map();
      for (const owner of owners) {
        for (const key of await keysOf(owner)) {
          if (key !== '') index.set(key, index.has(key) ? null : owner.owner_id);
        }
      }
      return {
        match: async (lead) => {
          const [byZip = '', byCity = ''] = await keysOf(lead);
          return index.get(byZip === '' ? byCity : byZip) ?? null;
        },
      };
    },
  };
}

/** By ZIP where both have one, else by city. */
function agree([zipA = '', cityA = ''], [zipB = '', cityB = '']) {
  if (zipA !== '' && zipB !== '') return zipA === zipB;
  return cityA !== '' && cityA === cityB;
}

function lineOf({ address, city, state, zip }) {
  return [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
