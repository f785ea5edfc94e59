import { expect, test } from 'vitest';
import { Skip } from './outcome.js';
import { Wallet } from './wallet.js';

test('refuses a request that could exceed the budget', () => {
  const wallet = new Wallet(10);
  wallet.reserve(4);
  wallet.reserve(4);
  expect(() => wallet.reserve(4)).toThrow(Skip);
  expect(wallet.spentCents).toBe(8);
});

test('returns uncharged amounts, once', () => {
  const wallet = new Wallet(400);
  const settle = wallet.reserve(400);
  settle(8);
  settle(0);
  expect(wallet.spentCents).toBe(8);
});

test('continues after a server charged more than allowed: no further paid request is sent', () => {
  const wallet = new Wallet(4);
  wallet.reserve(0)(8);
  expect(wallet.spentCents).toBe(8);
  expect(() => wallet.require(1)).toThrow('only $0.00 is left');
  expect(() => wallet.require(0)).toThrow(Skip);
});
