// @skiptrace/address beside the address parsers of npm, on the development sets. Run by `npm run bench -- address`.
//
//   node scripts/bench.mjs address            everything
//   node scripts/bench.mjs address --quick    shorter rounds
//   node scripts/bench.mjs address --alone    without the others
//
// What is measured: pairs of addresses called the same, one-line addresses parsed, leads matched against a directory, and
// addresses a second of processor time, warm, on one core. The contenders take turns in every round; medians are shown.
import { leads, lines, owners, scoreMatching, scorePairs, scoreParsing } from './support/address-sets.mjs';
import { others, ours } from './support/address-contenders.mjs';
import { median } from './support/median.mjs';

export async function run(args = []) {
  const { rounds, roundMs } = args.includes('--quick')
    ? { rounds: 3, roundMs: 250 }
    : { rounds: 7, roundMs: 1_000 };
  const contenders = [await ours(), ...(args.includes('--alone') ? [] : await others())];
  const results = [];
  for (const contender of contenders) {
    results.push({
      name: contender.name,
      pairs: await scorePairs(contender),
      parsing: await scoreParsing(contender),
      matching: await scoreMatching(contender),
      speed: { parse: [], match: [] },
    });
  }
  const matchers = await Promise.all(contenders.map(({ createMatcher }) => createMatcher(owners)));
  const texts = lines.map(({ input }) => input);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { parse }] of contenders.entries()) {
      const { speed } = results[i];
      const match = (lead) => matchers[i].match(lead);
      speed.parse.push(await addressesPerSecond(parse, texts, roundMs));
      speed.match.push(await addressesPerSecond(match, leads, roundMs));
    }
  }
  for (const { speed } of results) {
    speed.parse = median(speed.parse);
    speed.match = median(speed.match);
  }
  report(results);
  return results;
}

/**
 * Goes through the list again and again for about `ms`, after half as long to get warm: the engine throws compiled code
 * away while the others have their turn.
 */
async function addressesPerSecond(work, list, ms) {
  await repeat(work, list, ms / 2);
  const from = process.cpuUsage();
  const count = await repeat(work, list, ms);
  const { user, system } = process.cpuUsage(from);
  return (count / (user + system)) * 1_000_000;
}

async function repeat(work, list, ms) {
  const until = performance.now() + ms;
  let count = 0;
  while (performance.now() < until) {
    for (const item of list) {
      const answer = work(item);
      if (answer instanceof Promise) await answer;
    }
    count += list.length;
  }
  return count;
}

function report(results) {
  const columns = [
    ['', 30, ({ name }) => name],
    ['pairs wrong', 12, ({ pairs }) => pairs.wrong],
    ['core found', 11, ({ pairs }) => percent(pairs.corePercent)],
    ['hard found', 11, ({ pairs }) => percent(pairs.hardPercent)],
    ['parsed', 9, ({ parsing }) => percent(parsing.exactPercent)],
    ['boxes wrong', 12, ({ parsing }) => parsing.boxesTaken],
    ['leads wrong', 12, ({ matching }) => matching.wrong],
    ['precision', 10, ({ matching }) => percent(matching.precisionPercent)],
    ['leads found', 12, ({ matching }) => percent(matching.foundPercent)],
    ['parse/s', 10, ({ speed }) => Math.round(speed.parse).toLocaleString('en-US')],
    ['match/s', 10, ({ speed }) => Math.round(speed.match).toLocaleString('en-US')],
  ];
  console.log(columns.map(([title, width]) => title.padStart(width)).join(''));
  for (const result of results) {
    console.log(columns.map(([, width, cell]) => String(cell(result)).padStart(width)).join(''));
  }
}

function percent(value) {
  return `${value.toFixed(1)} %`;
}
