// Checks made from openapi.yaml, for each operation: its request body, its method and its key.
import { operationPolicies, type OperationId, type OperationPolicy } from '@skiptrace/contract';
import { dereference, requestSchema, type Schema } from '@skiptrace/contract/document';
import { requestExamples } from '@skiptrace/contract/examples';
import type { Given } from '../fixtures.js';
import type { Exchange, Outgoing } from '../http/exchange.js';
import { validate } from '../http/http.js';
import {
  check,
  type Check,
  type Context,
  expectError,
  expectInvalid,
  expectPage,
  expectStatus,
  inSection,
} from '../suite/check.js';

const operations = Object.entries(operationPolicies) as [OperationId, OperationPolicy][];

const UNKNOWN_JOB = 'b9c2f1de-3a5b-4c6d-8e7f-0123456789ab';

const pathOf = ({ path }: OperationPolicy): string => path.replace('{jobId}', UNKNOWN_JOB);

/** Operations with a JSON body; the body of an upload is a form. */
const withBody = operations.filter(
  ([id]) => requestSchema(id) !== undefined && id !== 'uploadSkipTraceJobFile',
);

/** Fields beyond the specification, which another server may ignore. */
const EXTENSIONS: readonly unknown[] = ['requirePhone', 'contentDigest'];

type Body = Readonly<Record<string, unknown>>;

/** A valid body. For a lookup its address has no owner, so that nothing is charged. */
function validBody(id: OperationId, { miss }: Given<'miss'>): Body {
  if (id === 'skipTraceSingle') return miss;
  if (id === 'skipTraceBulk') return { addresses: [miss, miss, miss] };
  return requestExamples(id)[0]?.value as Body;
}

type Path = readonly (string | number)[];

/** A field of a body, or an entry of a list. */
interface Place {
  readonly path: Path;
  readonly schema: Schema;
}

/** Every place below a schema. The second entry stands for all of a list. */
function placesBelow(schema: Schema, above: Path = []): Place[] {
  const { properties = {}, items } = dereference<Schema>(schema) as {
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  const inner: [string | number, Schema][] = Object.entries(properties);
  if (items !== undefined) inner.push([1, items]);
  return inner.flatMap(([name, property]) => [
    { path: [...above, name], schema: { ...dereference<Schema>(property), ...property } },
    ...placesBelow(property, [...above, name]),
  ]);
}

const placesOf = (id: OperationId): Place[] => placesBelow(requestSchema(id) ?? {});

/** `addresses[1].zip`, as a 400 names it. */
const nameOf = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);

/** A body with another value at a place; undefined leaves it out. */
function withValue(body: unknown, [part = '', ...rest]: Path, value: unknown): unknown {
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as Body) }) as Record<
    string,
    unknown
  >;
  copy[part] = rest.length === 0 ? value : withValue(copy[part], rest, value);
  return copy;
}

/** Names of the places of a body that its schema refuses. */
function refusedIn(id: OperationId, body: unknown): string[] {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const names = validate(requestSchema(id) ?? {}, sent).map(({ instancePath, keyword, params }) => {
    const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : '';
    const parts = `${instancePath}${missing}`.split('/').slice(1);
    return nameOf(parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
  });
  return [...new Set(names)];
}

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<string | number, unknown>)[part], body);

/** Values near a valid one, some of which a schema refuses: none, of other types, shorter, longer, in another case. */
function nearMisses(valid: unknown, { minLength, minItems, maxItems }: Schema): unknown[] {
  const others = [undefined, 1, true, ['1 Main St'], { line: '1 Main St' }, ''];
  if (Array.isArray(valid)) {
    const lengths = [Number(minItems ?? 0) - 1, Number(maxItems ?? -2) + 1].filter((length) => length >= 0);
    return [...others, ...lengths.map((length) => Array.from({ length }, (): unknown => valid[0]))];
  }
  if (typeof valid !== 'string') return others;
  const [first, last] = [valid.slice(0, 1), valid.slice(-1)];
  const short = 'x'.repeat(Math.max(0, Number(minLength ?? 1) - 1));
  const near = [valid.slice(0, -1), valid.slice(1), valid + last, `${valid}x`, valid.replace('.', ''), short];
  return [...others, ...near, `${first}1`, valid.replace(/^.*@/, '@'), `${valid}-1234`, valid.toLowerCase()];
}

