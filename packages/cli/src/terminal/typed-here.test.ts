import { describe, expect, it } from 'vitest';
import { catalogue } from '../commands/catalogue.js';
import { scenarios, skiptrace } from '../testing/scenario.js';
import { programName, typedHere } from './typed-here.js';

const NPX = 'npx skiptrace';

describe('the name of the program in advice', () => {
  it('is the one that this shell can run', () => {
    expect(programName({}, '/usr/local/bin/skiptrace')).toBe('skiptrace');
    expect(programName({}, '/src/packages/cli/bin/skiptrace.js')).toBe('skiptrace');
    expect(programName({ npm_command: 'exec' }, '/npm-cache/_npx/1/node_modules/.bin/skiptrace')).toBe(NPX);
    expect(programName({}, '/my/list/node_modules/.bin/skiptrace')).toBe(NPX);
  });

  it('is in every command, and in no sentence', () => {
    const advice = [
      'Next: skiptrace jobs list',
      'Cancel:  skiptrace jobs cancel 1',
      'skiptrace --help',
      'Run "skiptrace auth login", or (skiptrace upload) a file.',
    ].join('\n');
    for (const { path } of catalogue)
      expect(typedHere(`Next: skiptrace ${path[0]}`, NPX)).toBe(`Next: npx skiptrace ${path[0]}`);
    expect(typedHere(advice, 'skiptrace')).toBe(advice);
    expect(typedHere(advice, NPX)).toBe(advice.replaceAll('skiptrace ', 'npx skiptrace '));
    expect(typedHere('  skiptrace-server keys create ACCOUNT', NPX)).toBe(
      '  npx @skiptrace/server keys create ACCOUNT',
    );
    for (const sentence of [
      'This is a bug in skiptrace: no',
      'Another skiptrace (process 1) is working on this file.',
      'Other than a skiptrace server answered.',
      'my skiptrace upload.csv: 3 rows',
    ])
      expect(typedHere(sentence, NPX)).toBe(sentence);
  });

  const start = scenarios();

  it('is in notes, in failures and in their JSON', async () => {
    const scenario = await start();
    const host = scenario.host();
    host.program = NPX;
    await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1', '--detach');
    expect(host.errors).toContain('\nNext: npx skiptrace jobs download ');
    await skiptrace(host, 'jobs', 'get', '00000000-0000-4000-8000-000000000000');
    expect(host.errors).toContain('\nNext: npx skiptrace jobs list\n');
    await skiptrace(host, 'jobs', 'get', '00000000-0000-4000-8000-000000000000', '--json');
    expect(host.errors).toContain('"next":"npx skiptrace jobs list"');
  });
});
