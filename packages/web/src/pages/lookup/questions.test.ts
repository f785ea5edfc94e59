import { beforeEach, describe, expect, it } from 'vitest';
import { closeQuestion, questionFor, unansweredLine, type SameProperty } from './questions.js';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 10, 24);
const typed = '12 Oak St, Dover, DE 19901';
const typedOtherwise = '12 OAK STREET DOVER DE 19901';
const byNumber: SameProperty = (one, other) => one.split(' ')[0] === other.split(' ')[0];
const byLine: SameProperty = (one, other) => one === other;

let account: string;
beforeEach(() => {
  account = `live:${crypto.randomUUID()}`;
});
const ask = (line: string, now = NOW, of = account, isSame = byNumber) => questionFor(of, line, isSame, now);

describe('a question without an answer', () => {
  it('is sent again unchanged, however the address is typed', () => {
    const { question } = ask(typed);
    expect(ask(typedOtherwise)).toEqual({ question, isRepeated: true });
    expect(unansweredLine(account, NOW)).toBe(typed);
  });

  it('keeps its key beside other questions', () => {
    const { question } = ask(typed);
    ask('14 Oak St, Dover, DE 19901');
    expect(ask(typed).question).toEqual(question);
  });

  it('is recognized by its line if the address rules could not be loaded', () => {
    const { question } = ask(typed, NOW, account, byLine);
    expect(ask(typed, NOW, account, byLine).question).toEqual(question);
    expect(ask(typedOtherwise, NOW, account, byLine).isRepeated).toBe(false);
  });

  it('ends with its answer', () => {
    closeQuestion(account, ask(typed).question);
    expect(unansweredLine(account, NOW)).toBeNull();
    expect(ask(typed).isRepeated).toBe(false);
  });

  it('ends before its receipt does', () => {
    ask(typed);
    expect(unansweredLine(account, NOW + 24 * HOUR_MS)).toBeNull();
    expect(ask(typed, NOW + 24 * HOUR_MS).isRepeated).toBe(false);
  });

  it('belongs to one account and mode', () => {
    ask(typed);
    expect(ask(typed, NOW, account.replace('live', 'test')).isRepeated).toBe(false);
  });
});
