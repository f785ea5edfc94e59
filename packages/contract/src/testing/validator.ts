// Validation by the contract itself: JSON Schema 2020-12 with formats, every error, and patterns with the `u`
// flag.
import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openapiDocument, type Schema } from '../document.js';

// Keywords that this contract adds to JSON Schema; any other unknown keyword is a spelling mistake and throws.
const EXTENSIONS = ['personal-data', 'secret', 'trimmed', 'must', 'only-in'].map(
  (name) => `x-skiptrace-${name}`,
);

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
formats.default(ajv);
ajv.addVocabulary(EXTENSIONS);
ajv.addKeyword({
  keyword: 'x-skiptrace-max-bytes',
  type: 'string',
  schemaType: 'number',
  validate: (maxBytes: number, value: string) => new TextEncoder().encode(value).length <= maxBytes,
});
ajv.addSchema({ $id: 'contract', $defs: asJsonSchema(openapiDocument.components.schemas) });

const compiled = new Map<string, ValidateFunction>();

/** Errors of a value by a schema of the document, one string each; empty if it is valid. */
export function errorsOf(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(asJsonSchema(schema));
  compiled.set(key, validate);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** The schema with its references changed to the place where JSON Schema keeps definitions. */
function asJsonSchema(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'contract#/$defs/')) as Schema;
}

/** True if a value is valid by a named schema. */
export function accepts(name: string, value: unknown): boolean {
  return errorsOfNamed(name, value).length === 0;
}

/** Places where a value breaks a named schema: a field's own path, or its parent's if the field is missing. */
export function places(name: string, value: unknown): string[] {
  return [...new Set(errorsOfNamed(name, value).map((error) => error.slice(0, error.indexOf(' '))))];
}

/** `errorsOf` by the schema's name in the document. */
export function errorsOfNamed(name: string, value: unknown): string[] {
  return errorsOf({ $ref: `#/components/schemas/${name}` }, value);
}
