// Pages and comments of this repository point at each other: every link, anchor, cited reading, specification section, decision
// and file name must lead somewhere. `npx vitest run --project scripts references` says which do not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

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
    expect(sections.length).toBeGreaterThan(20);
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
    const inside = (parent) =>
      readdirSync(path.join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const wings = inside('packages/server/src');
    const rooms = wings
      .filter((wing) => wing !== 'testing')
      .flatMap((wing) => inside(`packages/server/src/${wing}`).map((room) => `${wing}/${room}`));
    const folders = [...inside('packages'), ...wings, ...rooms];
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.map((name) => `${name}/`).filter((name) => !page.includes(name))).toEqual([]);
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
          [
            operationId,
            `${method.toUpperCase()} ${name}`,
            // The 400 of the list is about `before` alone, which is our own (reading 50).
            ...Object.keys(responses)
              .filter((status) => operationId !== 'listSkipTraceJobs' || status !== '400')
              .sort(),
          ].join(' '),
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
    ['docs/decisions/002-one.md', '# One\n\nIt is in `money/billing/books.ts` and `*.sqlite.ts`.'],
    [
      'packages/server/src/money/billing/books.ts',
      '/** Of a bulk (specification, Pricing 4;\n * readings 18 and 19). */',
    ],
    [
      'packages/server/src/money/billing/store.sqlite.ts',
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

// How comments cite:   reading 18                  docs/readings.md#18
//                      specification, Pricing 4    docs/specification.md#pricing-4
//                      decision 6                  docs/decisions/006-….md

const OUR_HOST = /^https:\/\/github\.com\/skiptrace\/skiptrace\/(?:blob|tree)\/main\//;
const SPECIFICATION = 'docs/specification.md';
const READINGS = 'docs/readings.md';

/** Pages that name files of the code; each name must be one. A name may leave out `packages/server/src/`. */
const ABOUT_CODE = /^(?:docs\/ARCHITECTURE\.md|docs\/decisions\/.*\.md|CONTRIBUTING\.md)$/;

const isPage = (file) => file.endsWith('.md');
const isSource = (file) => /\.(?:ts|mjs|cjs|js|yaml)$/.test(file);

/** GitHub's anchor of a heading. */
const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const withoutFences = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');

/** Valid anchors of links to a page: of its headings, and those it sets itself with <a id="…">. */
function anchorsOf(page) {
  const text = withoutFences(page);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()),
  );
  const repeated = headings.map((anchor, at) => {
    const before = headings.slice(0, at).filter((each) => each === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set([...repeated, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)]);
}

/** The comments of a source file, each as one line of text. */
function commentsOf(source, file) {
  if (file.endsWith('.yaml')) return [...source.matchAll(/(?:^|\s)#\s(.*)$/gm)].map(([, comment]) => comment);
  const blocks = [...source.matchAll(/(?:^|\s)\/\*[\s\S]*?\*\//g)].map(([block]) =>
    block.replace(/^\s*\/\*+|\*\/$/g, '').replace(/\n\s*\*?\s*/g, ' '),
  );
  const lines = [...source.matchAll(/(?:(?:^|[ \t])\/\/.*\n?)+/gm)].map(([run]) =>
    run.replace(/\n?[ \t]*\/\/[ \t]*/g, ' '),
  );
  return [...blocks, ...lines];
}

/** A section begins with a capital, an operation contains one: other text after the comma is the rest of a sentence. */
const SECTION = /\b[Ss]pecification, ([A-Z][A-Za-z ]*(?: \d+)?|[a-z]+[A-Z]\w*)(?=[).;:,`]|\s*$)/g;

const numbersIn = (text) => text.match(/\d+/g) ?? [];

/** @returns the anchors a text cites: { page, anchor } or { decision } */
function citationsIn(text) {
  const readings = [...text.matchAll(/\breadings? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, numbers]) =>
    numbersIn(numbers).map((anchor) => ({ page: READINGS, anchor })),
  );
  const sections = [...text.matchAll(SECTION)].map(([, section]) => ({
    page: SPECIFICATION,
    anchor: slug(section),
  }));
  const decisions = [
    ...[...text.matchAll(/\bdecisions? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, numbers]) =>
      numbersIn(numbers),
    ),
    ...[...text.matchAll(/\bdocs\/decisions\/(\d+)/g)].map(([, number]) => number),
  ].map((decision) => ({ decision: Number(decision) }));
  return [...readings, ...sections, ...decisions];
}

const linksOf = (page) =>
  [
    ...withoutFences(page)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ].map(([, link]) => link);

/** Names of files and folders in a page's `code`. `*` stands for any part of a name. */
const filesNamedOn = (page) =>
  [...withoutFences(page).matchAll(/`([^`\n]+)`/g)]
    .map(([, name]) => name)
    .filter((name) => /^[\w.*-]+(?:\/[\w.*-]+)*\/?$/.test(name) && /\/|\.(?:ts|mjs|cjs|md|yaml)$/.test(name));

/**
 * Every reference that leads nowhere, as a sentence each; none when all is well.
 * @param files the repository's files: names with `/`, relative to its root → the text of pages and sources, else null
 */
function brokenReferences(files) {
  const folders = new Set([...files.keys()].flatMap((file) => parentsOf(file)));
  const exists = (name) => files.has(name) || folders.has(name.replace(/\/$/, ''));
  const anchors = new Map();
  const hasAnchor = (page, anchor) => {
    if (!anchors.has(page)) anchors.set(page, anchorsOf(files.get(page) ?? ''));
    return anchors.get(page).has(anchor);
  };
  const hasDecision = (number) => {
    const beginning = `docs/decisions/${String(number).padStart(3, '0')}-`;
    return [...files.keys()].some((file) => file.startsWith(beginning));
  };

  const brokenLinks = (file, text) =>
    linksOf(text).flatMap((link) => {
      const ours = OUR_HOST.test(link);
      if (!ours && /^[a-z]+:/.test(link)) return [];
      const [name, anchor] = link.replace(OUR_HOST, '').split('#');
      const target = name === '' ? file : path.posix.join(ours ? '' : path.posix.dirname(file), name);
      if (!exists(target)) return [`${file} links to ${link}, which is not there`];
      if (anchor === undefined || !isPage(target) || hasAnchor(target, anchor)) return [];
      return [`${file} links to ${link}, but ${target} has no such anchor`];
    });

  const brokenCitations = (file, texts) =>
    texts.flatMap(citationsIn).flatMap(({ page, anchor, decision }) => {
      if (decision !== undefined)
        return hasDecision(decision) ? [] : [`${file} cites decision ${decision}: there is none`];
      return hasAnchor(page, anchor) ? [] : [`${file} cites ${page}#${anchor}: there is none`];
    });

  const unknownFiles = (file, text) =>
    filesNamedOn(text).flatMap((name) => (known(name) ? [] : [`${file} names ${name}, which is not there`]));
  const known = (name) => {
    if (name.includes('*')) {
      const pattern = new RegExp(`(?:^|/)${name.split('*').map(escaped).join('[^/]*')}$`);
      return [...files.keys()].some((file) => pattern.test(file));
    }
    if (!name.includes('/'))
      return [...files.keys()].some((file) => file === name || file.endsWith(`/${name}`));
    return exists(name) || exists(`packages/server/src/${name}`);
  };

  return [...files].flatMap(([file, text]) => {
    if (text === null) return [];
    if (isPage(file)) {
      return [
        ...brokenLinks(file, text),
        ...brokenCitations(file, [withoutFences(text).replace(/\s+/g, ' ')]),
        ...(ABOUT_CODE.test(file) ? unknownFiles(file, text) : []),
      ];
    }
    return isSource(file) ? brokenCitations(file, commentsOf(text, file)) : [];
  });
}

function parentsOf(file) {
  const parent = path.posix.dirname(file);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
