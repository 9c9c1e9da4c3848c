import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** OpenAPI 3.1 from the schemas that the calls are parsed by, as a page at /docs and as /docs/json. Register before the routes. */
export async function documentApi(app: FastifyInstance, title: string, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
      },
      security: [{ token: [] }],
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    // Without it the named schemas are referred to and nowhere to be found.
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
}
