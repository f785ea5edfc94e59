import type { Session } from '../../../accounts/index.js';
import type { Service } from '../../../service.js';

/** The injection token (Nest) of the service in the operator's controllers. */
export const OPERATOR_SERVICE = Symbol('OperatorService');

/** Logs what an operator has done, under the name of their session. */
export const logDeed = (
  { logger }: Service,
  { name: operator }: Session,
  what: string,
  facts: object,
): void => logger.info({ operator, ...facts }, what);
