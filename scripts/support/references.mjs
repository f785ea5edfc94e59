// Finds what our pages and comments point at that is not there: links and anchors, cited readings, specification sections and
// decisions, and files named on pages about the code. scripts/references.test.mjs runs it; it reads nothing itself.
//
// How comments cite:   reading 18                  docs/readings.md#18
//                      specification, Pricing 4    docs/specification.md#pricing-4
//                      decision 6                  docs/decisions/006-….md
import path from 'node:path';

const OUR_HOST = /^https:\/\/github\.com\/skiptrace\/skiptrace\/(?:blob|tree)\/main\//;
const SPECIFICATION = 'docs/specification.md';
const READINGS = 'docs/readings.md';

/** Pages that name files of the code; each name must be one. A name may leave out `packages/server/src/`. */
const ABOUT_CODE = /^(?:docs\/ARCHITECTURE\.md|docs\/decisions\/.*\.md|CONTRIBUTING\.md)$/;

const isPage = (file) => file.endsWith('.md');
const isSource = (file) => /\.(?:ts|mjs|cjs|js|yaml)$/.test(file);

/** GitHub's anchor of a heading. */
export const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const withoutFences = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');

/** Valid anchors of links to a page: of its headings, and those it sets itself with <a id="…">. */
export function anchorsOf(page) {
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
export function brokenReferences(files) {
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
