import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Console } from './console.js';

function terminal(columns: number | undefined) {
  const screen = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    ...(columns !== undefined && { isTTY: true, columns }),
  });
  return { console: new Console(new PassThrough(), screen, 'normal'), seen: () => String(screen.read()) };
}

describe('a note', () => {
  const SENTENCE = 'Test mode: made-up owners, and nothing is charged.';

  it('breaks between words, with later lines under its first word', () => {
    const { console, seen } = terminal(40);
    console.note(`  ${SENTENCE}`);
    expect(seen()).toBe('  Test mode: made-up owners, and nothing\n  is charged.\n');
  });

  it('stays on one line in a pipe', () => {
    const { console, seen } = terminal(undefined);
    console.note(SENTENCE);
    expect(seen()).toBe(`${SENTENCE}\n`);
  });

  it('breaks around a command in a sentence, never within it', () => {
    const { console, seen } = terminal(40);
    console.note('To use this one: skiptrace auth switch mine. Or see "skiptrace auth list" and choose.');
    expect(seen()).toBe(
      'To use this one:\nskiptrace auth switch mine. Or see\n"skiptrace auth list" and choose.\n',
    );
  });

  it('never breaks a command', () => {
    const { console, seen } = terminal(40);
    console.note('Next: skiptrace export leads.enriched.csv --layout hubspot');
    expect(seen()).toBe('Next: skiptrace export leads.enriched.csv --layout hubspot\n');
  });
});

describe('the end of a failed command', () => {
  it('breaks between words, however its label is painted, and a warning hangs under its first word', async () => {
    const { console, seen } = terminal(40);
    await console.always(
      "\u001b[31merror:\u001b[39m Can't reach http://127.0.0.1.\nIs it running? To use another address, set --base-url.\n",
      false,
    );
    expect(seen()).toBe(
      "\u001b[31merror:\u001b[39m Can't reach http://127.0.0.1.\nIs it running? To use another address,\nset --base-url.\n",
    );
    const json = `{"message":"${'words '.repeat(20)}"}\n`;
    await console.always(json, true);
    expect(seen()).toBe(json);
    console.warn('warning: 2 rows repeat a property and will be billed again.');
    expect(seen()).toBe('warning: 2 rows repeat a property and\n         will be billed again.\n');
  });
});
