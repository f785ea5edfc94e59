import { catalogue } from '../commands/catalogue.js';
import { groups } from '../commands/command.js';
import { topics } from '../commands/specs/topics.js';
import { EXIT, type ExitCode, Failure, didYouMean } from '../failures/failure.js';
import { wantsJson } from '../input.js';
import { Receipt } from '../receipt.js';
import { explain, typable, renderFailure, renderFailureJson } from '../report.js';
import { isUtf8, showsColor } from '../terminal/facts.js';
import { inAscii, createPaint } from '../terminal/text.js';
import { pageWidth } from './layout.js';
import { helpFor, topicPage } from './page.js';

interface Sink {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the help for `skiptrace`, `skiptrace --help`, `skiptrace COMMAND --help`, `skiptrace help COMMAND`, `skiptrace help TOPIC`. */
export function help(
  argv: readonly string[],
  stdout: Sink,
  stderr: Sink,
  env: Readonly<Record<string, string | undefined>>,
  program = 'skiptrace',
): ExitCode {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const topic = topics.find(({ name }) => name === words[0]);
  const width = pageWidth(stdout);
  const page = topic ? topicPage(topic, width) : helpFor(words, width, program);
  if (page !== undefined) {
    const wish = /--color[ =]never/.test(argv.join(' ')) ? 'never' : 'auto';
    const { bold } = createPaint(showsColor(stdout, env, wish));
    const text = page.replace(/^[A-Z]\w+:$/gm, bold);
    stdout.write(stdout.isTTY !== true || isUtf8(env) ? text : inAscii(text));
    return EXIT.done;
  }
  const receipt = new Receipt();
  const failure = typable(explain(noHelp(words), receipt), program);
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
