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

  it('never breaks a command', () => {
    const { console, seen } = terminal(40);
    console.note('Next: skiptrace export leads.enriched.csv --layout hubspot');
    expect(seen()).toBe('Next: skiptrace export leads.enriched.csv --layout hubspot\n');
  });
});
