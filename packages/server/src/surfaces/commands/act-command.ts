import { Command, InvalidArgumentError, Option } from 'commander';
import type { TProperties, TSchema } from 'typebox';
import { plain } from '../../platform/lib/printable.js';
import type { Act, Question } from '../acts/act.js';
import {
  accountOf,
  actorOfShell,
  answer,
  BY_DEFAULT,
  command,
  userOf,
  type CommonOptions,
} from './command.js';
import { amountOfDollars, Finding, UsageError, wholeNumber, type Io } from './io.js';

type Given = Record<string, unknown>;
type Rules = TSchema & {
  type?: string;
  description?: string;
  enum?: readonly string[];
  items?: Rules;
  properties?: TProperties;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  'x-dollars-of'?: string;
  'x-flag'?: string;
};

/** The command of an act: an argument or an option for each field. */
export function actCommand(io: Io, { says, fields: own, also, run, command: declared }: Act): Command {
  const { without = [] } = declared;
  const fields = Object.fromEntries(
    Object.entries({ ...own, ...also }).filter(([name]) => !without.includes(name)),
  );
  const words = declared.name.split(' ');
  const named = words.flatMap((word) => /^<(\w+)>$/.exec(word)?.[1] ?? []);
  const verb = words[words.length - named.length - 1] ?? '';
  const shown = named.map((name) => `<${name.replace(/Id$/, '')}>`);
  const made = command([verb, ...shown].join(' '), says);
  for (const [name, schema] of Object.entries(fields))
    if (!named.includes(name)) withOptions(made, name, schema, fields);
  if (declared.by !== undefined) made.option('--by <name>', `${declared.by} (${BY_DEFAULT})`);
  if (declared.asks !== undefined) made.option('--yes', "don't ask");
  return made.action((...args: unknown[]) => {
    const options = args[named.length] as CommonOptions & Given & { by?: string; yes?: boolean };
    const input: Given = Object.fromEntries(named.map((name, index) => [name, args[index]]));
    for (const [name, schema] of Object.entries(fields)) {
      if (named.includes(name)) continue;
      const value = valueOf(name, schema, options);
      if (value !== undefined) input[(schema as Rules)['x-dollars-of'] ?? name] = value;
    }
    const fault = declared.faultOf?.(input) ?? null;
    if (fault !== null) throw new UsageError(fault);
    return answer(
      io,
      options,
      async (service) => {
        if (typeof input['accountId'] === 'string')
          input['accountId'] = (await accountOf(service.accounts, input['accountId'])).id;
        const question = (await declared.asks?.(service, input)) ?? null;
        if (question !== null && options.yes !== true) await requireYes(io, question);
        const by = { name: options.by ?? userOf(io), actor: actorOfShell(io) };
        const result = await run(service, input, by);
        return declared.prints(result, input);
      },
      declared.where,
    );
  });
}

/** @throws UsageError, Finding */
export async function requireYes(io: Io, { question, unasked, no }: Question): Promise<void> {
  if (io.confirm === undefined) {
    if (unasked !== undefined) throw new UsageError(plain(unasked));
  } else if (!(await io.confirm(plain(question)))) throw new Finding(no);
}

/** Adds the option of a field; a form adds an option for each of its own fields. */
export function withOptions(to: Command, name: string, schema: Rules, siblings: TProperties): Command {
  const { type, description = '', properties, minimum, maximum, maxLength } = schema;
  if (properties !== undefined) {
    for (const [inner, rules] of Object.entries(properties)) withOptions(to, inner, rules, properties);
    return to;
  }
  const dashed = `--${flagOf(name, schema).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const isRequired = !('~optional' in (siblings[name] ?? {}));
  const cents = schema['x-dollars-of'];
  const value = cents !== undefined ? 'dollars' : type === 'integer' ? 'n' : 'text';
  const option = new Option(
    type === 'boolean' ? dashed : `${dashed} <${value}>`,
    description,
  ).makeOptionMandatory(isRequired && type !== 'boolean');
  if (schema.enum !== undefined) option.choices(schema.enum);
  else if (schema.items?.enum !== undefined) option.argParser(severalOf(schema.items.enum));
  else if (cents !== undefined)
    option.argParser(amountOfDollars(dashed, minimum ?? 0, maximum ?? Infinity)).conflicts(cents);
  else if (type === 'integer') option.argParser(wholeNumber(dashed, minimum, maximum));
  else if (maxLength !== undefined)
    option.argParser((text) => boundedText(dashed, text, maxLength, isRequired));
  return to.addOption(option);
}

/** Name of a field's option: `x-flag` of its schema, else the name of the field. */
const flagOf = (name: string, schema: TSchema): string => (schema as Rules)['x-flag'] ?? name;

/** Some of the values, with commas between them. @throws InvalidArgumentError */
const severalOf = (values: readonly string[]) => (text: string) =>
  text.split(',').map((word) => {
    if (!values.includes(word.trim())) throw new InvalidArgumentError(`It takes ${values.join(', ')}.`);
    return word.trim();
  });

/** @throws UsageError */
function boundedText(dashed: string, text: string, maxLength: number, isRequired: boolean): string {
  if (text.length > maxLength || (isRequired && text.trim() === ''))
    throw new UsageError(`${dashed} takes ${isRequired ? 1 : 0} to ${maxLength} characters.`);
  return text;
}

/** The value of a field: its option, or for a form the options of its fields by name. */
function valueOf(name: string, schema: Rules, options: Given): unknown {
  const { properties } = schema;
  if (properties === undefined) return options[flagOf(name, schema)];
  const inner = Object.keys(properties).filter((one) => options[one] !== undefined);
  return Object.fromEntries(inner.map((one) => [one, options[one]]));
}
