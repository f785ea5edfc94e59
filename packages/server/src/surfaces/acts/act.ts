// An act: what can be done in the app and in a shell, said once. The app's operation and the command are made of it.
import type { Static, TObject, TProperties } from 'typebox';
import { operatorActor, type Fact } from '../../money/log/index.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { Service } from '../service/service.js';
import type { Operation } from './operation.js';
import { form } from './schema.js';

export interface Doer {
  /** Name of the operator, for records. */
  name: string;
  /** Doer in the log of disclosures: `operator:NAME` in the app, `command:NAME` in a shell; or a customer. */
  actor: string;
  /** Idempotency-Key of the request; undefined for a command. */
  key?: string;
}

/** Operator of a session. */
export const doerOf = ({ name }: { name: string | null }): Doer => ({
  name: name ?? 'operator',
  actor: operatorActor(name ?? ''),
});

/** A question before a command acts. The app's pages ask in a dialog. */
export interface Question {
  question: string;
  /** Refusal where no terminal can be asked; without it the command goes on. */
  unasked?: string;
  /** Meaning of a no, such as "Nothing was deleted.". */
  no: string;
}

/** The JSON document and the lines of a command's answer; with a finding it ends with exit code 1. */
export type Printed = readonly [document: unknown, lines: readonly string[], isFinding?: boolean];

type Input<Fields extends TProperties> = Static<TObject<Fields>>;
/** Input of `run`: `fields` and `also`; where both have a name, the type of `also`. */
type InputOfRun<Fields extends TProperties, Also extends TProperties> = Input<
  Omit<Fields, keyof Also> & Also
>;
type Logged = readonly [what: string, facts: Fact['details']];

interface Declared<Fields extends TProperties, Also extends TProperties, Result> {
  /** Summary in the document, and description in the help of the command. */
  says: string;
  /**
   * Fields with their rules and words. Those outside the path are the body of the operation, or the query of a GET, and
   * options of the command. In an operation for customers, `accountId` is the account of the session.
   */
  fields: Fields;
  /** Options of the command alone, some of them in place of a field with other rules. */
  also?: Also;
  run(service: Service, input: InputOfRun<Fields, Also>, by: Doer): Promise<Result>;
  app: Omit<Operation, 'summary' | 'query' | 'body'> & {
    /** Body of the answer; by default the result. */
    show?(result: Result): unknown;
    /** Entry in the log under the operator's name, with nothing personal, unless the effect makes one. Commands are logged by their names. */
    log?(result: Result, input: Input<Fields>): Logged;
  };
  command: {
    /** `suppress lift <suppressionId>`: each argument is a field. */
    name: string;
    /** Fields that only a request has. */
    without?: readonly (keyof Fields)[];
    /** Help of --by, for acts that keep a name. */
    by?: string;
    /** Data directory: `new` makes one that is missing. */
    where?: 'new';
    /** Fault of the options beside their own rules. */
    faultOf?(input: InputOfRun<Fields, Also>): string | null;
    asks?(service: Service, input: InputOfRun<Fields, Also>): Promise<Question | null>;
    prints(result: Result, input: InputOfRun<Fields, Also>): Printed;
  };
}

export type Act = Declared<TProperties, TProperties, unknown>;

/** Declares an act. `run` gets input of the types of `fields`: the guard of the operation and the options of the command check it before. */
export const act = <Fields extends TProperties, Result, Also extends TProperties = Fields>(
  declared: Declared<Fields, Also, Result>,
): Act => declared as unknown as Act;

/** Whether the session of a request says which account it is about. */
export const isOfCustomer = ({ at }: Pick<Operation, 'at'>): boolean => at.includes(' /app/');

/** The operation of an act in the app. */
export function operationOf({ says, fields, app }: Act): Operation {
  const { show: _, log: _log, ...facts } = app;
  const left = Object.entries(fields).filter(
    ([name]) => !app.at.includes(`{${name}}`) && !(name === 'accountId' && isOfCustomer(app)),
  );
  const given = Object.fromEntries(left);
  return {
    ...facts,
    summary: says,
    ...(left.length > 0 && (app.at.startsWith('GET ') ? { query: given } : { body: form(given) })),
  };
}

/** Logs an operator's deed. @param facts nothing personal */
export async function logDeed(
  { logger, audit }: Service,
  { name, actor }: Doer,
  [what, facts]: Logged,
): Promise<void> {
  logger.info({ operator: name, ...facts }, what);
  const noted = { kind: 'command', actor, reference: null, cents: 0 } as const;
  // A failed log entry doesn't fail the request: the action is done, and an error would make the operator
  // repeat it.
  await audit.noteAlone({ ...noted, details: { command: what, ...facts } }).catch((error: unknown) => {
    logger.error({ code: errorCode(error) }, "an operator's deed is not in the audit log");
  });
}

/** Circumstances of an entry of the suppression list. */
export const whyOf = ({ name, actor }: Doer, reason: string, source = 'operator') => ({
  reason: reason.trim(),
  source,
  enteredBy: name,
  actor,
});
