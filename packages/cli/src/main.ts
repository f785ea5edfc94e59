// The entry point: the only file that uses `process`. Fast answers are given before anything else is loaded.
import { VERSION } from './version.js';

const argv = process.argv.slice(2);
const end = argv.indexOf('--');
const asked = (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');

const isVersion = (word: string) => word === '--version' || word === '-V';

if (argv.some(isVersion) && argv.every((word) => isVersion(word) || word === '--json')) {
  tellUnwritten();
  const { arch, platform, version: node } = process;
  const asJson = JSON.stringify({ version: VERSION, node: node.slice(1), platform, arch });
  process.stdout.write(`${argv.includes('--json') ? asJson : VERSION}\n`);
} else if (argv.length === 0 || asked || argv[0] === 'help') {
  const { help } = await import('./help/index.js');
  const { programName } = await import('./terminal/typed-here.js');
  tellUnwritten();
  const program = programName(process.env, process.argv[1]);
  process.exitCode = help(argv, process.stdout, process.stderr, process.env, program);
} else {
  const { runHere } = await import('./run-here.js');
  await runHere(argv);
}

/**
 * Reports a write error, with exit code 12. A reader that closed the pipe, as after `skiptrace --help |
 * head`, is not an error.
 */
function tellUnwritten(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 12;
    process.stderr.write(`error: Standard output cannot be written (${error.code ?? error.message}).\n`);
  });
  process.stderr.on('error', () => undefined);
}
