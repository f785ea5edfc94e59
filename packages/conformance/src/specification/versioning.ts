import { BULK, SINGLE, bulk, single } from '../service/lookups.js';
import { check, inSection } from '../suite/check.js';
import { expectPage, expectStatus, expectThat } from '../suite/expect.js';

export const versioning = inSection('Versioning', [
  check({
    id: 'versioning.in-the-path',
    sentence: 'the version is in the path: /api/v1 answers, other versions do not',
    needs: ['miss'],
    async run(context) {
      const { http, key, given } = context;
      expectStatus(await single(context, given.miss), 200);
      for (const path of [SINGLE, BULK])
        expectPage(await http.send({ method: 'POST', path: path.replace('v1', 'v2'), key, json: {} }), 404);
    },
  }),
  check({
    id: 'versioning.new-request-fields',
    sentence: 'new optional request fields do not break: an unknown one is ignored',
    needs: ['miss'],
    async run(context) {
      expectStatus(await bulk(context, [{ ...context.given.miss, county: 'Washoe' }]), 200);
    },
  }),
  check({
    id: 'versioning.nothing-deprecated',
    sentence: 'nothing is deprecated: no Deprecation, no Sunset, no Link with rel=deprecation',
    needs: ['miss'],
    async run(context) {
      for (const exchange of [await single(context, context.given.miss), await single(context, {})]) {
        const link = exchange.headers.get('link') ?? '';
        const announced = ['deprecation', 'sunset'].filter((name) => exchange.headers.has(name));
        expectThat(announced.length === 0, 'no such header', announced.join(', '), exchange);
        expectThat(!/rel="?deprecation/i.test(link), 'no such Link', link, exchange);
      }
    },
  }),
  check({
    id: 'versioning.outside-v1',
    sentence: 'the CSV job and contact endpoints live outside /api/v1',
    async run({ http, key }) {
      for (const path of ['/api/v1/user/skip-trace', '/api/v1/contact'])
        expectPage(await http.send({ method: 'POST', path, key, json: {} }), 404);
    },
  }),
]);