/** Values that our readings refuse as well: null, white space, control characters, lone surrogates, a length (readings 2, 3, 9). */
function oddities(valid: unknown, { maxLength }: Schema): unknown[] {
  if (typeof valid !== 'string') return [null];
  const padded = [' ', '\t\r\n', '\u00a0\u3000', ` ${valid}`, `${valid}\n`, ` ${valid.slice(0, 1)} `];
  const marked = ['\u0000', '\u0007', '\u009f', '\ud800'].map((mark) => valid + mark);
  return [null, ...padded, ...marked, 'x'.repeat(Number(maxLength) + 1)];
}

function send({ http, key }: Context, id: OperationId, json: unknown): Promise<Exchange> {
  const { method, path, security }: OperationPolicy = operationPolicies[id];
  return http.send({ method, path, json, ...(security === 'key' && { key }) });
}

/** Expects a 400 for each value that the schema refuses at a place, with the names of the broken places alone. */
async function refuses(
  context: Context<'miss'>,
  id: OperationId,
  place: Place,
  valuesBeside: (valid: unknown, schema: Schema) => readonly unknown[],
) {
  const valid = validBody(id, context.given);
  const values = valuesBeside(valueAt(valid, place.path), place.schema);
  const all = placesOf(id).map(({ path }) => nameOf(path));
  for (const value of values) {
    const isTrimmed = typeof value === 'string' && place.schema['x-skiptrace-trimmed'] === true;
    const broken = refusedIn(id, withValue(valid, place.path, isTrimmed ? value.trim() : value));
    if (broken.length === 0) continue;
    const isSound = (name: string) => !broken.some((each) => each.startsWith(name) || name.startsWith(each));
    // Each error may say "message".
    const sound = all.filter((name) => isSound(name) && name !== 'message');
    expectInvalid(await send(context, id, withValue(valid, place.path, value)), broken, sound);
  }
}

const ruleOf = ({ schema }: Place): string => {
  const must = schema['x-skiptrace-must'];
  return typeof must === 'string' ? `must ${must}` : `is of type ${String(schema.type)}`;
};

const sectionOf = ({ method, path }: OperationPolicy): string => `openapi.yaml: ${method} ${path}`;
const isExtension = ({ path: [name] }: Place): boolean => EXTENSIONS.includes(name);

/** A check of each field of each body. */
const fieldsOf = ([id, policy]: [OperationId, OperationPolicy]): Check[] =>
  inSection(
    sectionOf(policy),
    placesOf(id)
      .filter((place) => !isExtension(place))
      .map((place) =>
        check({
          id: `field.${id}.${nameOf(place.path)}`,
          sentence: `${nameOf(place.path)} ${ruleOf(place)}, and a 400 names it and no valid field`,
          needs: ['miss'],
          run: (context) => refuses(context, id, place, nearMisses),
        }),
      ),
  );

/** A request to every operation that needs a key, valid except for the key. */
const guarded: readonly Outgoing[] = operations
  .filter(([, { security }]) => security === 'key')
  .map(([, policy]) => ({
    method: policy.method,
    path: pathOf(policy),
    ...(policy.method === 'POST' && { json: {} }),
  }));

/** Sends the requests together, because a server may delay each refusal of a wrong key. */
async function refusesKey({ http }: Context, key?: string): Promise<void> {
  const answers = await Promise.all(
    guarded.map((request) => http.send({ ...request, ...(key !== undefined && { key }) })),
  );
  for (const answer of answers) expectError(answer, 401);
}

