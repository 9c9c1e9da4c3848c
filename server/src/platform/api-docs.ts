import type { ApiFeature } from '@check-requests/domain/api/all-endpoints.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { describeCalls, type OpenApiDocument } from './api-document.ts'

/** What the API description says about the installation and the product. */
export interface ApiInfo {
  readonly title: string
  readonly version: string
  /** The public URL of this server; if absent, the URL of the description itself. */
  readonly publicUrl: URL | undefined
}

const license = { name: 'UNLICENSED: all rights reserved', identifier: 'LicenseRef-UNLICENSED' }

/**
 * OpenAPI 3.1 from the schemas that the calls are parsed by, as a page at /docs and as /docs/json. Register before the
 * routes.
 */
export async function documentApi(app: FastifyInstance, info: ApiInfo, features: readonly ApiFeature[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: info.title, version: info.version, license },
      servers: [{ url: info.publicUrl?.href.replace(/\/$/, '') ?? '/' }],
      tags: features.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
      },
      security: [{ token: [] }],
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: (input) => {
      const document = jsonSchemaTransformObject(input)
      describeCalls(document as OpenApiDocument, features)
      return document
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', uiHooks: { onRequest: answerFromMemory(app) } })
}

/** The document is large and never changes: each of its forms is written once, when the server starts. */
function answerFromMemory(app: FastifyInstance): onRequestHookHandler {
  const written = new Map<string, Buffer>()
  const bytesOf = (form: Form) => {
    const bytes =
      written.get(form) ?? Buffer.from(form === 'json' ? JSON.stringify(app.swagger()) : app.swagger({ yaml: true }))
    written.set(form, bytes)
    return bytes
  }
  app.addHook('onListen', async () => void forms.map(bytesOf))
  return (request, reply, done) => {
    const form = forms.find((name) => request.routeOptions.url === `/docs/${name}`)
    if (!form) return done()
    void reply.type(form === 'json' ? 'application/json; charset=utf-8' : 'application/x-yaml').send(bytesOf(form))
  }
}

const forms = ['json', 'yaml'] as const
type Form = (typeof forms)[number]
