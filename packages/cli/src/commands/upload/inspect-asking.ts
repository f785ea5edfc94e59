import type { MappingError } from '@skiptrace/csv';
import type { Leads } from '@skiptrace/csv/leads';
import type { Context } from '../../context.js';
import { inspectLeads, type InspectOptions } from '../../leads/inspect.js';
import type { Source } from '../../leads/source.js';
import { choicesOf, UnclearMapping } from '../../leads/unclear.js';
import { askLine } from '../../terminal/prompt.js';
import { plain, shellWord } from '../../terminal/text.js';

/** Inspects a file. If a column is unclear, asks the user when there is a terminal; otherwise rejects the file. */
export async function inspectAsking(
  source: Source,
  options: InspectOptions,
  context: Context,
): Promise<Leads> {
  let overrides = options.overrides;
  for (;;) {
    try {
      return await inspectLeads(source, { ...options, overrides }, context.signal);
    } catch (error) {
      const question =
        error instanceof UnclearMapping && context.terminal.canAsk ? askable(error) : undefined;
      if (!question) throw error;
      const header = await askColumn(question, question.sampleOf, context);
      if (header === undefined) throw error;
      overrides = { ...overrides, [question.field]: header };
      context.console.note(`As an option: --map ${shellWord(`${question.field}=${header}`)}`);
    }
  }
}

type Question = MappingError & { readonly field: string };

interface Asked extends Question {
  readonly sampleOf: UnclearMapping['sampleOf'];
}

/** Questions are asked only if answers can settle every error: otherwise the upload would be refused anyway. */
function askable({ errors, sampleOf }: UnclearMapping): Asked | undefined {
  const questions = errors.filter(
    (error): error is Question => error.field !== undefined && choicesOf(error).length > 0,
  );
  const [first] = questions;
  return first && questions.length === errors.length ? { ...first, sampleOf } : undefined;
}

/** The chosen header; undefined if none was chosen. */
async function askColumn(
  question: Question,
  sampleOf: UnclearMapping['sampleOf'],
  { host, console, signal }: Context,
): Promise<string | undefined> {
  const choices = choicesOf(question);
  console.note(plain(question.message));
  choices.forEach((header, at) => console.note(`  ${at + 1}  ${plain(header)}${sampleOf(header)}`));
  const answer = await askLine(host.stdin, host.stderr, {
    question: `Which column is the ${question.field}? [1-${choices.length}, Enter for none] `,
    echo: true,
    signal,
  });
  return choices[Number(answer?.trim() || 0) - 1];
}
