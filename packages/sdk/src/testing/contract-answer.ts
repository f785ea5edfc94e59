import { type OperationId, operationPolicies } from '@skiptrace/contract';
import {
  dereference,
  type HeaderObject,
  openapiDocument,
  responseObject,
} from '@skiptrace/contract/document';
import { responseExamples } from '@skiptrace/contract/examples';

import type { Scenario } from './scenario.js';

export interface ContractAnswerOptions {
  /** Name of the example in openapi.yaml. Default: the first one of that status. */
  example?: string;
  /** Body fields that differ from the example. */
  body?: object;
}

/** An answer of the contract: an example of openapi.yaml with the required headers. */
export function contractAnswer(
  operation: OperationId,
  status: number,
  { example, body = {} }: ContractAnswerOptions = {},
): Scenario {
  const examples = responseExamples(operation, status);
  const chosen = example === undefined ? examples[0] : examples.find(({ name }) => name === example);
  if (!chosen) {
    throw new Error(`The contract has no answer ${status} ${example ?? ''} of ${operation}`);
  }
  return {
    status,
    headers: { 'content-type': 'application/json', ...requiredHeaders(operation, status) },
    body: JSON.stringify({ ...(chosen.value as object), ...body }),
  };
}

/** Every answer of the contract: each status of each operation with each of its examples. */
export function contractAnswers(): readonly ContractAnswer[] {
  return (Object.keys(operationPolicies) as OperationId[]).flatMap((operation) =>
    operationPolicies[operation].statuses.flatMap((status) =>
      responseExamples(operation, status).map(({ name }) => ({
        name: `${operation} ${status} ${name}`,
        operation,
        status,
        scenario: contractAnswer(operation, status, { example: name }),
      })),
    ),
  );
}

export interface ContractAnswer {
  readonly name: string;
  readonly operation: OperationId;
  readonly status: number;
  readonly scenario: Scenario;
}

/** An example value of a header of the contract, as text. */
export function headerExample(name: keyof typeof openapiDocument.components.headers): string {
  const header = openapiDocument.components.headers[name];
  if (!header) throw new Error(`openapi.yaml has no header ${name}`);
  return String(header.example);
}

function requiredHeaders(operation: OperationId, status: number): Record<string, string> {
  const headers = Object.entries(responseObject(operation, status)?.headers ?? {});
  return Object.fromEntries(
    headers
      .map(([name, header]) => [name.toLowerCase(), dereference<HeaderObject>(header)] as const)
      .filter(([, { required }]) => required)
      .map(([name, { example }]) => [name, String(example)]),
  );
}
