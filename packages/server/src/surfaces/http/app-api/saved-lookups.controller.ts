import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import { csvLine, safeCell } from '@skiptrace/csv';
import { layouts, NO_LEADS, widenLeads } from '@skiptrace/csv/layouts';
import type { Response } from 'express';
import type { OwnerRecord } from '../../../directory/index.js';
import type { Caller } from '../../../money/accounts/index.js';
import { propertyHashes } from '../../../money/receipts/index.js';
import { isoTime } from '../../../platform/clock.js';
import { shownOwner, singleAnswer } from '../../../work/lookups/index.js';
import type { SavedLookups, ShownLookup } from '../../../work/saved/index.js';
import { bool, form, list, maybe, object, orNull, page, personal, text } from '../../acts/schema.js';
import { Preferences, SavedLookup, SavedLookupDays } from '../../acts/schemas/customer.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { sendCsv } from '../controllers/send-download.js';
import { AppQuery, FromCaller } from '../request-context.js';
import { amount, liveAccount } from './customer.controller.js';

/** A customer's past lookups, and the account's settings for them (app.yaml, Customer). */
@Controller()
export class SavedLookupsController {
  readonly #saved: SavedLookups;

  constructor(@Inject(SERVICE) private readonly service: Service) {
    this.#saved = service.saved;
  }

  @AppOperation('GET /app/api/preferences', {
    id: 'getPreferences',
    summary: 'What the account has chosen',
    description: 'A session that began with a test key is refused, as by all operations on saved lookups.',
    answers: [200, "The account's own choices, or the server's.", Preferences],
  })
  async preferences(@FromCaller() caller: Caller): Promise<AppSchemas['Preferences']> {
    const { accounts, config } = this.service;
    const { savedLookupDays, namePurchases, mailLists } = await accounts.get(liveAccount(caller));
    return {
      savedLookupDays: savedLookupDays ?? config.savedLookupDays,
      namePurchases: namePurchases !== 0,
      mailLists: mailLists === 1,
    };
  }

  @AppOperation('PATCH /app/api/preferences', {
    id: 'changePreferences',
    summary: 'Choose',
    body: form(
      { savedLookupDays: maybe(SavedLookupDays), namePurchases: maybe(bool()), mailLists: maybe(bool()) },
      { minProperties: 1 },
    ),
    answers: [
      200,
      'Chosen. Saved lookups that are older than that were deleted; with 0 days that is all of them.',
      Preferences,
    ],
  })
  async choose(
    @FromCaller() caller: Caller,
    @Body() { savedLookupDays, namePurchases, mailLists }: Partial<AppSchemas['Preferences']>,
  ): Promise<AppSchemas['Preferences']> {
    const accountId = liveAccount(caller);
    if (savedLookupDays !== undefined) await this.#saved.keepFor(accountId, savedLookupDays);
    if (namePurchases !== undefined)
      await this.service.accounts.choose(accountId, { namePurchases: namePurchases ? null : 0 });
    if (mailLists !== undefined)
      await this.service.accounts.choose(accountId, { mailLists: mailLists ? 1 : null });
    return this.preferences(caller);
  }

