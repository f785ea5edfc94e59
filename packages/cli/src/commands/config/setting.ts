import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { didYouMean } from '../../failures/nearest.js';
import { isSettingName, type SettingName, SETTINGS } from '../../settings/config.js';

export interface ShownSetting {
  readonly name: SettingName;
  readonly value: string | null;
  /** The variable or the file it comes from; null when it is not set. */
  readonly source: string | null;
}

export function shownSetting(name: SettingName, { host, config }: Context): ShownSetting {
  const { variable } = SETTINGS[name];
  const fromVariable = host.env[variable];
  if (fromVariable) return { name, value: fromVariable, source: variable };
  const value = config[name];
  return value === undefined ? { name, value: null, source: null } : { name, value, source: 'config' };
}

export function knownSetting(name: string): SettingName {
  if (isSettingName(name)) return name;
  const names = Object.keys(SETTINGS);
  throw new Failure(
    'usage',
    `There is no setting "${name}"; there are ${names.join(', ')}.${didYouMean(name, names)}`,
  );
}
