import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../testing/scenario.js';

const start = scenarios();

describe('support', () => {
  it('checks each answer as it is given, and asks again', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'support');
    await host.answer(/full name: $/, 'J\r');
    await host.answer(/at least 2 characters\.\nYour full name: $/, 'Jo Doe\r');
    await host.answer(/Email for the answer: $/, 'jo at example\r');
    await host.answer(/isn't an email address\.\nEmail for the answer: $/, 'jo@example.com\r');
    await host.answer(/Phone: $/, '12345\r');
    await host.answer(/country code\.\nPhone: $/, '(512) 555-0142\r');
    await host.answer(/Message: $/, 'Hi\r');
    await host.answer(/at least 5 characters\.\nMessage: $/, 'How long are files stored?\r');
    expect(await code).toBe(0);
    expect(host.errors).toContain('Sent. The answer goes to jo@example.com.');
    expect(scenario.seen()).toEqual({ sendContactMessage: 1 });
  });

  it('refuses a bad option before it asks or sends anything', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    expect(await skiptrace(host, 'support', '--name', 'Jo Doe', '--phone', '12')).toBe(2);
    expect(host.errors).toContain('--phone: A phone number has 10 digits');
    expect(scenario.seen()).toEqual({});
  });

  it('repeats the typed text if the message could not be sent', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    await scenario.server.close();
    const code = skiptrace(host, 'support', '--name', 'Jo Doe', '--email', 'jo@example.com');
    await host.answer(/Phone: $/, '5125550142\r');
    await host.answer(/Message: $/, 'How long are files stored?\r');
    expect(await code).toBe(9);
    expect(host.errors).toContain("--phone 5125550142 --message 'How long are files stored?'");
  });
});
