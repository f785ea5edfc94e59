import type { Context } from '../../context.js';
import { DEFAULT_PROFILE, writeProfiles } from '../../credentials/profiles.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles, profileName } = context;
  const { [profileName]: gone, ...rest } = profiles.profiles;
  if (gone) {
    const current =
      profiles.current === profileName ? (Object.keys(rest)[0] ?? DEFAULT_PROFILE) : profiles.current;
    await writeProfiles(host, { current, profiles: rest });
  }
  console.note(gone ? `Removed profile ${profileName}.` : `There's no profile ${profileName}.`);
  if (context.json)
    await console.data(renderJson({ profile: profileName, loggedOut: gone !== undefined }, context.json));
}
