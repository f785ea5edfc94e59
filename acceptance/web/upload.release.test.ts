import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gate } from '../../packages/server/src/testing/waiting.js';
import { DESK, hasBrowser, type Person } from '../support/browser.js';
import { HEADER, LEADS, MATCH, MISS } from '../support/leads.js';
import { csvFile, uploading } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

/** Accessible name of the element with the keyboard focus. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || ['BODY', 'MAIN'].includes(element.tagName)) return '';
  return ((element.labels?.[0]?.textContent ?? '') + ' ' + element.textContent).trim();
})()`;

/** How many lists the browser keeps. */
const KEPT_RECORDS = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('skiptrace');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const counting = opening.result.transaction('uploads').objectStore('uploads').count();
    counting.onsuccess = () => resolve(counting.result);
  };
})`;

describe.skipIf(!hasBrowser)('a list in the web app', { timeout: 120_000 }, () => {
  const world = new WebWorld();

  /** Rules for every step: no serious finding of axe, and no scrolling sideways. */
  async function requireGood(person: Person): Promise<void> {
    expect(await person.axe()).toEqual([]);
    expect(await person.isWiderThanScreen()).toBe(false);
    expect(person.complaints).toEqual([]);
  }

  it('goes the whole way by the keyboard alone', async () => {
    const { person, page, balance } = await uploading(world);
    /** Presses Tab until the focus is on what has this name. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 80; presses++) {
        const focused = await page.evaluate<string>(FOCUSED);
        if (name.test(focused)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard did not come to ${name}`);
    };
    await tabTo(/Drop your list here/);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles(LEADS);
    await page.getByRole('button', { name: 'Upload 4 rows' }).waitFor();
    for (const [button, next] of [
      [/^Upload 4 rows$/, /^Approve and pay/],
      [/^Approve and pay/, /^Download CSV$/],
    ] as const) {
      await tabTo(button);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: next }).waitFor({ timeout: 60_000 });
      expect(await page.evaluate<string>('document.activeElement.tagName')).not.toBe('BODY');
    }
    await tabTo(/^Download CSV$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('leads.enriched.csv');
    expect(await balance()).toBe(996);
    await person.close();
  });

  it('may have addresses in one line, and comes back without the columns that the server needed', async () => {
    const { person, upload } = await uploading(world);
    const lines = ['100 Sandbox Match St, Austin, TX 78701', '404 Sandbox Miss Blvd, Reno, NV 89501'];
    await upload.choose(
      csvFile('list.csv', `Where,Id\n${lines.map((line, at) => `"${line}",${at}\n`).join('')}`),
    );
    await upload.toColumns();
    if (!(await upload.steps.columns().isEnabled())) {
      await upload.pick('Whole address', 'Where');
    }
    await upload.toApproval();
    await upload.toResult();
    const [header, first] = await upload.result();
    expect(header).toMatch(/^Where,Id,Skip Trace Status/);
    expect(first).toMatch(/^"100 Sandbox Match St, Austin, TX 78701",0,Matched,Jordan,Avery/);
    const [, contact] = await upload.exported('HubSpot contacts');
    expect(contact).toMatch(/,100 Sandbox Match St,Austin,TX,78701,$/);
    await person.close();
  });

  it('asks where the header does not tell, and takes the answer', async () => {
    const { person, upload } = await uploading(world);
    const rows = [MATCH, MISS].map(
      (row) => `${row.split(',')[0]},1 Elm St,${row.split(',').slice(1).join(',')}`,
    );
    await upload.choose(csvFile('two.csv', `Situs,Other Address,City,State,Zip\n${rows.join('\n')}\n`));
    await upload.toColumns();
    await upload.pick('Street address', 'Situs');
    await upload.button('Undo my choices').waitFor();
    await upload.toApproval();
    await upload.button('Approve and pay $0.04').waitFor();
    await person.close();
  });

  it('is mapped above its first rows by the keyboard, on a phone as well', async () => {
    const { person, page, upload } = await uploading(world, { width: 390, height: 844 });
    const title = 'Owners of Austin\n\n';
    await upload.choose(csvFile('wide.csv', `${title}Place,Town,State,Zip,Plot\n${MATCH},7\n`));
    await upload.toColumns();
    const [place, plot] = [upload.menuOf('Place'), upload.menuOf('Plot')];
    await expect.poll(() => place.inputValue()).toBe('Street address');
    await plot.focus();
    // Arrow keys move within the menu; only Enter chooses.
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Unit', exact: true }).waitFor();
    for (const key of [...Array<string>(5).fill('ArrowDown'), 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => plot.inputValue()).toBe('Unit');
    expect(await place.inputValue()).toBe('Street address');
    await upload.button('Undo my choices').waitFor();
    await upload.pick('Not used', 'Plot');
    await requireGood(person);
    await upload.button('Line 4 holds the names of the columns').focus();
    await page.keyboard.press('Enter');
    await upload.menuOf('100 Sandbox Match St').waitFor();
    await upload.button('Undo my choices').click();
    await place.waitFor();
    await upload.toApproval();
    await person.close();
  });

  it('with a house number in a separate column is read with it', async () => {
    const { person, page, upload } = await uploading(world);
    await upload.choose(
      csvFile('county.csv', 'Situs Street,Num,City,State,Zip\nSandbox Match St,100,Austin,TX,78701\n'),
    );
    await page.getByText('Street address ← Num + Situs Street').waitFor();
    await upload.toColumns();
    await expect.poll(() => upload.menuOf('Num').inputValue()).toBe('House number');
    await upload.toApproval();
    await upload.button('Approve and pay $0.04').waitFor();
    await person.close();
  });

  it('that was uploaded before is said to be, with the way to its job', async () => {
    const { person, page, upload } = await uploading(world);
    await upload.choose(LEADS);
    await upload.toApproval();
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toCheck();
    // Also where they choose to pay for something else this time, which is another list for the service.
    await page.getByRole('switch', { name: 'Pay only for matches with a phone' }).click();
    await page.getByRole('switch', { name: 'Pay only for matches with a phone', checked: true }).waitFor();
    await page.getByText('You already have this list').waitFor();
    await requireGood(person);
    const earlier = page.getByRole('link', { name: 'Open that list' });
    expect(await earlier.getAttribute('data-variant')).toBe('filled');
    expect(await upload.steps.check().getAttribute('data-variant')).toBe('default');
    await earlier.click();
    await upload.button('Approve and pay $0.04').waitFor();
    await person.close();
  });

  it('that is opened again takes the place of its copy, and those that were not sent are forgotten at once', async () => {
    const { person, page, upload } = await uploading(world);
    for (const name of ['one.csv', 'one.csv', 'two.csv']) {
      await upload.open(world.server.url);
      await upload.choose(csvFile(name, `${HEADER}\n${MATCH},\n`));
      await upload.toColumns();
    }
    await upload.open(world.server.url);
    await page.getByRole('link', { name: 'two.csv' }).waitFor();
    expect(await page.getByRole('link', { name: 'one.csv' }).count()).toBe(1);
    await upload.button('Discard all drafts').click();
    await page.getByRole('link', { name: 'two.csv' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(KEPT_RECORDS)).toBe(0);
    await person.close();
  });

  it('is exported for another program by the columns that were chosen, although no header tells them', async () => {
    const { person, page, upload } = await uploading(world);
    const rows = [MATCH, MISS, MATCH.toUpperCase()].join('\n');
    await upload.choose(csvFile('odd.csv', `Alpha,Beta,Gamma,Delta\n${rows}\n`));
    await upload.toColumns();
    await upload.pick('City', 'Beta');
    await upload.pick('Street address', 'Alpha');
    await upload.pick('State', 'Gamma');
    await upload.pick('ZIP', 'Delta');
    await upload.toApproval();
    await upload.toResult();
    await page.getByText(/^You can download it until /).waitFor();
    for (const format of ['REISift', 'HubSpot contacts', 'GoHighLevel contacts']) {
      const lines = await upload.exported(format);
      expect(lines.filter((line) => line.includes('100 Sandbox Match St,Austin,TX,78701'))).toHaveLength(1);
    }
    await upload.result();
    await page.getByText('Owners for 2 of 3 rows (66.7%)').waitFor();
    await requireGood(person);
    await person.close();
  });

  it('gives columns of one name different ones, and asks which is meant', async () => {
    const { person, upload } = await uploading(world);
    const rows = [MATCH, MISS].map((row) => row.replace(',', ',1 Elm St,'));
    await upload.choose(csvFile('doubled.csv', `Address,Address,City,State,Zip\n${rows.join('\n')}\n`));
    await upload.button('Give them different names').click();
    await upload.pick('Street address', 'Address (column 1)');
    await upload.toApproval();
    await upload.toResult();
    const [header, first] = await upload.result();
    expect(header).toMatch(/^Address \(column 1\),Address \(column 2\),City/);
    expect(first).toMatch(/^100 Sandbox Match St,1 Elm St,Austin,TX,78701,Matched,Jordan/);
    await person.close();
  });

  it('may be dropped on the page', async () => {
    const { person, page, upload } = await uploading(world);
    const dropped = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['${HEADER}\\n${MATCH},x\\n'], 'dropped.csv', { type: 'text/csv' }));
      return dropped;
    })()`);
    const zone = page.getByText('Drop your list here');
    await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
    await zone.dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
    await upload.toColumns();
    await person.close();
  });

  it('goes the whole way in a browser that keeps nothing, as long as the tab is open', async () => {
    const { person, page, upload } = await uploading(world);
    await page.addInitScript(`
      IDBFactory.prototype.open = () => {
        throw new DOMException('no storage in this window', 'SecurityError');
      };
    `);
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toApproval();
    await upload.toResult();
    expect(await upload.result()).toHaveLength(5);
    await person.close();
  });

  it('is not offered again where the browser had room for the list, and none for what was sent', async () => {
    const { person, page, upload, balance } = await uploading(world);
    await page.addInitScript(`(() => {
      const put = IDBObjectStore.prototype.put;
      let files = 0;
      IDBObjectStore.prototype.put = function (value, key) {
        if (value instanceof Blob && ++files > 1) throw new DOMException('full', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    })()`);
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toApproval();
    await page.reload();
    await upload.toResult();
    await upload.open(world.server.url);
    await page.getByRole('heading', { name: 'Upload a list' }).waitFor();
    expect(await page.evaluate<number>(KEPT_RECORDS)).toBe(0);
    expect(await balance()).toBe(996);
    await person.close();
  });

  it('can be sent on, or cancelled again, when it could not be cancelled', async () => {
    const { person, page, upload, balance } = await uploading(world);
    await page.route('**/upload', (route) => route.abort('connectionreset'));
    await upload.choose(LEADS);
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText('Connection lost').waitFor();
    await page.route('**/cancel', (route) => route.abort('connectionreset'));
    await upload.steps.send().click();
    await page.getByText('The server did not answer').waitFor();
    await page.unroute('**/upload');
    await upload.button('Continue the upload').click();
    await upload.steps.approve().waitFor();
    expect(await balance()).toBe(1_000);
    await person.close();
  });

  it('waits with the server’s own words while the server can’t take it, and goes on by itself', async () => {
    const { person, page, upload } = await uploading(world);
    const error =
      'This account has 100 open jobs, its limit. Confirm or cancel some of them, then try again.';
    const full = new Set(['first', 'second']);
    await page.route('**/api/user/skip-trace', async (route) => {
      const [next] = full;
      if (route.request().method() !== 'POST' || next === undefined) return route.fallback();
      full.delete(next);
      await route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { error } });
    });
    await upload.choose(LEADS);
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText(`${error} We’ll keep retrying.`).waitFor();
    await upload.steps.approve().waitFor();
    await person.close();
  });

  it('is not kept waiting in silence for hours: the person is told', async () => {
    const { person, page, upload } = await uploading(world);
    await page.route('**/api/user/skip-trace', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '7200' },
            json: { error: 'Too many today.' },
          })
        : route.fallback(),
    );
    await upload.choose(LEADS);
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText('Too many today.').waitFor();
    await page.unroute('**/api/user/skip-trace');
    await upload.button('Try again').click();
    await upload.steps.approve().waitFor();
    await person.close();
  });

  it('cancelled while its job is being made leaves no open job', async () => {
    const { person, page, apiKey, upload } = await uploading(world, DESK, 0);
    const cancelled = gate();
    await page.route('**/api/user/skip-trace', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      await cancelled.opened;
      await route.fulfill({ response });
    });
    await upload.choose(LEADS);
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText('Starting…').waitFor();
    await upload.steps.send().click();
    cancelled.open();
    await page.getByText('Drop your list here').waitFor();
    expect((await world.server.jobs(apiKey)).map(({ status }) => status)).toEqual(['cancelled']);
    await person.close();
  });

  it('keeps what was decided also where the browser has no room to keep it', async () => {
    const { person, page, upload } = await uploading(world);
    await page.addInitScript(`(() => {
      const put = IDBObjectStore.prototype.put;
      let puts = 0;
      IDBObjectStore.prototype.put = function (value, key) {
        if (++puts > 2) throw new DOMException('full', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    })()`);
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toCheck();
    await page.getByText('Charge duplicates once').waitFor();
    await page.getByRole('switch', { name: /Charge duplicates once/ }).click({ force: true });
    await page.getByText('Maximum: $0.12').waitFor();
    // A person who comes back to the tab sees the stored list.
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    await page.goBack();
    await page.getByText('Maximum: $0.12').waitFor();
    await person.close();
  });

  it('says that the page is old where the program that reads lists is gone', async () => {
    const { person, page, upload } = await uploading(world);
    await page.route(/assets\/worker-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await page.getByText('Reload the page, and try again.').waitFor();
    await page.unroute(/assets\/worker-.*\.js/);
    await page.reload();
    await upload.choose(LEADS);
    await upload.toColumns();
    await person.close();
  });

  it('that is read when its page has been left does not pull the person back', async () => {
    const { person, page, upload } = await uploading(world);
    const left = gate();
    await page.route(/assets\/worker-.*\.js/, async (route) => {
      await left.opened;
      await route.fallback();
    });
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await page.getByText('Reading the file…').waitFor();
    await page.getByRole('link', { name: 'Support' }).click();
    await page.getByRole('heading', { name: 'Support' }).waitFor();
    left.open();
    await expect.poll(() => page.evaluate<number>(KEPT_RECORDS), { timeout: 10_000 }).toBe(1);
    expect(page.url()).toMatch(/\/app\/support$/);
    await person.close();
  });

  it('is not sent for ever to a store that refuses it', async () => {
    const { person, page, upload } = await uploading(world);
    let refused = 0;
    await page.route('**/upload', (route) => {
      refused += 1;
      return route.fulfill({ status: 403, json: { error: 'This store takes nothing from you.' } });
    });
    await upload.choose(LEADS);
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText('This store takes nothing from you.', { exact: true }).waitFor();
    expect(refused).toBe(3);
    await page.unroute('**/upload');
    await upload.button('Try again').click();
    await upload.steps.approve().waitFor();
    await person.close();
  });

  it('that waits to be sent stays with its account if another person signs in in the same browser', async () => {
    const { person, page, apiKey, upload } = await uploading(world);
    const other = await world.server.account(1_000);
    await page.route('**/upload', (route) => route.abort('connectionreset'));
    await page.route('**/files/uploads/**', (route) => route.abort('connectionreset'));
    await upload.choose(csvFile('secret.csv', LEADS.buffer));
    await upload.toCheck();
    await upload.steps.check().click();
    await page.getByText('Connection lost').waitFor();

    const beside = await person.context.newPage();
    await beside.goto(`${world.server.url}/app/account`);
    await beside.getByRole('button', { name: 'Sign out here' }).click();
    await beside.getByLabel('API key').fill(other.apiKey);
    await beside.getByRole('button', { name: 'Sign in' }).click();
    await beside.getByRole('heading', { name: 'Overview' }).waitFor();
    // The next try is refused, and the tab asks who is there.
    await page.waitForURL('**/app/sign-in?**');
    await page.unroute('**/upload');
    await page.unroute('**/files/uploads/**');
    await beside.goto(`${world.server.url}/app/upload`);
    await beside.getByText('Drop your list here').waitFor();
    expect(await beside.getByText('secret.csv').count()).toBe(0);
    expect(await world.server.jobs(other.apiKey)).toEqual([]);

    await page.bringToFront();
    await person.signInOnPage(apiKey);
    await upload.open(world.server.url);
    // It goes on as soon as it is shown: as an upload of this browser, and then as a job.
    const left = page.getByRole('region', { name: 'In progress' });
    await left.getByRole('link', { name: 'secret.csv' }).waitFor();
    const asJob = left.getByText(/^(Needs approval|Matching|In the queue)$/);
    await asJob.first().waitFor({ timeout: 60_000 });
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
    expect(await world.server.jobs(other.apiKey)).toEqual([]);
    await person.close();
  });

  it('says so where the balance is short, before anything is sent, and waits for the money', async () => {
    const { person, page, upload, balance } = await uploading(world, DESK, 2);
    await upload.choose(LEADS);
    await upload.toCheck();
    await page.getByText('You may need up to $0.06 more.').waitFor();
    await upload.steps.check().click();
    await upload.steps.approve().waitFor();
    await expect.poll(() => upload.steps.approve().isDisabled()).toBe(true);
    expect(await balance()).toBe(2);
    await person.close();
  });

  describe('a file that is no list says what is wrong, and what to do', () => {
    const wide = (columns: number) =>
      Array.from({ length: columns }, (_, at) => `Column ${at + 1}`).join(',');
    it.each<[string, string | Buffer, RegExp]>([
      ['empty', '', /The file is empty/],
      [
        'a picture',
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0]),
        /This is a picture, not a list/,
      ],
      ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 0]), /holds no text/],
      ['a PDF', '%PDF-1.7\n', /This is a PDF document, not a list/],
      ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel workbook/],
      ['a broken workbook', Buffer.from('PK\x03\x04 and nothing more', 'latin1'), /can’t be used/],
      ['too wide', `${wide(20_000)}\n`, /columns|cells/],
    ])('%s', async (name, content, said) => {
      const { person, page, upload } = await uploading(world);
      await upload.choose(csvFile(`${name}.csv`, content));
      await page.getByRole('alert').filter({ hasText: said }).waitFor();
      await page.getByText('Nothing was sent or charged.').waitFor();
      await requireGood(person);
      await person.close();
    });

    it.each<[string, string, RegExp]>([
      ['a quote that is never closed', `${HEADER}\n"${MATCH},x\n`, /quote/],
      ['only a header', `${HEADER}\n`, /no rows/],
      [
        'no address in any row',
        `${HEADER}\n,Austin,TX,78701,x\n`,
        /None of your rows has a complete address/,
      ],
    ])('%s, once it has been read whole', async (_, content, said) => {
      const { person, page, upload } = await uploading(world);
      await upload.choose(csvFile('bad.csv', content));
      const { columns } = upload.steps;
      await columns().or(page.getByRole('alert')).first().waitFor();
      // For some of these lists the page shows the fault at once and disables Continue; others need the click.
      if ((await columns().isVisible()) && (await columns().isEnabled())) await columns().click();
      await page.getByRole('alert').filter({ hasText: said }).waitFor();
      await requireGood(person);
      await person.close();
    });

    it('larger than the server takes', async () => {
      const { person, page, upload } = await uploading(world);
      const file = path.join(world.server.folder, 'large.csv');
      await writeFile(file, `${HEADER}\n${`${MATCH},${'x'.repeat(1_000_000)}\n`.repeat(53)}`);
      await upload.choose(file);
      await page.getByRole('alert').filter({ hasText: 'this server takes up to 50 MB' }).waitFor();
      await person.close();
    });

    it.each<[string, string]>([
      ['one column', 'Name\nAnna\nBert\n'],
      ['10,000 columns', `${wide(10_000)}\n${wide(10_000)}\n`],
    ])('%s', async (_, content) => {
      const { person, upload } = await uploading(world);
      await upload.choose(csvFile('bad.csv', content));
      await upload.toColumns();
      await expect.poll(() => upload.steps.columns().isDisabled()).toBe(true);
      await requireGood(person);
      await person.close();
    });

    it('formulas are text, here and in the result', async () => {
      const { person, page, upload } = await uploading(world);
      const bad = '=HYPERLINK("http://bad.example")';
      await upload.choose(
        csvFile(
          'formulas.csv',
          `${HEADER}\n${MATCH},"${bad.replaceAll('"', '""')}"\n${MISS},<img src=x onerror=alert(1)>\n`,
        ),
      );
      await upload.toColumns();
      await page.getByText(bad).waitFor();
      await page.getByText('<img src=x onerror=alert(1)>').waitFor();
      await upload.toApproval();
      await requireGood(person);
      await person.close();
    });
  });
});
