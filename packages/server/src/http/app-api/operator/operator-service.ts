import type { Session } from '../../../accounts/index.js';
import { operatorActor, type Fact } from '../../../audit/index.js';
import { errorCode } from '../../../error-code.js';
import type { Service } from '../../../service.js';

/** The injection token (Nest) of the service in the operator's controllers. */
export const OPERATOR_SERVICE = Symbol('OperatorService');

/** Who has done it, for the log of disclosures. */
export const actorOfSession = ({ name }: Session): string => operatorActor(name ?? '');

/** Logs what an operator has done, under the name of their session. @param facts nothing personal */
export async function logDeed(
  { logger, audit }: Service,
  session: Session,
  what: string,
  facts: Fact['details'],
): Promise<void> {
  logger.info({ operator: session.name, ...facts }, what);
  const noted = { kind: 'command', actor: actorOfSession(session), reference: null, cents: 0 } as const;
  // It is done: an answer that says otherwise would have it done again.
  await audit.noteAlone({ ...noted, details: { command: what, ...facts } }).catch((error: unknown) => {
    logger.error({ code: errorCode(error) }, "an operator's deed is not in the audit log");
  });
}