const keys = inSection('Authentication', [
  check({
    id: 'authentication.key-is-required',
    sentence: 'every endpoint but the contact wants an API key: 401 without, and with an unknown one',
    async run(context) {
      await refusesKey(context);
      await refusesKey(context, `pc_${'x'.repeat(Math.max(8, context.key.length - 3))}`);
    },
  }),
  ...(['revokedKey', 'inactiveAccount'] as const).map((need) =>
    check({
      id: `authentication.${need === 'revokedKey' ? 'revoked' : 'inactive'}`,
      sentence: `${need === 'revokedKey' ? 'a revoked key' : 'the key of an account that is not active'} is a 401`,
      needs: [need],
      run: (context) => refusesKey(context, context.given[need].key),
    }),
  ),
]);

const pages = inSection('Endpoints: Methods and paths outside this list', [
  check({
    id: 'pages.unsupported-method',
    sentence: "an unsupported method is answered by the application's 405 page, not by an Error body",
    async run({ http, key }) {
      for (const path of new Set(operations.map(([, policy]) => pathOf(policy)))) {
        const known = operations
          .filter(([, policy]) => pathOf(policy) === path)
          .map(([, { method }]) => method);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
          if (!known.includes(method as 'GET')) expectPage(await http.send({ method, path, key }), 405);
      }
    },
  }),
]);

const errors = inSection('Errors', [
  check({
    id: 'errors.404-unknown-job',
    sentence: 'no job with that id: 404, for every job endpoint',
    async run({ http, key }) {
      for (const [, policy] of operations.filter(([, { path }]) => path.includes('{jobId}')))
        expectError(await http.send({ method: policy.method, path: pathOf(policy), key }), 404);
    },
  }),
]);

/** Expects a 400 for each text as the body of each operation that takes JSON. */
async function refusesTexts({ http, key }: Context, texts: readonly string[]): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  for (const [, { method, path }] of withBody)
    for (const body of texts) expectError(await http.send({ method, path, key, headers, body }), 400);
}

const json = inSection('Endpoints: JSON bodies', [
  check({
    id: 'json.broken',
    sentence: 'a body that is not valid JSON is a 400',
    run: (context) =>
      refusesTexts(context, ['{"address": "1 Main St"', 'not json', '', '{"address": "1 Main St",}']),
  }),
  check({
    id: 'json.ignores-unknown-fields',
    sentence: 'fields that the service does not know are no error',
    needs: ['miss'],
    async run(context) {
      // A message would be sent.
      for (const [id] of withBody.filter(([each]) => each !== 'sendContactMessage')) {
        const body = { ...validBody(id, context.given), parcel: '12-34', extra: { a: [1] } };
        expectStatus(await send(context, id, body), 200, 201);
      }
    },
  }),
]);

/** Checks of what the specification says, too. */
export const contractChecks: readonly Check[] = [
  ...withBody.flatMap(fieldsOf),
  ...json,
  ...pages,
  ...keys,
  ...errors,
];

/** Checks of openapi.yaml where the specification is silent. */
export const contractReadings: readonly Check[] = [
  ...withBody.flatMap(([id, policy]) =>
    inSection(sectionOf(policy), [
      check({
        id: `field.${id}`,
        sentence: 'every field refuses null, and texts that its pattern does, and a 400 names it alone',
        needs: ['miss'],
        async run(context) {
          for (const place of placesOf(id)) {
            if (isExtension(place)) await refuses(context, id, place, nearMisses);
            await refuses(context, id, place, oddities);
          }
        },
      }),
    ]),
  ),
  ...inSection('Readings: JSON bodies (2, 5)', [
    check({
      id: 'body.not-an-object',
      sentence: 'a body that is no object is a 400',
      run: (context) => refusesTexts(context, ['null', '[]', '"1 Main St"', '7']),
    }),
  ]),
];
