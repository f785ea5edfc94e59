import { EXIT, type ExitCode } from '../exit-codes.js';
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
  stderr.write(
    `error: There is no help on "${words.join(' ')}".\nNothing was charged. Next: skiptrace --help\n`,
  );
  return EXIT.usage;
}
