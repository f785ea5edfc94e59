// The ceiling: a Nest app on Express that reads a JSON body and answers a constant. Started by scripts/bench/server.mjs.
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { responseExamples } from '@skiptrace/contract/examples';

const [{ value: MATCH }] = responseExamples('skipTraceSingle', 200);

class Constant {
  answer() {
    return MATCH;
  }
}
// Decorators by hand: this file is plain JavaScript.
const answer = Object.getOwnPropertyDescriptor(Constant.prototype, 'answer') ?? {};
Controller('api/v1')(Constant);
Post('skip-trace')(Constant.prototype, 'answer', answer);
HttpCode(200)(Constant.prototype, 'answer', answer);
Body()(Constant.prototype, 'answer', 0);

class BareApp {}
Module({ controllers: [Constant] })(BareApp);

/** @type {import('@nestjs/common').INestApplication & { set(name: string, value: unknown): void, disable(name: string): void }} */
const app = await NestFactory.create(BareApp, { logger: false });
// As in our server: an entity tag is a hash of every answer that no client asks for.
app.set('etag', false);
app.disable('x-powered-by');
await app.listen(0, '127.0.0.1');
process.send?.(
  `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (app.getHttpServer().address()).port}`,
);
