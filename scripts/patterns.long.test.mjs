// One slow pattern stops a whole server, a command or a browser tab: text of strangers is looked at before anything is known of
// who sent it. Every pattern of the source takes linear time, or its text has a limit.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');

/** Patterns that take more than linear time: the most characters they are given, and the place that limits them. */
const BOUNDED = new Map([
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of one number: 21 (billing/ledger.ts, cli/amounts.ts)'],
  [
    String.raw`/[\s,;]*(?:x|ext\.?|extn\.?|extension|#)[\s.:=]*\d{1,7}$|\s*[;,]\s*\d{1,5}$/i`,
    '60: phoneDigits refuses longer cells first (csv/values/phone.ts)',
  ],
  [
    String.raw`/^(?:([A-Z][A-Z .]*)[\s.,-]*)?(\d(?:[\d,.-]*\d)?)(?:[\s.,]+([A-Z][A-Z .]*))?$/`,
    '80: readZip reads no longer field (address/parse/place.ts)',
  ],
  [
    String.raw`/^(?:([a-z][a-z .]*)[\s.,-]*)?(\d(?:[\d.,-]*\d)?)(?:[\s.,]+([a-z][a-z .]*))?$/i`,
    'MAX_CHARACTERS of a cell (csv/values/state-zip.ts)',
  ],
  [String.raw`/^USA?[^a-z]+|[^a-z]+USA?$/i`, 'MAX_CHARACTERS of a cell (csv/values/state-zip.ts)'],
  [String.raw`/^(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/`, "a line of the operator's own settings (settings.ts)"],
]);

