import type { Command } from 'commander';
import { nonEmpty } from '../../platform/environment.js';
import { readSettings, SETTINGS, SETTINGS_FILE, shownValue, valueOf } from '../../platform/settings.js';
import {
  command,
  configOf,
  hasDataDirectory,
  ignoredLines,
  textsOf,
  withService,
  type CommonOptions,
} from './command.js';
import { print, table, type Io } from './io.js';

export const settingsCommand = (io: Io): Command =>
  command('settings', 'Show each setting, where it comes from, and whether the server has another').action(
    (options: CommonOptions) => show(io, options),
  );

async function show(io: Io, options: CommonOptions): Promise<void> {
  const config = configOf(io, options);
  const { inFile, file, exists } = readSettings(io.env, options.dataDir);
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const value = valueOf(setting, config);
    const isFlag = name === 'DATA_DIR' && options.dataDir !== undefined;
    return {
      setting: name,
      value: setting.isSecret === true && value !== null ? '(hidden)' : value,
      from: isFlag
        ? '--data-dir'
        : inFile.has(name)
          ? SETTINGS_FILE
          : nonEmpty(io.env, name) === null
            ? 'default'
            : 'environment',
    };
  });
  const differing = (await hasDataDirectory(config))
    ? await withService(io, options, (service) => Promise.resolve(service.differing))
    : [];
  print(
    io,
    options,
    { file, exists, settings, ...(differing.length > 0 && { differing: textsOf(differing) }) },
    [
      ...table(
        ['SETTING', 'VALUE', 'FROM'],
        settings.map(({ setting, value, from }) => [setting, shownValue(value), from]),
      ),
      '',
      exists
        ? `${SETTINGS_FILE} is ${file}. What the environment sets counts before it.`
        : `There is no ${file}. What it held would count where the environment sets nothing.`,
      ...ignoredLines(differing),
    ],
  );
}
