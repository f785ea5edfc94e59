import type { Context } from '../../context.js';
import { checkProfileName, writeProfiles } from '../../credentials/profiles.js';
import { Failure } from '../../failures/failure.js';
import { didYouMean } from '../../failures/nearest.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../command.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles, receipt } = context;
  const name = checkProfileName(input.argument(0));
  if (!Object.hasOwn(profiles.profiles, name)) {
    const known = Object.keys(profiles.profiles);
    const list = known.join(', ') || 'none';
    throw new Failure('usage', `There is no profile ${name}; there are: ${list}.${didYouMean(name, known)}`, {
      next: receipt.suggest('auth', 'login', '--profile', name),
    });
  }
  await writeProfiles(host, { ...profiles, current: name });
  console.note(`Commands now use profile ${name}.`);
  if (context.json) await console.data(renderJson({ profile: name }, context.json));
}
