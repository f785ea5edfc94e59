import { EXIT, type ExitCode } from '../exit-codes.js';
import { catalogue, groups } from '../commands/catalogue.js';
import { Failure } from '../failures/failure.js';
import { explain } from '../failures/explain.js';
import { didYouMean } from '../failures/nearest.js';
import { renderFailure, renderFailureJson } from '../failures/render.js';
import { Receipt } from '../money/receipt.js';
import { wantsJson } from '../terminal/argv.js';
import { createPaint } from '../terminal/paint.js';
import { helpFor } from './page.js';
import { topics } from './topics.js';

interface Sink {
  write(text: string): unknown;
}

/** `skiptrace`, `skiptrace --help`, `skiptrace COMMAND --help`, `skiptrace help COMMAND`, `skiptrace help TOPIC`. */
export function help(argv: readonly string[], stdout: Sink, stderr: Sink): ExitCode {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const topic = topics.find(({ name }) => name === words[0]);
  const page = topic ? `${topic.name}: ${topic.summary}\n\n${topic.lines.join('\n')}\n` : helpFor(words);
  if (page !== undefined) {
    stdout.write(page);
    return EXIT.done;
  }
  const receipt = new Receipt();
  const failure = explain(noHelp(words), receipt);
  stderr.write(
    wantsJson(argv)
      ? renderFailureJson(failure, receipt)
      : renderFailure(failure, receipt, createPaint(false)),
  );
  return EXIT.usage;
}

function noHelp(words: readonly string[]): Failure {
  const asked = words.filter((word) => !word.startsWith('-'));
  const known = [
    ...new Set(catalogue.map(({ path }) => path[0])),
    ...groups.map(({ name }) => name),
    ...topics.map(({ name }) => name),
  ];
  const message = `There is no help on "${asked.join(' ')}".${didYouMean(asked[0] ?? '', known)}`;
  return new Failure('usage', message, { next: 'skiptrace --help' });
}
