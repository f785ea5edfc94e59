import type { ApiRequest } from '../../accounts/index.js';
import { operationById, type Operation } from '../contract/index.js';

/** The operation the gate recognised; undefined on pages outside the contract. */
export const operationOf = ({ context }: ApiRequest): Operation | undefined =>
  context.operationId === undefined ? undefined : operationById(context.operationId);
