import { operationPolicies } from '@skiptrace/contract';
import { check, inSection } from '../suite/check.js';
import { expectPage } from '../suite/expect.js';
import { BULK, SINGLE } from '../service/lookups.js';
import { JOBS } from '../service/jobs.js';

const SOME_JOB = '00000000-0000-4000-8000-000000000000';

export const pages = inSection('Endpoints: Methods and paths outside this list', [
  check({
    id: 'pages.unknown-path',
    sentence: "an unknown path is answered by the application's 404 page, not by an Error body",
    async run({ http, key }) {
      for (const path of [
        '/api/v1/nothing',
        '/api/v1',
        '/api/unknown/skip-trace',
        `${JOBS}/${SOME_JOB}/nothing`,
      ])
        expectPage(await http.send({ method: 'GET', path, key }), 404);
      for (const path of [`${SINGLE}s`, `${BULK}/1`])
        expectPage(await http.send({ method: 'POST', path, key, json: {} }), 404);
    },
  }),
  check({
    id: 'pages.unsupported-method',
    sentence: "an unsupported method is answered by the application's 405 page, not by an Error body",
    async run({ http, key }) {
      for (const path of new Set(Object.values(operationPolicies).map((policy) => policy.path)))
        expectPage(await http.send({ method: 'DELETE', path: path.replace('{jobId}', SOME_JOB), key }), 405);
    },
  }),
  check({
    id: 'pages.lookups-by-post-only',
    sentence: 'the lookup endpoints accept POST only',
    async run({ http, key }) {
      for (const path of [SINGLE, BULK])
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
          expectPage(await http.send({ method, path, key }), 405);
    },
  }),
]);
