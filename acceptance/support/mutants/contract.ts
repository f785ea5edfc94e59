// Broken servers derived from openapi.yaml: its bodies, statuses, headers and charges, each broken in turn.
import {
  dereference,
  requestSchema,
  responseObject,
  responseSchema,
  type Schema,
} from '../../../packages/contract/src/document.js';
import { responseExamples } from '../../../packages/contract/src/examples.js';
import { operationPolicies, type OperationId } from '../../../packages/contract/src/index.js';
import {
  type Forward,
  type Mutation,
  type ProxyAnswer,
  type ProxyRequest,
  answer,
  changing,
  isRecord,
  jsonOf,
  operationOf,
  operations,
  pathOf,
  refusing,
  sending,
  type Json,
  type Mutant,
} from '../mutating-proxy.js';

const statusesOf = (id: OperationId): readonly number[] => operationPolicies[id].statuses;
const successOf = (id: OperationId) => statusesOf(id).find((status) => status < 300) ?? 200;
const refusals = [...new Set(operations.flatMap(statusesOf))].filter((status) => status >= 400);
const isJson = ({ headers }: ProxyAnswer) => headers['content-type']?.startsWith('application/json') === true;

/** The contract's example of a success, the smallest first. */
function exampleOf(id: OperationId): ProxyAnswer {
  const examples = responseExamples(id, successOf(id)).map(({ value }) => answer(successOf(id), value));
  return examples.sort((a, b) => a.body.length - b.body.length)[0] ?? answer(successOf(id), {});
}

/** Every property that a schema reaches, with its own schema. */
function* propertiesOf(schema: Schema | undefined): Generator<readonly [string, Schema]> {
  if (schema === undefined) return;
  const {
    properties = {},
    items,
    oneOf,
    anyOf,
    allOf,
  } = dereference<Schema>(schema) as Record<string, never>;
  for (const [name, property] of Object.entries(properties as Record<string, Schema>)) {
    yield [name, dereference<Schema>(property)];
    yield* propertiesOf(property);
  }
  for (const part of [items, ...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])]) yield* propertiesOf(part);
}

const answered = new Map(
  operations
    .filter((id) => !pathOf({ path: operationPolicies[id].path } as ProxyRequest).includes('user/account'))
    .flatMap((id) => statusesOf(id).flatMap((status) => [...propertiesOf(responseSchema(id, status))])),
);
const asked = new Map(operations.flatMap((id) => [...propertiesOf(requestSchema(id))]));
const required = (id: OperationId): readonly string[] =>
  (dereference<Schema>(requestSchema(id) ?? {}).required as readonly string[] | undefined) ?? [];

/** The value with `edit` applied to every object in it. */
function edited(value: unknown, edit: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => edited(entry, edit));
  if (!isRecord(value)) return value;
  const inner = Object.entries(value).map(([name, entry]) => [name, edited(entry, edit)]);
  return edit(Object.fromEntries(inner) as Json);
}

/** Changes every object of every JSON answer. */
const editing = (edit: (object: Json) => Json) =>
  changing(
    (_request, original) => isJson(original),
    (original) => ({
      ...original,
      body: Buffer.from(JSON.stringify(edited(JSON.parse(original.body.toString()), edit))),
    }),
  );

const withField = (name: string, change: (value: unknown, object: Json) => unknown) =>
  editing((object) => (name in object ? { ...object, [name]: change(object[name], object) } : object));

const without = (name: string, object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** A value of the same type that is not the right one. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.toReversed();
  if (typeof value === 'string') return /^\d{4}-/.test(value) ? new Date().toISOString() : `${value}x`;
  return value;
}

function more(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [...value, value.at(-1)] : value;
  return typeof value === 'number' ? value + 0.5 : value;
}

const fieldMutants = [...answered.keys()].flatMap((name): Mutant[] => [
  { name: `answers without ${name}`, mutate: editing((object) => without(name, object)) },
  { name: `answers with another ${name}`, mutate: withField(name, another) },
  { name: `answers with more of ${name} than there is`, mutate: withField(name, more) },
  {
    name: `answers with ${name} where there is none`,
    mutate: editing((object) =>
      'success' in object || 'status' in object
        ? { [name]: [], ...object, [name]: object[name] ?? 'x' }
        : object,
    ),
  },
]);

const unnamedMutants: Mutant[] = [
  {
    name: 'writes nothing where it knows nothing',
    mutate: editing((object) =>
      'firstName' in object
        ? Object.fromEntries(Object.entries(object).map(([name, value]) => [name, value ?? '']))
        : object,
    ),
  },
  {
    name: 'tells more of an owner than the contract does',
    mutate: editing((object) => ('firstName' in object ? { ...object, creditScore: '700' } : object)),
  },
];

const acceptingMutants = refusals.map((status): Mutant => ({
  name: `answers a success instead of ${status}`,
  mutate: changing(
    (request, original) =>
      original.status === status && isJson(original) && operationOf(request) !== undefined,
    (original, request) => {
      const id = operationOf(request);
      return id === undefined ? original : exampleOf(id);
    },
  ),
}));

const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

/** Charges one more match if `when` says so, by a lookup that no client sent. */
const chargesMore =
  (when: (request: ProxyRequest, original: ProxyAnswer) => boolean) =>
  (): Mutation =>
  async (request: ProxyRequest, forward: Forward) => {
    const original = await forward(request);
    if (when(request, original)) {
      const headers = {
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/json',
      };
      const { method, path } = operationPolicies.skipTraceSingle;
      await forward({ method, path, headers, body: Buffer.from(JSON.stringify(MATCH)) });
    }
    return original;
  };

