import { expect, it } from 'vitest';
import { createLogger } from './logger.js';

it('writes one line of JSON without control characters, whatever is logged', () => {
  let written = '';
  const logger = createLogger('info', {
    write: (line) => {
      written += line;
    },
  });
  const attack = 'a\u001b]0;x\u0007\u009b2J\u202e\r\nb\u007f';
  logger.info({ code: attack, nested: { [attack]: attack } }, attack);
  expect(written).toMatch(/^[^\p{Cc}\u202e]+\n$/u);
  expect(JSON.parse(written)).toMatchObject({ code: attack, msg: attack, nested: { [attack]: attack } });
});
