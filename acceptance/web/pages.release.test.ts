import { describe, expect, it } from 'vitest';
import { hasBrowser, type Person, PHONE } from '../support/browser.js';
import { checkEveryPage, pathOf, shownIn } from '../support/every-page.js';
import { LEADS } from '../support/leads.js';
import { lookUpOnPage, MATCH, csvFile, UploadPage } from '../support/upload-page.js';
import { COUNTY, WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('every page of the web app on a phone', { timeout: 240_000 }, () => {
  const world = new WebWorld();
  const shown = shownIn(world);
  checkEveryPage(world, shown, PHONE);

  describe('a dialog or menu of a page, on a phone in the dark', () => {
    const opened = async (walk: (person: Person, look: (what: string) => Promise<void>) => Promise<void>) => {
      const person = await world.person({ ...PHONE, colorScheme: 'dark' });
      const faults: string[] = [];
      await walk(person, async (what) => {
        faults.push(...(await person.axe()).map((fault) => `${what}: ${fault}`));
        if (await person.isWiderThanScreen()) faults.push(`${what}: wider than the screen`);
      });
      expect([faults, person.complaints]).toEqual([[], []]);
      await person.close();
    };

    it('is as good for a customer', async () => {
      await opened(async (person, look) => {
        const { page } = person;
        const button = (name: string) => page.getByRole('button', { name });
        const open = async (where: string) => {
          await person.goto(where);
          await person.settled();
        };
        await person.signIn(shown().apiKey);
        await open('/app/lookup');
        await lookUpOnPage(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        await look('the answer of a lookup');
        await open('/app/keys');
        await button('Create key').click();
        await page.getByRole('dialog').waitFor();
        await look('a new key');
        await open(pathOf('/app/jobs/:jobId', shown()));
        await button('Cancel list').click();
        await page.getByRole('dialog').waitFor();
        await look('the cancel of a job');
        await open('/app/support');
        await button('Send message').click();
        await page.getByText('Write a few words.').waitFor();
        await look('what is missing in a message');
        const upload = new UploadPage(page);
        await upload.open(world.server.url);
        await upload.choose(LEADS);
        await upload.toColumns();
        await look('the columns of a list');
        await upload.toCheck();
        await look('the check of a list');
        await upload.steps.check().click();
        await upload.steps.approve().waitFor();
        await look('the price of a list');
        await upload.toResult();
        await look('the result of a list');
      });
    });

    it('is as good for an operator', async () => {
      const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
      await opened(async (person, look) => {
        const { page } = person;
        await person.signInAsOperator(String(url));
        await person.goto('/operator/accounts');
        await person.settled();
        await page.getByRole('button', { name: 'Create account' }).click();
        await page.getByRole('dialog').waitFor();
        await look('a new account');
        await person.goto(pathOf('/operator/accounts/:accountId', shown()));
        await person.settled();
        await page.getByRole('button', { name: 'Suspend' }).click();
        await page.getByRole('dialog').waitFor();
        await look('the suspension of an account');
        await person.goto('/operator/owners/import');
        await page.setInputFiles('input[type=file]', csvFile('county.csv', COUNTY));
        await page.getByText('Map columns').waitFor();
        await look('the columns of owners');
      });
    });
  });
});
