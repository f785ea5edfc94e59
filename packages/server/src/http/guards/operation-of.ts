import type { ApiRequest } from '../api-request.js';
import { operationById, type Operation } from '../contract/index.js';

/** The request's operation in openapi.yaml; undefined for pages outside the contract. */
export const operationOf = ({ context }: ApiRequest): Operation | undefined =>
  context.operationId === undefined ? undefined : operationById(context.operationId);
