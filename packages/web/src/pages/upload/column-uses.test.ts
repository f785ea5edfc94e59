import { describe, expect, it } from 'vitest';
import { lookAt } from '../../lead-file/lead-list.js';
import { NOTHING_DECIDED, type ChoosableField, type Decisions, type Look } from '../../lead-file/report.js';
import { usesOf, withUse, addressKindOf, withAddressKind } from './column-uses.js';

const PLAIN = 'Address,City,State,Zip,Plot,Note\n1 Oak St,Reno,NV,89501,7,x\n2 Elm Ave,Reno,NV,89501,8,y\n';
const ONE_LINE = 'Where,Id\n"1 Oak St, Reno, NV 89501",1\n"2 Elm Ave, Reno, NV 89501",2\n';
const SPLIT =
  'House Number,Street Name,Suffix,Unit No,City,State,Zip\n1,Oak,St,,Reno,NV,89501\n2,Elm,Ave,,Reno,NV,89501\n';

/** A list with what was set in the menus of its columns, one after another. */
async function list(text: string, ...menus: (readonly [header: string, use: ChoosableField | null])[]) {
  const see = (decisions: Decisions): Promise<Look> => lookAt(new Blob([text]), decisions);
  let decisions = NOTHING_DECIDED;
  for (const [header, use] of menus)
    decisions = { ...decisions, overrides: withUse(await see(decisions), decisions, header, use) };
  const look = await see(decisions);
  return { uses: Object.fromEntries(usesOf(look, decisions)), look, decisions };
}

describe('the use of a column', () => {
  it('is found, however the street is written', async () => {
    expect((await list(PLAIN)).uses).toEqual({
      Address: 'address',
      City: 'city',
      State: 'state',
      Zip: 'zip',
    });
    expect((await list(ONE_LINE)).uses).toEqual({ Where: 'addressFull' });
    expect((await list(SPLIT)).uses).toMatchObject({
      'House Number': 'houseNumber',
      'Street Name': 'streetName',
      Suffix: 'streetSuffix',
      City: 'city',
    });
  });

  it('is the choice in its menu: one column for each use, one use for each column', async () => {
    const { uses } = await list(PLAIN, ['Plot', 'city'], ['Note', 'address'], ['Zip', 'unit']);
    expect(uses).toEqual({ Note: 'address', Plot: 'city', State: 'state', Zip: 'unit' });
    const taken = await list(PLAIN, ['City', 'address']);
    expect(taken.uses).toEqual({ City: 'address', State: 'state', Zip: 'zip' });
  });

  it('is nothing where the menu says so, and found again only when the choice is undone', async () => {
    const { uses, decisions } = await list(PLAIN, ['City', null]);
    expect(uses).toEqual({ Address: 'address', State: 'state', Zip: 'zip' });
    expect(decisions.overrides).toEqual({ city: '' });
    expect((await list(ONE_LINE, ['Where', null])).look.errors).not.toEqual([]);
  });

  it('may become a whole address, or parts of one, which ends the other ways to write it', async () => {
    const whole = await list(PLAIN, ['Note', 'addressFull']);
    expect(whole.uses).toMatchObject({ Note: 'addressFull' });
    expect(whole.uses).not.toHaveProperty('Address');
    const parts = await list(PLAIN, ['Plot', 'houseNumber']);
    expect(parts.uses).toMatchObject({ Plot: 'houseNumber', Address: 'streetName', City: 'city' });
    const back = await list(PLAIN, ['Plot', 'houseNumber'], ['Address', 'address']);
    expect(back.uses).toEqual({ Address: 'address', City: 'city', State: 'state', Zip: 'zip' });
  });

  it('keeps the detected parts of a street when one of them is chosen anew or dropped', async () => {
    const { uses, look } = await list(SPLIT, ['Unit No', 'streetSuffix']);
    expect(uses).toMatchObject({
      'House Number': 'houseNumber',
      'Street Name': 'streetName',
      'Unit No': 'streetSuffix',
    });
    expect(uses).not.toHaveProperty('Suffix');
    expect(look.errors).toEqual([]);
    const behind = 'Situs Street,Num,City,State,Zip\nOak St,1,Reno,NV,89501\nElm Ave,2,Reno,NV,89501\n';
    expect((await list(behind)).uses).toMatchObject({ 'Situs Street': 'streetName', Num: 'houseNumber' });
    expect((await list(behind, ['City', 'postDirection'])).uses).toMatchObject({ Num: 'houseNumber' });
    const dropped = await list(SPLIT, ['House Number', null]);
    expect(dropped.uses).toMatchObject({ 'Street Name': 'streetName', Suffix: 'streetSuffix' });
    expect(dropped.uses).not.toHaveProperty('House Number');
  });
});

const look = (text: string, decisions: Decisions = NOTHING_DECIDED) => lookAt(new Blob([text]), decisions);

describe('how a list writes the street', () => {
  it.each([
    ['column', 'Address,City,State,Zip\n1 Oak St,Reno,NV,89501\n'],
    ['one-line', 'Full Address\n"1 Oak St, Reno, NV 89501"\n'],
    ['parts', 'House Number,Street Name,City,State,Zip\n1,Oak St,Reno,NV,89501\n'],
  ])('is found: %s', async (kind, text) => {
    expect(addressKindOf(await look(text), NOTHING_DECIDED)).toBe(kind);
  });

  it('is as the person chose, which discards choices for another kind', async () => {
    const text = 'Address,City,State,Zip,Where\n1 Oak St,Reno,NV,89501,"1 Oak St, Reno, NV 89501"\n';
    const found = await look(text);
    const overrides = withAddressKind('one-line', found, { address: 'Where', city: 'City' });
    expect(overrides).toEqual({ city: 'City', addressFull: 'Address' });
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides })).toBe('one-line');
    const parts = withAddressKind('parts', found, overrides);
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides: parts })).toBe('parts');
    const back = withAddressKind('column', found, parts);
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides: back })).toBe('column');
  });
});