/** Repeats the first success for every later request. */
const remembering = (keyOf: (request: ProxyRequest) => string | undefined) => (): Mutation => {
  const kept = new Map<string, ProxyAnswer>();
  return async (request, forward) => {
    const key = keyOf(request);
    if (key === undefined) return forward(request);
    const original = kept.get(key) ?? (await forward(request));
    if (original.status < 300) kept.set(key, original);
    return original;
  };
};

const operationMutants = operations.flatMap((id): Mutant[] => {
  const isIt = (request: ProxyRequest) => operationOf(request) === id;
  const isRead = operationPolicies[id].safety === 'safe';
  return [
    ...(isRead
      ? []
      : [
          {
            name: `charges 4 cents for a ${id}`,
            mutate: chargesMore((request, { status }) => isIt(request) && status < 300),
          },
          {
            name: `charges 4 cents for a ${id} that failed`,
            mutate: chargesMore((request, { status }) => isIt(request) && status >= 500),
          },
          {
            name: `says yes to ${id} and does nothing`,
            mutate:
              () =>
              async (request: ProxyRequest, forward: Forward): Promise<ProxyAnswer> =>
                isIt(request) ? ownExample(id, request) : forward(request),
          },
        ]),
    {
      name: `gives the first answer of ${id} again and again`,
      mutate: remembering((request) => (isIt(request) ? request.path : undefined)),
    },
    {
      name: `lets five requests of ${id} through`,
      mutate: () => {
        let seen = 0;
        return async (request: ProxyRequest, forward: Forward) =>
          isIt(request) && ++seen > 5
            ? answer(429, { error: 'later' }, { 'retry-after': '900' })
            : forward(request);
      },
    },
  ];
});

/** The example, with the id of the request's job. */
function ownExample(id: OperationId, request: ProxyRequest): ProxyAnswer {
  const example = exampleOf(id);
  const jobId = /\/([0-9a-f-]{36})\//.exec(request.path)?.[1];
  const body = jsonOf(example);
  return jobId === undefined || body === null ? example : answer(example.status, { ...body, jobId });
}

/** Fields in the request's body, at any depth. */
const names = (request: ProxyRequest): Set<string> => {
  const found = new Set<string>();
  edited(jsonOf(request), (object) => {
    for (const name of Object.keys(object)) found.add(name);
    return object;
  });
  return found;
};
const isAsked = (request: ProxyRequest) => operationOf(request) !== undefined && jsonOf(request) !== null;
const isRequired = (name: string) => operations.some((id) => required(id).includes(name));

const requestMutants = [...asked.keys()].flatMap((name): Mutant[] => [
  {
    name: `does not look at ${name}`,
    mutate: sending((request) => {
      if (!isAsked(request) || isRequired(name)) return request;
      const body = edited(jsonOf(request), (object) => without(name, object));
      return { ...request, body: Buffer.from(JSON.stringify(body)) };
    }),
  },
  {
    name: `refuses ${name}`,
    mutate: refusing((request) => isAsked(request) && names(request).has(name), 400),
  },
  {
    name: `wants ${name}`,
    mutate: refusing((request) => isAsked(request) && !isRequired(name) && !names(request).has(name), 400),
  },
]);

const headers = new Set(
  operations.flatMap((id) =>
    statusesOf(id).flatMap((status) => Object.keys(responseObject(id, status)?.headers ?? {})),
  ),
);
const headerNames = [...headers, 'Content-Disposition', 'ETag', 'Accept-Ranges', 'Allow'].map((name) =>
  name.toLowerCase(),
);
const anyAnswer = () => true;
const withHeader = (name: string, change: (value: string) => string | undefined) =>
  changing(anyAnswer, (original) => {
    const { [name]: value, ...rest } = original.headers;
    const next = value === undefined ? undefined : change(value);
    return { ...original, headers: next === undefined ? rest : { ...rest, [name]: next } };
  });

const headerMutants = headerNames.flatMap((name): Mutant[] => [
  { name: `sends no ${name}`, mutate: withHeader(name, () => undefined) },
  { name: `always sends the same ${name}`, mutate: withHeader(name, () => '400') },
  {
    name: `ignores ${name}`,
    mutate: sending((request) => {
      const { [name]: _dropped, ...rest } = request.headers;
      return { ...request, headers: rest };
    }),
  },
]);

const errorMutants: Mutant[] = [
  ['names no field', 'Bad request'],
  ['names every field', 'check address, city, state, zip'],
].map(([what = '', error]) => ({
  name: `${what} in an error`,
  mutate: changing(
    (_request, original) => original.status === 400 && isJson(original),
    (original) => answer(400, { ...jsonOf(original), error, balanceRequired: 4 }, original.headers),
  ),
}));

const refusingMutants = operations.flatMap((id) =>
  [400, 401, 402, 500].map((status): Mutant => ({
    name: `refuses every ${id} with ${status}`,
    mutate: refusing((request) => operationOf(request) === id, status),
  })),
);

/** Every mutant derived from the contract: accepts invalid input, answers wrongly, refuses valid input. */
export const contractMutants = {
  accepting: [...acceptingMutants, ...errorMutants],
  answering: [...operationMutants, ...headerMutants, ...requestMutants, ...unnamedMutants, ...fieldMutants],
  refusing: refusingMutants,
} as const;
