import type { Session } from '../../../accounts/index.js';
import type { Service } from '../../../service.js';

/** Nest finds the service of the operator's controllers by it. */
export const OPERATOR_SERVICE = Symbol('OperatorService');

/** Logs what an operator has done, under the name of their session. */
export const logDeed = (
  { logger }: Service,
  { name: operator }: Session,
  what: string,
  facts: object,
): void => logger.info({ operator, ...facts }, what);
