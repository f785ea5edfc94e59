// Measures the reader against csv-parse's events on the same made-up file: 250,000 rows, about 48 MB, CRLF, some
// cells with quoted newlines, six columns of fourteen decoded. Interleaved, median of seven, ratio printed.
// Run after the package is built:  node packages/csv/scripts/bench.mjs [rows]
import { performance } from 'node:perf_hooks';
import { parse } from 'csv-parse';
import { CsvReader } from '../dist/index.js';

const ROWS = Number(process.argv[2] ?? 250_000);
const ROUNDS = 7;
const CHUNK_BYTES = 64 * 1024;
const MAPPED = ['Address', 'City', 'State', 'Zip', 'Owner First', 'Owner Last'];
const HEADER = [
  'Id', 'Address', 'City', 'State', 'Zip', 'County', 'Owner First', 'Owner Last',
  'Mailing Address', 'Mailing City', 'Value', 'Notes', 'Link', 'Flags',
]; // prettier-ignore

function makeFile(rows) {
  const lines = [HEADER.join(',')];
  for (let row = 0; row < rows; row++) {
    const notes =
      row % 10 === 0
        ? `"Called twice,\r\nsaid ""no"" (${row})"`
        : `no answer, so far ${row}`.replace(',', '');
    lines.push(
      `${row},${100 + (row % 9000)} Copper Kettle Rd,Dayton,OH,454${String(row % 100).padStart(2, '0')},Montgomery,` +
        `Vera,Quillfeather,${row % 700} Saddle Ridge Blvd Apt ${row % 40},Grand Haven,${row * 3},${notes},` +
        `https://example.com/leads/${row},"High Equity, Off Market, Absentee"`,
    );
  }
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

function chunks(bytes) {
  const list = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) list.push(bytes.subarray(at, at + CHUNK_BYTES));
  return list;
}

function read(list) {
  const reader = new CsvReader({ mappedHeaders: MAPPED });
  let rows = 0;
  let letters = 0;
  const take = (records) => {
    for (const record of records) {
      if (record.blank) continue;
      rows++;
      letters += record.values[0].length;
    }
  };
  for (const chunk of list) take(reader.push(chunk));
  take(reader.end());
  return { rows, letters };
}

function parseWithEvents(list) {
  return new Promise((resolve, reject) => {
    const parser = parse({ bom: true, relax_column_count: true });
    let rows = -1;
    let letters = 0;
    parser.on('readable', () => {
      for (let record = parser.read(); record !== null; record = parser.read()) {
        if (++rows > 0) letters += record[1].length;
      }
    });
    parser.on('error', reject);
    parser.on('end', () => resolve({ rows, letters }));
    for (const chunk of list) parser.write(chunk);
    parser.end();
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const file = makeFile(ROWS);
const list = chunks(file);
const times = { reader: [], csvParse: [] };
for (let round = 0; round < ROUNDS; round++) {
  let start = performance.now();
  const ours = read(list);
  times.reader.push(performance.now() - start);
  start = performance.now();
  const theirs = await parseWithEvents(list);
  times.csvParse.push(performance.now() - start);
  if (ours.rows !== theirs.rows || ours.letters !== theirs.letters) throw new Error('the two disagree');
}
const reader = median(times.reader);
const csvParse = median(times.csvParse);
console.log(`${ROWS} rows, ${(file.length / 1e6).toFixed(1)} MB, median of ${ROUNDS}`);
console.log(`@skiptrace/csv   ${reader.toFixed(0)} ms`);
console.log(`csv-parse events ${csvParse.toFixed(0)} ms`);
console.log(`ratio            ${(reader / csvParse).toFixed(3)}`);
