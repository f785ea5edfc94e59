import { catalogue } from '../commands/catalogue.js';
import { layOut, optionRow } from './layout.js';
import { exitsOf, jsonLine, name, usage } from './page.js';
import { topics } from './topics.js';

/** docs/cli.md: the help pages as one document. `npx vitest -u --project cli` writes it, the tests compare it. */
export function docsPage(): string {
  const chapters = catalogue.map((spec) => [
    `## skiptrace ${name(spec)}`,
    '',
    `${spec.summary}.`,
    '',
    '```sh',
    ...spec.examples.map(({ command, does }) => `${command}   # ${does}`),
    '```',
    '',
    `Usage: \`skiptrace ${usage(spec)}\``,
    '',
    ...list((spec.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description])),
    ...list((spec.options ?? []).map(optionRow)),
    `- Cost: ${spec.cost}`,
    `- Standard output: ${spec.output}`,
    `- With \`--json\`: ${jsonLine(spec)}`,
    `- Exit codes: ${exitsOf(spec).join(', ')}`,
    '',
    ...(spec.more === undefined ? [] : [spec.more, '']),
  ]);
  return [
    '<!-- Generated from the command descriptions in packages/cli/src/commands. Do not edit. -->',
    '# The command line',
    '',
    'US property addresses to their owners, phones and emails. A match costs $0.04 by default; misses are free.',
    '',
    'Options of every command are under [options](#options-options-of-every-command).',
    '',
    ...chapters.flat(),
    ...topics.flatMap((topic) => [
      `## ${topic.name}: ${topic.summary}`,
      '',
      '```text',
      ...layOut(topic.lines, 100),
      '```',
      '',
    ]),
  ].join('\n');
}

function list(rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : [...rows.map(([left, right]) => `- \`${left}\`: ${right}`), ''];
}
