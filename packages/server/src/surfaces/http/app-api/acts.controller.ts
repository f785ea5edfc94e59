import { Controller, createParamDecorator, Inject, type ExecutionContext, type Type } from '@nestjs/common';
import { actorOf } from '../../../money/log/index.js';
import { doerOf, isOfCustomer, logDeed, operationOf, type Act, type Doer } from '../../acts/act.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { requestOf } from '../request-context.js';
import { liveAccount } from './customer.controller.js';

type Asked = readonly [input: Record<string, unknown>, by: Doer];

/**
 * Input of an act: the body or query, which the guard has checked. A field of the same name in the path, and the account of the
 * session, replace what was sent.
 */
const FromRequest = createParamDecorator((isCustomers: boolean, execution: ExecutionContext): Asked => {
  const request = requestOf(execution);
  const { params, headers, context } = request;
  const { session, caller, appQuery } = context;
  if (session === undefined) throw new Error('an act was asked for without a session');
  const key = headers['idempotency-key'];
  const byKey = typeof key === 'string' ? { key } : {};
  const fields = { ...(request.body as object | undefined), ...appQuery, ...params };
  if (!isCustomers) return [fields, { ...doerOf(session), ...byKey }];
  if (caller === undefined) throw new Error('an act of a customer was asked for without an account');
  const by = { name: 'customer', actor: actorOf(caller), ...byKey };
  return [{ ...fields, accountId: liveAccount(caller) }, by];
});

/** A controller with a method for each act. */
export function controllerOf(acts: readonly Act[]): Type {
  @Controller()
  class ActsController {
    constructor(@Inject(SERVICE) readonly service: Service) {}
  }
  for (const one of acts) {
    const { app, run } = one;
    const method = async function (this: ActsController, [input, by]: Asked): Promise<unknown> {
      const result = await run(this.service, input, by);
      if (app.log !== undefined) await logDeed(this.service, by, app.log(result, input));
      if (app.answers[0] === 204) return undefined;
      return app.show === undefined ? result : app.show(result);
    };
    const descriptor = { value: method, configurable: true, writable: true, enumerable: false };
    Object.defineProperty(ActsController.prototype, app.id, descriptor);
    FromRequest(isOfCustomer(app))(ActsController.prototype, app.id, 0);
    AppOperation(app.at, operationOf(one))(ActsController.prototype, app.id, descriptor);
  }
  return ActsController;
}
