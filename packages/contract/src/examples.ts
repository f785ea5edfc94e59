// The examples of openapi.yaml as values, for tests, mock servers and documentation.
import { dereference, onlyMediaType, operationObject, responseObject, type MediaType } from './document.js';
import type { OperationId } from './index.js';

export interface Example {
  /** Its name in openapi.yaml, unique among the examples of the same body. */
  readonly name: string;
  /** Summary of one line. */
  readonly summary: string;
  readonly value: unknown;
}

/** Example bodies of a request; none for an operation without a body. */
export function requestExamples(id: OperationId): readonly Example[] {
  return examplesOf(onlyMediaType(operationObject(id).requestBody?.content));
}

/** Example bodies of an answer; none if the contract has no such answer. */
export function responseExamples(id: OperationId, status: number): readonly Example[] {
  return examplesOf(onlyMediaType(responseObject(id, status)?.content));
}

function examplesOf(mediaType: MediaType | undefined): readonly Example[] {
  return Object.entries(mediaType?.examples ?? {}).map(([name, example]) => ({
    name,
    ...dereference(example),
  }));
}