/** Patterns that are built at run time: the text of the call, and one resulting pattern. */
const BUILT = new Map(
  /** @type {[string, string | RegExp][]} */ ([
    ["new RegExp(`^(?:HWY|${Object.keys(NAMES).join('|')}) `)", /^(?:HWY|STATE ROAD|COUNTY ROAD) /],
    ["new RegExp(`^${path.replace(/\\{\\w+\\}/g, '[^/]+')}$`)", /^\/api\/user\/skip-trace\/[^/]+\/confirm$/],
    [
      "new RegExp(`^${path.replaceAll('.', '\\\\.').replace(/\\{\\w+\\}/g, '[^/]+')}$`)",
      /^\/operator\/api\/owners\/files\/[^/]+$/,
    ],
    [
      "new RegExp(`(^|[^A-Za-z0-9_])${escaped}($|[^A-Za-z0-9_])`, 'i')",
      /(^|[^A-Za-z0-9_])zip($|[^A-Za-z0-9_])/i,
    ],
    [
      "new RegExp(number === '1' ? '1|\\\\bone\\\\b' : digits, 'iu')",
      /3[\s\p{Pd}\p{Cf}\u2212\u2043]*7[\s\p{Pd}\p{Cf}\u2212\u2043]*1/iu,
    ],
    ["new RegExp(text, 'i')", 'the person who runs the checks types it (conformance, --only)'],
    ['new RegExp(`^[${SIGNS}\\t\\r]`)', /^[=+\-@\t\r]/],
    ["new RegExp(`(${INNER_START})(?=[${SIGNS}])`, 'g')", /([,;|\t\r\n]"*)(?=[=+\-@])/g],
    [
      "new RegExp(`^'(?=[${SIGNS}\\t\\r])|(${INNER_START})'(?=[${SIGNS}])`, 'g')",
      /^'(?=[=+\-@\t\r])|([,;|\t\r\n]"*)'(?=[=+\-@])/g,
    ],
    [
      "new RegExp(`^(${REPEATS_COLUMN}|skiptrace (?:${REQUIRED_FIELDS.join('|')}))(?: \\\\d+)?$`, 'i')",
      /^(repeats|skiptrace (?:address|city))(?: \d+)?$/i,
    ],
    ["new RegExp(`\\\\b(?:${[...PHRASES.keys()].join('|')})\\\\b`, 'g')", /\b(?:zip code|zip cd|e mail)\b/g],
    ['new RegExp(`^\\\\.skiptrace-${jobId}-([0-9a-f]+)\\\\.part$`)', /^\.skiptrace-a-([0-9a-f]+)\.part$/],
    [
      "new RegExp(`^${method} ${path.replace('{jobId}', '(?<jobId>[^/]*)')}$`)",
      /^GET \/api\/user\/skip-trace\/(?<jobId>[^/]*)$/,
    ],
    [
      "new RegExp(`\\\\bstatus\\\\b.*?${anyStatus}`, 'i')",
      '1,000: statusNamedIn cuts (sdk/outcome-error.ts)',
    ],
    [
      "new RegExp(`\\\\b(?:is|already|currently|still) ${anyStatus}`, 'i')",
      /\b(?:is|still) ["']?\b(paid|done)\b/i,
    ],
    ["new RegExp(`(?<!\\\\bbe )${anyStatus}`, 'i')", /(?<!\bbe )["'`]?\b(paid|done)\b/i],
    ["new RegExp(sequences + also, 'g')", /Ã[\u0080-\u00bf]|Â[\u0080-\u00bf]|Ê[¹»¼½]/g],
    [
      'new RegExp(`^${OF}(?:${SECOND_LINE})$`)',
      /^(?:(?:property|st) )*(?:(?<=(?:st) )(?:line )?2|secondary address)$/,
    ],
    [
      'new RegExp(`^${OF}(?:${words})$`)',
      /^(?:(?:property|st) )*(?:(?:house |sec )*unit(?: (?:number|id))*)$/,
    ],
    [
      'new RegExp(\n  `^(?:(?:mailing|owner|taxpayer) )+(?:(?:st|street|address) )*${UNIT_NAME}(?: (?:number|id))*$`,\n)',
      /^(?:(?:mailing|owner) )+(?:(?:st|street) )*(?:unit|apt)(?: (?:or )?(?:unit|apt))*(?: (?:number|id))*$/,
    ],
    [
      "new RegExp(\n  '\\\\b(?:' +\n    'phones?|mobile|cell|landline|tel|fax|emails?|web|website|url|link|dnc|litigator|carrier|mailing|owners?|grantee|grantor|buyer|seller|taxpayer|' +\n    'contact|relatives?|tenant|agent|user|assigned|names?|salutation|title|gender|age|language|date|day|month|year|yr|time|created|updated|modified|' +\n    'beds?|bedrooms?|baths?|bathrooms?|rooms|stories|floors|garage|pool|built|sq|sqft|square|area|size|acres?|acreage|sf|value|val|price|cost|amount|' +\n    'amt|tax|taxes|sale|sales|sold|loan|mortgage|lien|rate|equity|ltv|rent|income|percent|pct|score|rank|grade|quality|condition|count|counts|total|' +\n    'units|occupied|occupancy|vacant|lat|latitude|lon|lng|long|longitude|coordinates?|status|stage|tags?|lists?|source|campaign|batch|priority|' +\n    'notes?|comments?|remarks?|description|desc|county|fips|country|state|zip|plus|zone|zoning|use|luc|class|category|school|district|neighborhood|' +\n    'nbhd|ward|precinct|census|tract|map|page|book|doc|document|deed|instrument|id|ids|key|guid|uuid|index|row|record|seq|sequence|order|card|code|' +\n    'reason|result|match|matched|trace|traces|traced|flag|quantity|qty|version|roll|bill|billing|route|carrier' +\n    ')\\\\b',\n)",
      /\b(?:phones?|mobile|route|carrier)\b/,
    ],
    [
      "new RegExp(\n  `^(?=.*\\\\b(?:${NO_ONE})\\\\b)(?:\\\\W*\\\\b(?:${NO_ONE}|${BESIDE_NO_ONE})\\\\b)+\\\\W*$|^\\\\W*(?:current )?(?:tax ?payers?|(?:home)?owners?|residents?|occupants?) (?:of|at) (?:[^a-z]*\\\\d|the (?:property|premises))|^\\\\W*tax ?payers? (?:of|at)\\\\b`,\n  'i',\n)",
      /^(?=.*\b(?:owner|unknown)\b)(?:\W*\b(?:owner|unknown|of)\b)+\W*$/i,
    ],
    ["new RegExp(`^${form}$`, 'i')", /^\w+, (\d\d) (\w+) (\d{4}) (?:[01]\d|2[0-3]):[0-5]\d:[0-6]\d gmt$/i],
  ]),
);

function* filesIn(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name === 'testing' || name === 'generated') continue;
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else if (/\.tsx?$/.test(name) && !name.includes('.test.')) yield file;
  }
}

/** Every literal and every call that makes a pattern, once, with one place. */
function patternsOfSource() {
  const literals = new Map();
  const built = new Map();
  for (const name of readdirSync(path.join(root, 'packages')))
    for (const file of filesIn(path.join(root, 'packages', name, 'src'))) {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
      const visit = (node) => {
        const text = () => node.getText(source);
        if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, path.relative(root, file));
        else if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp')
          built.set(text(), path.relative(root, file));
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  return { literals, built };
}

function* contractPatterns(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.pattern === 'string') yield node.pattern;
  for (const child of Object.values(node)) yield* contractPatterns(child);
}

const { literals, built } = patternsOfSource();
const partsOf = (literal) => {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
};
/** Why a pattern can take more than linear time, such as `Move of a`; null for a linear pattern. */
function slow({ source, flags }) {
  const [report] = analyse({ source, flags }).reports;
  return report === undefined ? null : `${report.type} of ${report.character.pick}`;
}

describe('hostile text', () => {
  it('takes linear time in every pattern of the source, or is short', () => {
    const found = [...literals].flatMap(([literal, file]) => {
      const cause = BOUNDED.has(literal) ? null : slow(partsOf(literal));
      return cause === null ? [] : [`${file}: ${literal}: ${cause}`];
    });
    expect(found).toEqual([]);
  });

  it('takes linear time in every pattern that is put together', () => {
    expect([...built.keys()].filter((call) => !BUILT.has(call))).toEqual([]);
    const found = [...BUILT.values()].filter(
      (pattern) => typeof pattern !== 'string' && slow(pattern) !== null,
    );
    expect(found).toEqual([]);
  });

  it.each(['openapi.yaml', 'packages/contract/app.yaml'])(
    'takes linear time in every pattern of %s',
    (file) => {
      const patterns = [...contractPatterns(parse(readFileSync(path.join(root, file), 'utf8')))];
      expect(patterns.length).toBeGreaterThan(0);
      expect(patterns.filter((source) => slow({ source, flags: 'u' }) !== null)).toEqual([]);
    },
  );

  it('is allowed more for no pattern that is gone', () => {
    expect([...BOUNDED.keys()].filter((literal) => !literals.has(literal))).toEqual([]);
    expect([...BUILT.keys()].filter((call) => !built.has(call))).toEqual([]);
  });
});

describe('the time of a pattern', () => {
  it.each([
    [/"[^"]*"|\[[^\]]*\]|\\./g, 'number formats of a workbook: a kilobyte stopped a server for minutes'],
    [/^(?:a+)+$/, 'a repetition within a repetition'],
    [/^[^@]+[a-z]+@$/, 'two neighbors that overlap'],
    [/\s+$/, 'a search that begins anew at each character'],
  ])('grows faster than the text: %s, %s', (pattern) => {
    expect(slow(pattern)).not.toBeNull();
  });

  it.each([[/"[^"]*"?|\[[^\]]*\]?|\\.?/g], [/^\s*(?:a|b)+\s*$/], [/(?<!\s)\s+$/]])(
    'grows with the text: %s',
    (pattern) => {
      expect(slow(pattern)).toBeNull();
    },
  );
});
