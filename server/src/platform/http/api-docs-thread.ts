import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { scopesToCall } from '@check-requests/domain/access/tokens/scopes.ts'
import { type ApiFeature, allEndpoints, apiFeatures } from '@check-requests/domain/api/all-endpoints.ts'
import {
  apiBase,
  type Endpoint,
  type Example,
  failureEnvelope,
  statusesOf,
  statusTexts,
  successEnvelope,
} from '@check-requests/domain/api/endpoint.ts'
import { webhookBody, webhookEvents, webhookExample } from '@check-requests/domain/notices/webhooks/events.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifySchema } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ApiInfo, type Doc, docPaths, folderOfDocFiles } from './api-docs.ts'

/**
 * Writes the API description and its page, using a server that accepts no calls but has the same routes as the real
 * one.
 */

const { title, version, publicUrl, polled }: ApiInfo = workerData
const license = { name: 'UNLICENSED: all rights reserved', identifier: 'LicenseRef-UNLICENSED' }

const app = Fastify({ exposeHeadRoutes: false })
app.setValidatorCompiler(() => () => true)
app.setSerializerCompiler(() => JSON.stringify)
await app.register(swagger, {
  openapi: {
    openapi: '3.1.0',
    info: { title, version, license },
    servers: [{ url: publicUrl?.replace(/\/$/, '') ?? '/' }],
    tags: apiFeatures.map(({ name, description }) => ({ name, description })),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
        accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of a program or a user' },
      },
    },
    security: [{ token: [] }],
  },
  transform: createJsonSchemaTransform({ skipList: [] }),
  transformObject: (input) => {
    const document = jsonSchemaTransformObject(input)
    describeCalls(document as OpenApiDocument, apiFeatures)
    return document
  },
})
// Set explicitly, because the library doesn't find its own files when it is bundled.
const baseDir = folderOfDocFiles()
const logo = { type: 'image/svg+xml', content: await readFile(join(baseDir, 'logo.svg')) }
await app.register(swaggerUi, { routePrefix: '/docs', baseDir, logo })
for (const row of allEndpoints)
  app.route({ method: row.method, url: `${apiBase}${row.path}`, schema: schemaOf(row), handler: () => {} })

const docs = await Promise.all(docPaths.map(async (path) => [path, await docAt(path)] as const))
parentPort?.postMessage(new Map(docs))

async function docAt(url: string): Promise<Doc> {
  const { statusCode, headers, rawPayload } = await app.inject({ url })
  if (statusCode !== 200) throw new Error(`The API description has no ${url}: ${rawPayload}`)
  return { contentType: String(headers['content-type']), bytes: rawPayload }
}

function schemaOf(row: Endpoint): FastifySchema & { operationId: string } {
  const refused = statusesOf(row).filter((status) => status >= 300)
  return {
    operationId: row.id,
    summary: row.summary,
    ...(row.params && { params: row.params }),
    ...(row.query && { querystring: row.query }),
    ...(row.body && { body: row.takes === 'file' ? formOf(row.body) : row.body }),
    ...(row.takes === 'file' && { consumes: ['multipart/form-data'] }),
    ...(row.takes === 'fields' && { consumes: ['application/x-www-form-urlencoded'] }),
    response: {
      [row.status]: row.produces ? fileOf(row) : successEnvelope(row.reply),
      ...(row.inParts && { 206: fileOf(row) }),
      ...(polled.includes(row.id) && { 304: z.null() }),
      ...Object.fromEntries(refused.map((status) => [status, failureEnvelope])),
    },
  }
}

function fileOf({ produces, producesOneOf = [String(produces)], reply: schema }: Endpoint) {
  return { content: Object.fromEntries(producesOneOf.map((type) => [type, { schema }])) }
}

// Files are read while they arrive, so no schema ever parses them.
function formOf(fields: z.ZodType): z.ZodType {
  const file = z.string().meta({ format: 'binary', description: 'PDF, JPEG, or PNG' })
  return fields instanceof z.ZodObject ? fields.extend({ file }) : fields
}

interface Media {
  schema?: object
  example?: unknown
}

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content?: Record<string, Media>; required?: boolean }
  description?: string
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>
}

/** The parts of an OpenAPI document used here. */
interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

/** Adds tags, examples, and status descriptions to the calls, and removes unused schemas. */
function describeCalls(document: OpenApiDocument, features: readonly ApiFeature[]): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  const operationOf = new Map(operations.map((operation) => [operation.operationId, operation]))
  for (const { name, calls } of features)
    for (const { row, example } of calls) {
      const operation = operationOf.get(row.id)
      if (!operation) continue
      operation.tags = [name]
      nameCredentials(operation, row)
      if (operation.requestBody && row.body?.safeParse(undefined).success) operation.requestBody.required = false
      nameStatuses(operation)
      addExample(operation, row.status, example)
    }
  if (document.components) document.components.schemas = usedSchemas(document)
  document.webhooks = describedWebhooks()
}

/** Public calls need no credentials, and some calls accept an access token instead of a session. */
function nameCredentials(operation: Operation, { id, policy }: Endpoint): void {
  if (policy === 'public') operation.security = []
  const scopes = scopesToCall(id)
  if (scopes.length === 0) return
  operation.security = [{ token: [] }, { accessToken: [] }]
  operation.description = `Access tokens need the scope ${listWithOr(scopes)}.`
}

/** The calls that webhooks make, by event, with their schema and an example. */
function describedWebhooks(): Record<string, Record<string, Operation>> {
  // The schema has a name, so it is a definition that the whole refers to.
  const schema = z.toJSONSchema(webhookBody).$defs?.WebhookCall ?? {}
  const responses = { 204: { description: 'Any status from 200 to 299 accepts the call' } }
  return Object.fromEntries(
    webhookEvents.map(({ name, label }) => {
      const media = { schema, example: webhookExample(name) }
      const requestBody = { content: { 'application/json': media }, required: true }
      const post = {
        operationId: `on-${name}`,
        summary: label,
        tags: ['Webhooks'],
        security: [],
        requestBody,
        responses,
      }
      return [name, { post }]
    }),
  )
}

function nameStatuses({ responses = {} }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    response.description = statusTexts[Number(status)] ?? status
    if (status === '304') delete response.content
  }
}

function addExample({ parameters, requestBody, responses }: Operation, status: number, example: Example): void {
  const values = new Map(Object.entries({ ...Object(example.query), ...Object(example.params ?? { id: '127' }) }))
  for (const parameter of parameters ?? [])
    if (values.has(parameter.name)) parameter.example = values.get(parameter.name)
  for (const [type, media] of Object.entries(requestBody?.content ?? {}))
    media.example = type === 'multipart/form-data' ? { file: '', ...Object(example.body) } : example.body
  for (const [type, media] of Object.entries(responses?.[status]?.content ?? {}))
    media.example =
      type === 'application/json' ? { success: true, message: 'Done', data: example.reply } : example.reply
}

function usedSchemas({ paths, components }: OpenApiDocument): Record<string, unknown> {
  const used: Record<string, unknown> = {}
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in used) continue
      used[name] = components?.schemas?.[name]
      visit(used[name])
    }
  }
  visit(paths)
  return used
}
