import { describe, expect, it } from 'vitest';
import { faultForLog } from './fault-for-log.js';

describe('what a log says of an error', () => {
  it('names its class, code and place, and nothing of its message', () => {
    const error = Object.assign(new TypeError('robin@example.com\n    at home, 12 Elm St'), {
      code: 'E_TEST',
    });
    const fault = faultForLog(error);
    expect(fault).toMatchObject({ error: 'TypeError', errorCode: 'E_TEST' });
    expect(fault.at?.[0]).toMatch(/^at .*fault-for-log\.test\.ts/);
    expect(JSON.stringify(fault)).not.toMatch(/robin|Elm/);
  });

  it('takes whatever was thrown', () => {
    expect(faultForLog('12 Elm St')).toEqual({ error: 'string' });
  });
});
