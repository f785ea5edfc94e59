import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Res } from '@nestjs/common';
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
import type { Service } from '../../service/service.js';
import { sendCsv } from '../controllers/send-download.js';
import { AppQuery, FromCaller } from '../request-context.js';
import { amount, APP_SERVICE, liveAccount } from './customer.controller.js';

/** A customer's past lookups, and the account's settings for them (app.yaml, Customer). */
@Controller('app/api')
export class SavedLookupsController {
  readonly #saved: SavedLookups;

  constructor(
    @Inject(APP_SERVICE) private readonly service: Pick<Service, 'accounts' | 'config' | 'saved' | 'repeats'>,
  ) {
    this.#saved = service.saved;
  }

  @Get('preferences')
  async preferences(@FromCaller() caller: Caller): Promise<AppSchemas['Preferences']> {
    const { accounts, config } = this.service;
    const { savedLookupDays, namePurchases, mailLists } = await accounts.get(liveAccount(caller));
    return {
      savedLookupDays: savedLookupDays ?? config.savedLookupDays,
      namePurchases: namePurchases === 1,
      mailLists: mailLists === 1,
    };
  }

  @Patch('preferences')
  async choose(
    @FromCaller() caller: Caller,
    @Body() { savedLookupDays, namePurchases, mailLists }: Partial<AppSchemas['Preferences']>,
  ): Promise<AppSchemas['Preferences']> {
    const accountId = liveAccount(caller);
    if (savedLookupDays !== undefined) await this.#saved.keepFor(accountId, savedLookupDays);
    if (namePurchases !== undefined)
      await this.service.accounts.choose(accountId, { namePurchases: namePurchases ? 1 : null });
    if (mailLists !== undefined)
      await this.service.accounts.choose(accountId, { mailLists: mailLists ? 1 : null });
    return this.preferences(caller);
  }

  @Post('saved-lookups/search')
  @HttpCode(200)
  async search(
    @FromCaller() caller: Caller,
    @AppQuery() page: { cursor?: string; limit: number },
    @Body() { search }: { search: string },
  ) {
    const { rows, nextCursor } = await this.#saved.list(liveAccount(caller), { ...page, search });
    return { lookups: await this.#shown(caller, rows), nextCursor };
  }

  @Post('saved-lookups/find')
  @HttpCode(200)
  async find(@FromCaller() caller: Caller, @Body() asked: { address: string }) {
    const found = await this.#saved.find(liveAccount(caller), asked);
    const [lookup = null] = found === null ? [] : await this.#shown(caller, [found]);
    return { lookup };
  }

  @Get('saved-lookups.csv')
  async file(@FromCaller() caller: Caller, @Res() response: Response): Promise<void> {
    const accountId = liveAccount(caller);
    await sendCsv(
      response,
      'lookups.csv',
      lines(() => this.#saved.all(accountId)),
    );
  }

  @Delete('saved-lookups/:lookupId')
  @HttpCode(204)
  remove(@FromCaller() caller: Caller, @Param('lookupId') id: string): Promise<void> {
    return this.#saved.remove(liveAccount(caller), id);
  }

  @Delete('saved-lookups')
  @HttpCode(204)
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
