import type { Session } from '../../../../money/accounts/index.js';
import { operatorActor, type Fact } from '../../../../money/log/index.js';
import { errorCode } from '../../../../platform/lib/error-code.js';
import type { Service } from '../../../service/service.js';

/** The injection token (Nest) of the service in the operator's controllers. */
export const OPERATOR_SERVICE = Symbol('OperatorService');

/** The operator of a session, as the actor in the log of disclosures. */
export const actorOfSession = ({ name }: Session): string => operatorActor(name ?? '');

/** Logs an operator's action, under the name of their session. @param facts nothing personal */
export async function logDeed(
  { logger, audit }: Service,
  session: Session,
  what: string,
  facts: Fact['details'],
): Promise<void> {
  logger.info({ operator: session.name, ...facts }, what);
  const noted = { kind: 'command', actor: actorOfSession(session), reference: null, cents: 0 } as const;
  // A failed log entry doesn't fail the request: the action is done, and an error would make the operator
  // repeat it.
  await audit.noteAlone({ ...noted, details: { command: what, ...facts } }).catch((error: unknown) => {
    logger.error({ code: errorCode(error) }, "an operator's deed is not in the audit log");
  });
}
