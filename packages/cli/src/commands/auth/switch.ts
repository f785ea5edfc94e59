import type { Context } from '../../context.js';
import { noProfile } from '../../credentials/account.js';
import { checkProfileName, writeProfiles } from '../../credentials/profiles.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles } = context;
  const name = checkProfileName(input.argument(0));
  if (!Object.hasOwn(profiles.profiles, name)) throw noProfile(name, profiles);
  await writeProfiles(host, { ...profiles, current: name });
  console.note(`Commands now use profile ${name}.`);
  if (context.json) await console.data(renderJson({ profile: name }, context.json));
}
