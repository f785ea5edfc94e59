// Pages and comments of this repository point at each other: every link, anchor, cited reading, specification section, decision
// and file name must lead somewhere. `npx vitest run --project scripts references` says which do not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { anchorsOf, brokenReferences } from './support/references.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'demo', 'fixtures', 'generated']);

function filesUnder(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(name);
    return [name];
  });
}

const isText = (name) => /\.(?:md|ts|mjs|cjs|js|yaml)$/.test(name);
const repository = new Map(filesUnder('.').map((name) => [name, isText(name) ? read(name) : null]));
// This test is full of broken references.
repository.set('scripts/references.test.mjs', null);
// Its links lead to pages of the server that shows it.
repository.set('packages/server/scripts/docs/quickstart.md', null);

describe('the references of pages and comments', () => {
  it('lead somewhere', () => {
    expect(repository.size).toBeGreaterThan(500);
    expect(brokenReferences(repository)).toEqual([]);
  });

  it('lead somewhere for the sections that conformance checks name', () => {
    const sections = [...repository]
      .filter(([name]) => /^packages\/conformance\/src\/(?:specification|readings)\//.test(name))
      .flatMap(([, text]) => [...text.matchAll(/inSection\('([^']+)'/g)].map(([, section]) => section));
    expect(sections.length).toBeGreaterThan(30);
    const headings = [...read('docs/specification.md').matchAll(/^#+ [\d.]+ (.+)$/gm)].map(
      ([, heading]) => heading,
    );
    const readings = anchorsOf(read('docs/readings.md'));
    const lost = sections.filter((section) => {
      const numbers = /^Readings: .*\(([\d, ]+)\)$/.exec(section);
      if (numbers !== null) return numbers[1].split(', ').some((number) => !readings.has(number));
      const name = section.replace(/^(?:Resources|Endpoints): /, '');
      return !headings.some((heading) => heading === name || heading.endsWith(`: ${name}`));
    });
    expect(lost).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  it('has a line for every package and every folder of the server', () => {
    const page = read('docs/ARCHITECTURE.md');
    const folders = ['packages', 'packages/server/src'].flatMap((parent) =>
      readdirSync(path.join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory()),
    );
    expect(folders.length).toBeGreaterThan(15);
    expect(folders.map(({ name }) => `${name}/`).filter((name) => !page.includes(name))).toEqual([]);
  });
});

describe('docs/specification.md', () => {
  it('lists the operations and statuses of openapi.yaml, and no others', () => {
    const { paths } = parse(read('openapi.yaml'));
    const contract = Object.entries(paths).flatMap(([name, operations]) =>
      Object.entries(operations)
        .filter(
          ([, { operationId }]) =>
            operationId !== undefined && !['getAccount', 'listDeliveries'].includes(operationId),
        )
        .map(([method, { operationId, responses }]) =>
          [operationId, `${method.toUpperCase()} ${name}`, ...Object.keys(responses).sort()].join(' '),
        ),
    );
    const rows = [
      ...read('docs/specification.md').matchAll(
        /^\| \[(\w+)\]\(#\w+\) +\| `([^`]+)` +\| (\d+) +\| ([\d, ]*\d) +\|$/gm,
      ),
    ];
    const listed = rows.map(([, id, request, success, others]) =>
      [id, request, success, ...others.split(', ')].join(' '),
    );
    expect(listed.sort()).toEqual(contract.sort());
  });

  it('lists the fields of openapi.yaml, and no others', () => {
    const { schemas } = parse(read('openapi.yaml')).components;
    const sections = read('docs/specification.md').split(/^##+ /m);
    const fieldsIn = (heading) => {
      const section = sections.find((each) => each.startsWith(heading)) ?? '';
      return [...section.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+) +\|/gm)].flatMap(([, names]) =>
        names.replaceAll('`', '').split(', '),
      );
    };
    const tables = {
      3.1: ['AddressInput'],
      3.2: ['Contact'],
      3.3: ['Phone'],
      3.4: ['SkipTraceMatch'],
      3.5: ['BulkSkipTraceResponse', 'BulkLookupMatch'],
      3.6: ['SkipTraceJob'],
      3.7: ['JobActionResponse'],
      3.9: ['Error'],
      5.11: ['ContactMessage'],
    };
    for (const [heading, names] of Object.entries(tables)) {
      const fields = names.flatMap((name) => Object.keys(schemas[name].properties));
      expect(fieldsIn(`${heading} `), names.join()).toEqual(fields);
    }
  });
});

describe('a reference that leads nowhere', () => {
  const sound = new Map([
    ['README.md', 'See [the page](docs/page.md#two-words), [it](docs/readings.md#18) and [code](packages/).'],
    [
      'docs/page.md',
      '# Page\n\n## Two words\n\nAs reading 18 says (decision 2). [Up](#page) [out](https://example.com/#x)',
    ],
    ['docs/readings.md', '# Readings\n\n18. <a id="18"></a>A rule.\n19. <a id="19"></a>Another.'],
    ['docs/specification.md', '<a id="pricing"></a>\n## 2. Pricing\n\n4. <a id="pricing-4"></a>A rule.'],
    ['docs/decisions/002-one.md', '# One\n\nIt is in `billing/books.ts` and `*.sqlite.ts`.'],
    [
      'packages/server/src/billing/books.ts',
      '/** Of a bulk (specification, Pricing 4;\n * readings 18 and 19). */',
    ],
    [
      'packages/server/src/billing/store.sqlite.ts',
      '// docs/decisions/002 says why (specification,\n// Pricing).',
    ],
  ]);
  const broken = (file, text) => brokenReferences(new Map([...sound, [file, text]]));

  it('is distinguished from one that leads somewhere', () => {
    expect(brokenReferences(sound)).toEqual([]);
  });

  it.each([
    ['a link to a file', 'README.md', '[the page](docs/pages.md)', 'docs/pages.md'],
    ['a link to an anchor', 'README.md', '[the page](docs/page.md#three-words)', 'no such anchor'],
    ['a link within a page', 'docs/page.md', '[up](#pages)', 'no such anchor'],
    [
      'a link by our address',
      'README.md',
      '[it](https://github.com/skiptrace/skiptrace/blob/main/docs/x.md)',
      'docs/x.md',
    ],
    ['a reading on a page', 'docs/page.md', 'As reading 40 says.', 'docs/readings.md#40'],
    ['one of several readings', 'packages/a.ts', '/** Readings 18, 20. */', 'docs/readings.md#20'],
    [
      'a section in a comment',
      'packages/a.ts',
      '// (specification,\n// Prices 4)',
      'docs/specification.md#prices-4',
    ],
    [
      'a rule of a section',
      'packages/a.ts',
      'f(); // Specification, Pricing 5: why',
      'docs/specification.md#pricing-5',
    ],
    ['a comment in openapi.yaml', 'openapi.yaml', 'a: 1\n# As reading 17 says.', 'docs/readings.md#17'],
    ['a decision', 'scripts/a.mjs', '// (decision 3)', 'decision 3'],
    ['a decision by its page', 'scripts/a.mjs', '// docs/decisions/004 says why.', 'decision 4'],
    ['a file of the code', 'docs/ARCHITECTURE.md', 'In `billing/book.ts`.', 'billing/book.ts'],
    ['a kind of file', 'docs/ARCHITECTURE.md', 'In `*.postgres.ts`.', '*.postgres.ts'],
  ])('is found: %s', (_what, file, text, told) => {
    const faults = broken(file, text).filter((fault) => fault.startsWith(`${file} `));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(told);
  });

  it("is not searched in the program's strings", () => {
    expect(broken('packages/a.ts', "it('reads reading 99 (specification, Prices)')")).toEqual([]);
  });
});
