import { beforeEach, describe, expect, it } from 'vitest';
import { closeQuestion, questionFor, unansweredLine, type Subject } from './questions.js';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 10, 24);
const typed: Subject = { line: '12 Oak St, Dover, DE 19901', property: '19901 12 oak' };
const typedOtherwise: Subject = { line: '12 OAK STREET DOVER DE 19901', property: '19901 12 oak' };

let account: string;
beforeEach(() => {
  account = `live:${crypto.randomUUID()}`;
});
const ask = (subject: Subject, now = NOW, of = account) => questionFor(of, subject, now);

describe('a question without an answer', () => {
  it('is sent again as it was, however the address is typed', () => {
    const { question } = ask(typed);
    expect(ask(typedOtherwise)).toEqual({ question, isRepeated: true });
    expect(unansweredLine(account, NOW)).toBe(typed.line);
  });

  it('keeps its key beside other questions', () => {
    const { question } = ask(typed);
    ask({ line: '14 Oak St, Dover, DE 19901', property: '19901 14 oak' });
    expect(ask(typed).question).toEqual(question);
  });

  it('is known by its line where the rules of addresses were not there', () => {
    const { question } = ask({ ...typed, property: '' });
    expect(ask(typed).question).toEqual(question);
    expect(ask({ line: '9 Elm St, Dover, DE 19901', property: '' }).isRepeated).toBe(false);
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

  it('is of one account and mode', () => {
    ask(typed);
    expect(ask(typed, NOW, account.replace('live', 'test')).isRepeated).toBe(false);
  });
});
