import { afterEach, expect, it, vi } from 'vitest';
import { pageAfterSignIn } from './sign-in-link.js';

afterEach(() => vi.unstubAllGlobals());

const after = (search: string, home: '/app' | '/operator' = '/app') => {
  vi.stubGlobal('window', { location: new URL(`https://leads.example/app/sign-in${search}`) });
  return pageAfterSignIn(home);
};
const asked = (next: string) => `?next=${encodeURIComponent(next)}`;

it('after a sign-in goes on where it was asked for', () => {
  expect(after(asked('/app/billing?type=top_up'))).toBe('/app/billing?type=top_up');
  expect(after(asked('/operator'), '/operator')).toBe('/operator');
  expect(after('')).toBe('/app');
});

it.each([
  ...['https://evil.example/', 'https://evil.example/app/billing', '//evil.example', '/operator'],
  ...['/application', 'javascript:alert(1)', '/app/../operator', '/app/sign-in?next=/app', '//['],
])('after a sign-in does not go to %s', (next) => {
  expect(after(asked(next))).toBe('/app');
});
