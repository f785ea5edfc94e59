import { bulk, single } from '../service/lookups.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectInvalid, expectStatus } from '../suite/expect.js';

const NOT_TEXT: readonly unknown[] = [1, true, null, ['1 Main St'], { line: '1 Main St' }];

/** Expects each value of a field to be refused, alone and as an entry of a bulk, with an error that names the field. */
async function refuses(context: Context<'miss'>, field: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    const input = { ...context.given.miss, [field]: value };
    expectInvalid(await single(context, input), [field]);
    expectInvalid(await bulk(context, [context.given.miss, input]), [field]);
  }
}

async function accepts(context: Context, inputs: readonly unknown[]): Promise<void> {
  for (const input of inputs) expectStatus(await single(context, input), 200);
}

export const addressInput = inSection('Resources: AddressInput', [
  check({
    id: 'address-input.address-is-required',
    sentence: 'address is required',
    needs: ['miss'],
    async run(context) {
      const { address: _address, ...rest } = context.given.miss;
      for (const input of [{}, rest]) {
        expectInvalid(await single(context, input), ['address']);
        expectInvalid(await bulk(context, [input]), ['address']);
      }
    },
  }),
  check({
    id: 'address-input.address-is-a-string',
    sentence: 'address is a string',
    needs: ['miss'],
    run: (context) => refuses(context, 'address', NOT_TEXT),
  }),
  check({
    id: 'address-input.address-is-not-empty',
    sentence: 'address holds at least one character',
    needs: ['miss'],
    run: (context) => refuses(context, 'address', ['']),
  }),
  check({
    id: 'address-input.only-address-is-required',
    sentence: 'city, state and zip may be left out, all or some',
    needs: ['miss'],
    run(context) {
      const { address, city, state, zip } = context.given.miss;
      return accepts(context, [{ address }, { address, city }, { address, state }, { address, zip }]);
    },
  }),
  check({
    id: 'address-input.city-is-a-string',
    sentence: 'city is a string',
    needs: ['miss'],
    run: (context) => refuses(context, 'city', [1, false, ['Troy']]),
  }),
  check({
    id: 'address-input.state-is-two-letters',
    sentence: 'state is a two-letter code',
    needs: ['miss'],
    run: (context) => refuses(context, 'state', ['Texas', 'T', 'T1', 'TXX', 48]),
  }),
  check({
    id: 'address-input.zip-is-five-digits',
    sentence: 'zip has 5 digits',
    needs: ['miss'],
    run: (context) => refuses(context, 'zip', ['7870', '787011', '7870A', '78701-1234', 78701]),
  }),
  check({
    id: 'address-input.leading-zero',
    sentence: 'a ZIP code may begin with a zero',
    needs: ['miss'],
    run: (context) => accepts(context, [{ ...context.given.miss, state: 'MA', zip: '02108' }]),
  }),
]);
