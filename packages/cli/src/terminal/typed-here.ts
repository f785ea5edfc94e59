import path from 'node:path';

const NAME = 'skiptrace';

/** What a person at this shell starts the program by: `skiptrace`, or `npx skiptrace` where that alone is not found. */
export function programName(env: Readonly<Record<string, string | undefined>>, script = ''): string {
  // npx and `npm run` put a project's programs on PATH only while they run.
  const isByNpm = env['npm_command'] !== undefined;
  const isOfProject = path.dirname(script).endsWith(path.join('node_modules', '.bin'));
  return isByNpm || isOfProject ? `npx ${NAME}` : NAME;
}

/** A command in advice: at the beginning of a line, behind a colon, in quotes or parentheses. The name is a word of sentences, too. */
const ADVICE =
  /(^ *|: +|["(])skiptrace(-server (?=[a-z])| (?=(?:upload|lookup|bulk|csv|export|jobs|balance|auth|config|api|doctor|completion|support|help|--help)\b))/gm;

/** Advice as it can be typed here: `Next: npx skiptrace jobs list`. The server's commands come by npx where this program does. */
export const typedHere = (text: string, program: string): string =>
  program === NAME
    ? text
    : text.replace(ADVICE, (_, before: string, rest: string) =>
        rest === ' ' ? `${before}${program} ` : `${before}npx @skiptrace/server `,
      );
