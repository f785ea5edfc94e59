import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { openapiDocument, openapiYaml } from '@skiptrace/contract/document';
import type { RequestHandler } from 'express';

/** `/docs` shows the hand-written contract with Swagger UI, `/openapi.yaml` serves it as it was written. */
export function mountDocs(app: NestExpressApplication): void {
  const sendYaml: RequestHandler = (_request, response) => {
    response.type('application/yaml').send(openapiYaml);
  };
  app.use('/openapi.yaml', sendYaml);
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
}
