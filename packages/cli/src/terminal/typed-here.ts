import path from 'node:path';

const NAME = 'skiptrace';

/** Command that starts the program in this shell: `skiptrace`, or `npx skiptrace` if that alone is not found. */
export function programName(env: Readonly<Record<string, string | undefined>>, script = ''): string {
  // npx and `npm run` put a project's programs on PATH only while they run.
  const isByNpm = env['npm_command'] !== undefined;
  const isOfProject = path.dirname(script).endsWith(path.join('node_modules', '.bin'));
  return isByNpm || isOfProject ? `npx ${NAME}` : NAME;
}

/**
 * A command in advice: at the beginning of a line, after a colon, in quotes or parentheses. In sentences the
 * name is a plain word.
 */
const ADVICE =
  /(^ *|: +|["(])skiptrace(-server (?=[a-z])| (?=(?:upload|lookup|bulk|csv|export|jobs|balance|auth|config|api|listen|doctor|completion|support|help|--help)\b))/gm;

/** Advice as it can be typed here: `Next: npx skiptrace jobs list`. The server's commands use npx if this program does. */
export const typedHere = (text: string, program: string): string =>
  program === NAME
    ? text
    : text.replace(ADVICE, (_, before: string, rest: string) =>
        rest === ' ' ? `${before}${program} ` : `${before}npx @skiptrace/server `,
      );
