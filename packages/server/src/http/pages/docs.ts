import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openapiDocument, openapiYaml } from '@skiptrace/contract/document';
import type { Express, RequestHandler } from 'express';

/** `/docs` shows the hand-written contract with Swagger UI, `/openapi.yaml` serves it as it was written. */
export function mountDocs(app: NestExpressApplication): void {
  const sendYaml: RequestHandler = (_request, response) => {
    response.type('application/yaml').send(openapiYaml);
  };
  app.use('/openapi.yaml', sendYaml);
  let reading: Promise<RequestHandler> | undefined;
  const showDocs: RequestHandler = (request, response, next) => {
    reading ??= swaggerUi();
    reading.then((show) => show(request, response, next), next);
  };
  (app.getHttpAdapter().getInstance() as Express).get(/^\/docs(\/|$)/, showDocs);
}

@Module({})
class DocsModule {}

/**
 * Made for the first reader: loading it takes as long as a third of a server's start, and most servers never have one.
 * It is an application of its own because Nest's is complete by then; what it does not know goes on to that one.
 */
async function swaggerUi(): Promise<RequestHandler> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const app = await NestFactory.create<NestExpressApplication>(DocsModule, { logger: false });
  app.disable('x-powered-by');
  app.disable('etag');
  // "Try it out" is to ask the server that shows the page; the content security policy allows no other.
  const document = {
    ...structuredClone(openapiDocument),
    servers: [{ url: '/', description: 'This server' }],
  };
  // Swagger UI is given the document itself; only its type differs from Nest's, which stops at OpenAPI 3.0.
  SwaggerModule.setup('docs', app, document as unknown as OpenAPIObject, {
    customSiteTitle: 'skiptrace: the contract',
    raw: false,
    swaggerOptions: { defaultModelsExpandDepth: 0, displayRequestDuration: true },
  });
  return app.getHttpAdapter().getInstance() as Express;
}
