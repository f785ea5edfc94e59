import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Session } from '../../accounts/index.js';
import { requestOf } from '../api-request.js';

/** Controller parameter: the session. Only on operations of app.yaml that need one. */
export const FromSession = createParamDecorator((_: unknown, execution: ExecutionContext): Session => {
  const { session } = requestOf(execution).context;
  if (session === undefined) throw new Error('a controller asked for the session of a public operation');
  return session;
});

/** Controller parameter: the query, validated by app.yaml, with defaults. */
export const AppQuery = createParamDecorator((_: unknown, execution: ExecutionContext): unknown => {
  const { appQuery } = requestOf(execution).context;
  if (appQuery === undefined) throw new Error('a controller outside app.yaml asked for a query of it');
  return appQuery;
});
