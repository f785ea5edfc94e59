// Writes packages/contract/src/generated from openapi.yaml: the types, the operation policies, the vocabulary and
// limits, and the document itself. Writes packages/contract/app.yaml from the built server, where acts and controllers
// declare the app's operations, and the types, operations and document of app.yaml.
//
// When: after every change of openapi.yaml or of such a declaration; commit what it writes together with the change.
// The two documents are not committed as code (.gitignore): every build of the contract writes them.
//
//   npm run generate                   build, then write the files
//   npm run generate -- --check        write nothing; exit 1 and say what to run when the committed files differ
//   npm run generate -- --documents    write the two documents alone
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';
import { parse, stringify } from 'yaml';
import { staleBuilds } from './support/builds.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = path.join(ROOT, 'openapi.yaml');
const APP_FILE = 'app.yaml';
const APP_FOLDER = path.join(ROOT, 'packages/contract');
const APP_SOURCE = path.join(APP_FOLDER, APP_FILE);
const SERVER = path.join(ROOT, 'packages/server/dist/testing.js');
const TARGET = path.join(ROOT, 'packages/contract/src/generated');
const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';

const APP_BANNER = BANNER.replace('openapi.yaml', 'app.yaml');
const ROLES = ['anyone', 'customer', 'operator'];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Every operation, in the document's order. Throws an Error for one without a name. */
function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([urlPath, item]) =>
    METHODS.filter((name) => name in item).map((name) => {
      const [method, operation] = [name.toUpperCase(), item[name]];
      if (!operation.operationId) throw new Error(`${method} ${urlPath} has no operationId`);
      return { id: operation.operationId, method, path: urlPath, operation };
    }),
  );
}

/**
 * Facts about each operation, beyond its types, that a client and a server need, by operationId in the document's order. The
 * compiler refuses one that lacks a fact or has an unknown value (packages/contract/src/policy.ts), and its test contradictions.
 */
const policiesOf = (document) =>
  Object.fromEntries(operationsOf(document).map((each) => [each.id, policyOf(each, document)]));

/** The part of every policy that decides how a call is made. */
const callPoliciesOf = (document) =>
  Object.fromEntries(
    Object.entries(policiesOf(document)).map(([id, policy]) => {
      const { method, path: urlPath, money, priceCents, idempotency, rateLimit, security } = policy;
      return [id, { method, path: urlPath, money, priceCents, idempotency, limit: rateLimit.name, security }];
    }),
  );

function policyOf({ method, path: urlPath, operation }, document) {
  const { name, limit, windowSeconds, scope, configurable } = operation['x-skiptrace-rate-limit'];
  const idempotency = operation['x-skiptrace-idempotency'];
  return {
    method,
    path: urlPath,
    summary: operation.summary,
    money: operation['x-skiptrace-money'],
    priceCents: operation['x-skiptrace-price-cents'] ?? null,
    safety: operation['x-skiptrace-safety'],
    idempotency,
    idempotencyKey: idempotency === 'key',
    rateLimit: { name, limit, windowSeconds, scope, configurable },
    security: (operation.security ?? document.security).length > 0 ? 'key' : 'public',
    statuses: Object.keys(operation.responses).map(Number),
  };
}

/** The content of every committed file that comes from openapi.yaml, by its name. The same text gives the same bytes. */
async function contractFiles(yamlText) {
  const document = parse(yamlText);
  return {
    'openapi.ts': `${BANNER}\n${await typesOf(yamlText)}`,
    'operations.ts': [
      BANNER,
      "import type { CallPolicy, OperationPolicy } from '../policy.js';",
      "import type { operations } from './openapi.js';\n",
      '/** The policy of every operation, from the x-skiptrace-* extensions of openapi.yaml. */',
      `export const operationPolicies = ${literal(policiesOf(document))} as const satisfies Record<keyof operations, OperationPolicy>;\n`,
      '/** What a client needs of them while it runs, and no more: it goes into the bundle of the SDK. */',
      `export const callPolicies = ${literal(callPoliciesOf(document))} as const satisfies Record<keyof operations, CallPolicy>;\n`,
    ].join('\n'),
    'vocabulary.ts': [BANNER, ...vocabularyOf(document)].join('\n'),
  };
}

/** The content of every committed file that comes from app.yaml, by its name. */
async function appFiles(document) {
  return {
    'app.ts': `${APP_BANNER}\n${await typesOf(structuredClone(document))}`,
    'app-operations.ts': [
      APP_BANNER,
      "import type { operations } from './app.js';\n",
      '/** Where each operation is, whose session it needs, and whether a plain link may ask for it. */',
      `export const appOperations = ${literal(appOperationsOf(document))} as const satisfies Record<keyof operations, unknown>;\n`,
    ].join('\n'),
  };
}

