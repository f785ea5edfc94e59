import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { openapiDocument, openapiYaml } from '@skiptrace/contract/document';
import type { Request, Response } from 'express';

/** `/docs` shows the hand-written contract with Swagger UI, `/openapi.yaml` serves it as it was written. */
export function mountDocs(app: NestExpressApplication): void {
  app.getHttpAdapter().get('/openapi.yaml', (_request: Request, response: Response) => {
    response.type('application/yaml').send(openapiYaml);
  });
  // Swagger UI is given the document itself; only its type differs from Nest's, which stops at OpenAPI 3.0.
  SwaggerModule.setup('docs', app, structuredClone(openapiDocument) as unknown as OpenAPIObject, {
    customSiteTitle: 'skiptrace: the contract',
    raw: false,
    swaggerOptions: { defaultModelsExpandDepth: 0, displayRequestDuration: true },
  });
}
