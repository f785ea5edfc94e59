import type { Host } from '../host.js';
import type { TerminalFacts } from './facts.js';
import { inAscii } from './look.js';
import { jsonProgress, lineProgress, type Progress, type ProgressKind, silentProgress } from './progress.js';
import { screenProgress } from './screen-progress.js';

/** Progress on standard error; `auto` is a bar at a terminal, lines elsewhere, and nothing if `isQuiet`. */
export async function openProgress(
  kind: ProgressKind,
  { stderr, clock }: Host,
  terminal: TerminalFacts,
  isQuiet: boolean,
): Promise<Progress> {
  const toStderr = (line: string) => void stderr.write(`${terminal.unicode ? line : inAscii(line)}\n`);
  const chosen = kind === 'auto' ? (isQuiet ? 'none' : terminal.canAnimate ? 'bar' : 'lines') : kind;
  switch (chosen) {
    case 'bar':
      return screenProgress(stderr, clock.monotonic, terminal.color, terminal.unicode);
    case 'lines':
      return lineProgress(toStderr);
    case 'json':
      return jsonProgress(toStderr, clock.monotonic);
    case 'none':
      return silentProgress;
  }
}