/** The documents themselves, for programs to import. */
export function documentFiles(yamlText, appDocument) {
  return {
    'document.ts': [
      BANNER,
      '/** openapi.yaml as it was written, comments and all. */',
      `export const openapiYaml: string = ${literal(yamlText)};\n`,
      '/** openapi.yaml as data. */',
      `export const openapiDocument: unknown = ${literal(parse(yamlText))};\n`,
    ].join('\n'),
    'app-document.ts': [
      APP_BANNER,
      '/** app.yaml as data. */',
      `export const appDocument: unknown = ${literal(appDocument)};\n`,
    ].join('\n'),
  };
}

/** app.yaml as the server declares it. Throws an Error where its build is older than its source. */
async function declaredApp() {
  if (staleBuilds().includes('server')) throw new Error('the server is not built; run `npm run build`');
  const { appYaml } = await import(pathToFileURL(SERVER).href);
  const banner = '# Made by `npm run generate` of what packages/server/src/surfaces declares. Do not edit.\n';
  // JSON drops the marks that TypeBox leaves on schemas.
  const document = JSON.parse(JSON.stringify(appYaml()));
  return { [APP_FILE]: banner + stringify(document, { lineWidth: 110, aliasDuplicateObjects: false }) };
}

/** app.yaml with the definitions it references in openapi.yaml. */
async function bundledApp() {
  const { bundle: bundled, problems } = await bundle({ ref: APP_SOURCE, config: await createConfig({}) });
  if (problems.length > 0) throw new Error(`${path.basename(APP_SOURCE)}: ${problems[0].message}`);
  return bundled.parsed;
}

const appOperationsOf = (document) =>
  Object.fromEntries(
    operationsOf(document).map(({ id, method, path: urlPath, operation }) => {
      const { 'x-skiptrace-role': role, 'x-skiptrace-navigation': isNavigation = false } = operation;
      if (!ROLES.includes(role)) throw new Error(`${id} needs x-skiptrace-role: ${ROLES.join(' | ')}`);
      return [id, { method, path: urlPath, role, isNavigation }];
    }),
  );

async function typesOf(yamlText) {
  // A build writes only the documents, and doesn't wait for the compiler.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { default: ts } = await import('typescript');
  const nodes = await openapiTS(yamlText, {
    silent: true,
    // A file of a form is a Blob, not a string.
    transform: (schema) =>
      schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  return astToString(nodes);
}

function* vocabularyOf(document) {
  const { schemas } = document.components;
  const lists = {
    JOB_STATUSES: schemas.JobStatus,
    UPLOAD_METHODS: schemas.UploadMethod,
    PHONE_TYPES: schemas.PhoneType,
    CONTACT_REASONS: schemas.ContactReason,
  };
  for (const [name, schema] of Object.entries(lists)) {
    yield `export const ${name} = ${literal(schema.enum)} as const;\n`;
  }
  yield '/** Limits of the service, from x-skiptrace-limits. */';
  yield `export const limits = ${literal(document['x-skiptrace-limits'])} as const;\n`;
}

function literal(value) {
  return JSON.stringify(value, null, 2);
}

/** Names of the generated files that are missing or outdated. */
async function staleFiles(files, directory) {
  const stale = [];
  for (const [name, content] of Object.entries(files)) {
    const committed = await readFile(path.join(directory, name), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (committed !== content) stale.push(name);
  }
  return stale;
}

/** Runs the command; returns its exit code. */
export async function run(
  options,
  { source = SOURCE, target = TARGET, out = console.log, err = console.error } = {},
) {
  const unknown = options.filter((option) => option !== '--check' && option !== '--documents');
  if (unknown.length > 0) {
    err(`generate: unknown option ${unknown.join(' ')}; there are --check and --documents`);
    return 2;
  }
  const yamlText = await readFile(source, 'utf8');
  const declared = options.includes('--documents') ? {} : await declaredApp();
  const isAppStale = (await staleFiles(declared, APP_FOLDER)).length > 0;
  if (isAppStale && !options.includes('--check')) await writeFile(APP_SOURCE, declared[APP_FILE]);
  const app = await bundledApp();
  const committed = async () => ({ ...(await contractFiles(yamlText)), ...(await appFiles(app)) });
  const shown = path.relative(ROOT, target);
  if (options.includes('--check')) {
    const stale = [...(isAppStale ? [APP_FILE] : []), ...(await staleFiles(await committed(), target))];
    if (stale.length === 0) return 0;
    err(`${shown}: not what openapi.yaml and the server say: ${stale.join(', ')}`);
    err('Run `npm run generate` and commit the result.');
    return 1;
  }
  const files = {
    ...documentFiles(yamlText, app),
    ...(options.includes('--documents') ? {} : await committed()),
  };
  const stale = await staleFiles(files, target);
  await mkdir(target, { recursive: true });
  await Promise.all(stale.map((name) => writeFile(path.join(target, name), files[name])));
  out(stale.length > 0 ? `${shown}: wrote ${stale.join(', ')}` : `${shown}: up to date`);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await run(process.argv.slice(2)).catch((error) => {
    console.error(`generate: ${error.message}`);
    return 1;
  });
}
