import type { Context } from '../../context.js';
import { credentialsFile } from '../../credentials/profiles.js';
import { renderJson } from '../../json.js';
import { configFile } from '../../settings/config.js';
import { stateDirectory } from '../../settings/paths.js';
import type { CommandInput } from '../../input.js';

export async function run(_input: CommandInput, { host, console, json }: Context): Promise<void> {
  const places = {
    config: configFile(host),
    credentials: credentialsFile(host),
    state: stateDirectory(host),
  };
  await console.data(json ? renderJson(places, json) : `${places.config}\n`);
}