  @AppOperation('POST /app/api/saved-lookups/search', {
    id: 'searchSavedLookups',
    summary: 'Saved lookups, newest first',
    description: 'In a body, because URLs end up in logs.',
    query: { ...page(25, 100) },
    body: form({
      search: personal(
        "Beginnings of words of the address or the owner's name, in any order and case; empty for all.",
        { maxLength: 200 },
      ),
    }),
    answers: [
      200,
      'A page of saved lookups.',
      object({ lookups: list(SavedLookup), nextCursor: orNull(text()) }),
    ],
  })
  async search(
    @FromCaller() caller: Caller,
    @AppQuery() page: { cursor?: string; limit: number },
    @Body() { search }: { search: string },
  ) {
    const { rows, nextCursor } = await this.#saved.list(liveAccount(caller), { ...page, search });
    return { lookups: await this.#shown(caller, rows), nextCursor };
  }

  @AppOperation('POST /app/api/saved-lookups/find', {
    id: 'findSavedLookup',
    summary: 'The saved lookup of a property, in whatever spelling it is asked for',
    description: 'It says nothing about properties that the account has not looked up.',
    body: form({ address: personal({ minLength: 1, maxLength: 10000 }) }),
    answers: [
      200,
      'The newest saved lookup with an owner still on file; null if there is no such lookup.',
      object({ lookup: orNull(SavedLookup) }),
    ],
  })
  async find(@FromCaller() caller: Caller, @Body() asked: { address: string }) {
    const found = await this.#saved.find(liveAccount(caller), asked);
    const [lookup = null] = found === null ? [] : await this.#shown(caller, [found]);
    return { lookup };
  }

  @AppOperation('GET /app/api/saved-lookups.csv', {
    id: 'downloadSavedLookups',
    summary: 'Saved lookups as a CSV file',
    description: 'A link may ask for it, so it needs no Skiptrace-App header.',
    isNavigation: true,
    query: {
      account: maybe(
        text(
          'Whose page has the link, as the header Skiptrace-Account says it for requests; refused for another session.',
          { maxLength: 100 },
        ),
      ),
    },
    gives: 'text/csv',
    answers: [
      200,
      'Newest first. What was asked, when and for how much, and the owner in the columns of the layout `split`; those are empty where the owner is no longer on file.',
      personal(),
    ],
  })
  async file(@FromCaller() caller: Caller, @Res() response: Response): Promise<void> {
    const accountId = liveAccount(caller);
    await sendCsv(
      response,
      'lookups.csv',
      lines(() => this.#saved.all(accountId)),
    );
  }

  @AppOperation('DELETE /app/api/saved-lookups/{lookupId}', {
    id: 'deleteSavedLookup',
    summary: 'Delete a saved lookup',
    answers: [204, 'Deleted; deleting twice is the same.'],
  })
  remove(@FromCaller() caller: Caller, @Param('lookupId') id: string): Promise<void> {
    return this.#saved.remove(liveAccount(caller), id);
  }

  @AppOperation('DELETE /app/api/saved-lookups', {
    id: 'deleteSavedLookups',
    summary: 'Delete all saved lookups',
    answers: [204, 'Deleted. The ledger keeps the charges.'],
  })
  async removeAll(@FromCaller() caller: Caller): Promise<void> {
    await this.#saved.removeAll(liveAccount(caller));
  }

  async #shown({ accountId, terms: { repeats } }: Caller, found: readonly ShownLookup[]) {
    if (repeats === null) return found.map((one) => shownLookup(one, null));
    const hashes = found.map(({ lookup: { property, asked } }) => propertyHashes(repeats, [property, asked]));
    const freeUntil = await this.service.repeats.freeUntil({ accountId, days: repeats.days }, hashes);
    return found.map((one, index) => shownLookup(one, freeUntil[index] ?? null));
  }
}

/** @param freeUntil last UTC day on which another lookup of the property is free */
function shownLookup(
  { lookup, owner, coOwners, refundedCents }: ShownLookup,
  freeUntil: string | null,
): AppSchemas['SavedLookup'] {
  const { id, address, createdAt, chargedCents } = lookup;
  const answer = singleAnswer(owner)({ priceCents: chargedCents });
  return {
    id,
    address,
    lookedUpAt: isoTime(createdAt),
    chargedCents,
    refundedCents,
    freeUntil,
    match: answer.found ? answer : null,
    coOwners: answer.found ? coOwners.map(shownOwner) : [],
  };
}

/** @param all is called twice: once to determine the numbered columns, once for the lines */
async function* lines(all: () => AsyncIterable<ShownLookup>): AsyncGenerator<string> {
  const { split } = layouts;
  let widths = NO_LEADS;
  for await (const { owner, coOwners } of all())
    if (owner !== null) widths = widenLeads(widths, { ...owner, coOwners });
  const ofOwner = split.header(widths);
  yield csvLine(['Looked Up', 'Date', 'Paid', ...ofOwner]);
  const none = ofOwner.map(() => '');
  for await (const { lookup, owner, coOwners, refundedCents } of all()) {
    const { address, createdAt, chargedCents } = lookup;
    const cells = owner === null ? none : (split.records(leadOf({ ...owner, coOwners }), widths)[0] ?? none);
    yield csvLine(
      [address, isoTime(createdAt), amount(chargedCents - refundedCents), ...cells.slice(0, none.length)].map(
        safeCell,
      ),
    );
  }
}

const leadOf = (owner: OwnerRecord & { coOwners: readonly OwnerRecord[] }) => ({
  owner,
  property: {
    address: owner.propertyAddress ?? '',
    city: owner.propertyCity ?? '',
    state: owner.propertyState ?? '',
    zip: owner.propertyZip ?? '',
  },
});
