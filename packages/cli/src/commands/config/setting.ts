import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { didYouMean } from '../../failures/nearest.js';
import { isSettingName, type SettingName, SETTINGS } from '../../settings/config.js';

export interface ShownSetting {
  readonly name: SettingName;
  readonly value: string | null;
  /** The variable, profile or file it comes from; null when it isn't set. */
  readonly source: string | null;
}

export function shownSetting(
  name: SettingName,
  { host, config, profiles, profileName, baseUrl }: Context,
): ShownSetting {
  const { variable } = SETTINGS[name];
  const fromVariable = host.env[variable];
  if (fromVariable) return { name, value: fromVariable, source: variable };
  // A profile's own URL wins over the configured one; the URL shown is the one in use.
  if (name === 'base-url' && profiles.profiles[profileName]?.baseUrl === baseUrl)
    return { name, value: baseUrl, source: `profile ${profileName}` };
  const value = config[name];
  return value === undefined ? { name, value: null, source: null } : { name, value, source: 'config' };
}

export function knownSetting(name: string): SettingName {
  if (isSettingName(name)) return name;
  const names = Object.keys(SETTINGS);
  throw new Failure(
    'usage',
    `There's no setting "${name}". Settings: ${names.join(', ')}.${didYouMean(name, names)}`,
  );
}
