import { Controller, createParamDecorator, Inject, type ExecutionContext, type Type } from '@nestjs/common';
import { doerOf, logDeed, operationOf, type Act, type Doer } from '../../../acts/act.js';
import type { Service } from '../../../service/service.js';
import { AppOperation } from '../../app-operation.js';
import { requestOf } from '../../request-context.js';
import { OPERATOR_SERVICE } from './operator-service.js';

type Asked = readonly [input: Record<string, unknown>, by: Doer];

/** The fields of an act, which the guard has checked, and the operator of the session. */
const FromRequest = createParamDecorator((_: unknown, execution: ExecutionContext): Asked => {
  const request = requestOf(execution);
  const { params, headers, context } = request;
  const body = request.body as Record<string, unknown> | undefined;
  if (context.session === undefined) throw new Error('an act was asked for without a session');
  const key = headers['idempotency-key'];
  const by = { ...doerOf(context.session), ...(typeof key === 'string' && { key }) };
  return [{ ...body, ...params }, by];
});

/** A controller with a method for each act that the app has. */
export function controllerOf(acts: readonly Act[]): Type {
  @Controller()
  class ActsController {
    constructor(@Inject(OPERATOR_SERVICE) readonly service: Service) {}
  }
  for (const one of acts) {
    const { app, run } = one;
    if (app === undefined) continue;
    const method = async function (this: ActsController, [input, by]: Asked): Promise<unknown> {
      const result = await run(this.service, input, by);
      if (app.log !== undefined) await logDeed(this.service, by, app.log(result, input));
      if (app.answers[0] === 204) return undefined;
      return app.show === undefined ? result : app.show(result);
    };
    const descriptor = { value: method, configurable: true, writable: true, enumerable: false };
    Object.defineProperty(ActsController.prototype, app.id, descriptor);
    FromRequest()(ActsController.prototype, app.id, 0);
    AppOperation(app.at, operationOf(one))(ActsController.prototype, app.id, descriptor);
  }
  return ActsController;
}
