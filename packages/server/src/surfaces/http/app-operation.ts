import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import type { Operation } from '../acts/operation.js';

/** Injection token (Nest) of the service, for every controller. */
export const SERVICE = Symbol('Service');

const METHODS = new Map([
  ['GET', Get],
  ['POST', Post],
  ['PUT', Put],
  ['PATCH', Patch],
  ['DELETE', Delete],
]);

/** Every operation of the app, once its controller was loaded. */
export const appOperations: Operation[] = [];

/** A method of a controller that is an operation of the app: its route, its status, and its part of app.yaml. */
export function AppOperation(at: string, facts: Omit<Operation, 'at'>): MethodDecorator {
  const [method = '', path = ''] = at.split(' ');
  const Route = METHODS.get(method);
  if (Route === undefined) throw new Error(`no such method: ${at}`);
  appOperations.push({ at, ...facts });
  return applyDecorators(Route(path.replaceAll(/\{(\w+)\}/g, ':$1')), HttpCode(facts.answers[0]));
}
