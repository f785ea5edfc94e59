// Makes app.yaml of what acts and controllers declare. `npm run generate` writes it, and the contract package makes types of it.
import type { TProperties, TSchema } from 'typebox';
import { VERSION } from '../../platform/version.js';
import type { Operation } from './operation.js';
import { object, originalOf, text } from './schema.js';
import * as customer from './schemas/customer.js';
import * as operator from './schemas/operator.js';
import * as owners from './schemas/owners.js';
import * as people from './schemas/people.js';

type Json = Record<string, unknown>;

const named = new Map<unknown, string>(
  [people, customer, operator, owners].flatMap((all) =>
    Object.entries(all).map(([name, schema]) => [schema, name] as const),
  ),
);

/** A schema as JSON, in which schemas with a name are references. */
function shown(value: unknown, isNamed: boolean = true): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => shown(one));
  const name = named.get(originalOf(value));
  if (isNamed && name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const fields = Object.entries(value).filter(([key]) => key !== 'x-flag');
  return Object.fromEntries(fields.map(([key, one]: [string, unknown]) => [key, shown(one)]));
}

const content = (schema: TSchema, type = 'application/json') => ({
  content: { [type]: { schema: shown(schema) } },
});

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function parametersOf({ at, query = {}, hasKey }: Operation): Json[] {
  const inPath = [...at.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ [name]: text() }));
  const { required = [] } = object(query) as { required?: readonly string[] };
  const parameters = (where: string, fields: TProperties): Json[] =>
    Object.entries(fields).map(([name, schema]) => ({
      ...{ name, in: where, required: where === 'path' || required.includes(name) },
      schema: shown(schema),
    }));
  return [
    ...parameters('path', Object.assign({}, ...inPath) as TProperties),
    ...(hasKey ? [reference('parameters', 'IdempotencyKey')] : []),
    ...parameters('query', query),
  ];
}

const ROLES = [
  ['/operator/', 'operator', 'Operator'],
  ['/opt-out/', 'anyone', 'People'],
  ['/app/', 'customer', 'Customer'],
] as const;

function operationItem(operation: Operation): Json {
  const { id, at, summary, description, isNavigation, body, takes, answers, gives, refuses } = operation;
  const [, ofPath, tag] = ROLES.find(([path]) => at.includes(` ${path}`)) ?? ROLES[0];
  const role = operation.role ?? ofPath;
  const [status, words, answer] = answers;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    'x-skiptrace-role': role,
    ...(isNavigation && { 'x-skiptrace-navigation': true }),
    security: role === 'anyone' ? [] : [{ [role]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, ...content(body, takes) } }),
    responses: {
      [String(status)]: { description: words, ...(answer !== undefined && content(answer, gives)) },
      default: reference('responses', refuses ?? 'Problem'),
    },
  };
}

/** The document of operations, sorted, so that it stays where a declaration moves. */
export function appDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const [method = '', path = ''] = operation.at.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = operationItem(operation);
  }
  const schemas = Object.fromEntries([...named].map(([schema, name]) => [name, shown(schema, false)]));
  return {
    openapi: '3.1.1',
    info: {
      title: 'skiptrace web app',
      version: VERSION,
      summary: 'What the browser app asks its own server',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ customer: [] }],
    tags: ['Customer', 'People', 'Operator'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        customer: { type: 'apiKey', in: 'cookie', name: '__Host-skiptrace' },
        operator: { type: 'apiKey', in: 'cookie', name: '__Host-skiptrace-operator' },
      },
      parameters: {
        IdempotencyKey: {
          ...{ name: 'Idempotency-Key', in: 'header', required: true },
          description: 'A request that is repeated with it makes what it makes once.',
          schema: text({
            pattern: '^[0-9A-Za-z-]{16,64}$',
            'x-skiptrace-must': 'be 16 to 64 letters, digits or hyphens',
          }),
        },
      },
      responses: {
        Problem: { description: 'What happened, what it cost, what to do next.', ...content(people.Refusal) },
        LookupProblem: {
          description: 'As `skipTraceSingle` refuses it; nothing was looked up or charged.',
          ...content(people.LookupRefusal),
        },
      },
      schemas,
    },
  };
}

const pathOf = ({ at }: Operation): string => at.split(' ').toReversed().join(' ');

const ABOUT = `A session is a cookie, \`__Host-skiptrace\` for customers and \`__Host-skiptrace-operator\` for operators (HttpOnly, Secure,
SameSite=Strict). A request with a cookie must carry the header \`Skiptrace-App: 1\`, which no page of another origin can
send. A customer's page names its account in \`Skiptrace-Account: MODE:ACCOUNT_ID\`: where the browser's session is another's by
now, the answer is 401 and nothing is done. With \`Skiptrace-Price: CENTS\` nothing is looked up, and no job is made, at another price of a match (400).
Both hold for openapi.yaml's operations with a session, too. An error is \`{ error }\`, a sentence for the person at the screen.
`;
