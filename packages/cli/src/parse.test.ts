import { describe, expect, it } from 'vitest';
import { Failure } from './failures/failure.js';
import { parse } from './parse.js';

const refusal = (...argv: string[]) => {
  try {
    parse(argv);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, message: error.message, next: error.next };
  }
  return undefined;
};

describe('the command line', () => {
  it('finds commands of one and of two words', () => {
    expect(parse(['upload', 'leads.csv']).command.path).toEqual(['upload']);
    const { command, input } = parse(['jobs', 'get', '7d0f']);
    expect(command.path).toEqual(['jobs', 'get']);
    expect(input.argument(0)).toBe('7d0f');
  });

  it('takes the options of every command before and after the name', () => {
    for (const argv of [
      ['--base-url', 'http://x', '--no-input', 'jobs', 'list'],
      ['jobs', 'list', '--no-input', '--base-url=http://x'],
    ]) {
      const { input } = parse(argv);
      expect(input.text('baseUrl')).toBe('http://x');
      expect(input.off('input')).toBe(true);
    }
  });

  it('gives fields to --json, and leaves any other word after it an argument', () => {
    expect(parse(['upload', '--json', 'leads.csv']).input.argument(0)).toBe('leads.csv');
    expect(parse(['upload', '--json', 'leads.csv']).input.text('json')).toBe('');
    expect(parse(['upload', '--json=jobId,status', 'leads.csv']).input.text('json')).toBe('jobId,status');
    expect(parse(['upload', '--json', 'jobId,status', 'leads.csv']).input.text('json')).toBe('jobId,status');
    expect(parse(['--json', 'phones', 'lookup', '1 Oak St']).json?.only).toEqual(['phones']);
    expect(parse(['lookup', '--json', '1 Oak St']).input.words).toEqual(['1 Oak St']);
    expect(parse(['upload', '--output', 'x.csv', 'leads.csv', '--json', 'status']).json?.only).toEqual([
      'status',
    ]);
    expect(parse(['upload', 'leads.csv']).input.text('json')).toBeUndefined();
    expect(parse(['upload', '--', '--json']).input.argument(0)).toBe('--json');
  });

  it.each([
    [['lookup', '1 Oak St', '--json=phone'], /no field "phone".*Did you mean phones\?/],
    [['lookup', '1 Oak St', '--json', 'phone'], /no field "phone"/],
    [['lookup', '1 Oak St', '--json', 'phones,mails'], /no field "phones,mails"/],
    [['lookup', '--json', '1 Oak St', 'phones'], /"phones" is a field/],
    [['jobs', 'list', '--json', 'ids'], /no field "ids".*Did you mean id\?/],
    [['upload', 'leads.csv', '--json', 'stats'], /no field "stats"/],
    [['upload', 'leads.csv', '--json=jobId,'], /no field ""/],
    [['upload', 'leads.csv', '--json', '-o', '-'], /--json and -o -/],
  ])('refuses fields that there are not: %j', (argv, words) => {
    expect(refusal(...argv)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(words) as string,
    });
  });

  it('ends its sentences with one period', () => {
    expect(refusal('upload', 'a.csv', 'b.csv')?.message).not.toMatch(/\.\./);
    expect(refusal('export', 'a.csv', '--layout', 'nope')?.message).not.toMatch(/\.\./);
  });

  it('collects what may be repeated', () => {
    const { input } = parse(['upload', 'leads.csv', '--map', 'zip=Zip5', '--map', 'address=Site']);
    expect(input.list('map')).toEqual(['zip=Zip5', 'address=Site']);
  });

  it('suggests the word that was probably meant', () => {
    expect(refusal('uplod', 'leads.csv')).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('upload') as string,
    });
    expect(refusal('upload', 'leads.csv', '--max-cots', '4')).toEqual({
      code: 'usage',
      message: "Unknown option '--max-cots' (Did you mean --max-cost?)",
      next: 'skiptrace upload --help',
    });
    expect(refusal('balance', '--apiKeyFile', 'key.txt')?.message).toBe(
      "Unknown option '--apiKeyFile' (Did you mean --api-key-file?)",
    );
    expect(refusal('balance', '--apiPhoneBook', 'x')?.message).toBe("Unknown option '--apiPhoneBook'.");
    expect(() => parse(['lookup', '1 Oak St', '--key', 'abc'])).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('set SKIPTRACE_API_KEY') as string,
      }) as Failure,
    );
    expect(refusal('jobs', 'gte', '7d0f')).toMatchObject({
      message: expect.stringContaining('get') as string,
    });
  });

  it('refuses what is missing or too much, in one sentence', () => {
    expect(refusal('upload')).toMatchObject({ code: 'usage', next: 'skiptrace upload --help' });
    expect(refusal('upload', 'a.csv', 'b.csv')).toMatchObject({ code: 'usage' });
    expect(refusal('jobs')).toMatchObject({ message: expect.stringContaining('list, get, wait') as string });
    expect(refusal('jobs', 'list', '--color', 'pink')).toMatchObject({ code: 'usage' });
    for (const argv of [['upload'], ['jobs'], ['nonsense'], ['--wrong']]) {
      expect(refusal(...argv)?.message).not.toContain('\n');
    }
  });
});
