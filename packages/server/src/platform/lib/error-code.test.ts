import { describe, expect, it } from 'vitest';
import { faultForLog } from './error-code.js';

describe('an error in the log', () => {
  it('has its class, code and stack frames, and nothing of its message', () => {
    const error = Object.assign(new TypeError('robin@example.com\n    at home, 12 Elm St'), {
      code: 'E_TEST',
    });
    const fault = faultForLog(error);
    expect(fault).toMatchObject({ error: 'TypeError', errorCode: 'E_TEST' });
    expect(fault.at?.[0]).toMatch(/^at .*error-code\.test\.ts/);
    expect(JSON.stringify(fault)).not.toMatch(/robin|Elm/);
  });

  it('accepts any thrown value', () => {
    expect(faultForLog('12 Elm St')).toEqual({ error: 'string' });
  });
});
