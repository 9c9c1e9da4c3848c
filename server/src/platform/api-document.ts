import type { ApiFeature } from '@check-requests/domain/api/all-endpoints.ts'
import type { Example } from '@check-requests/domain/api/example.ts'
import { statusTexts } from '@check-requests/domain/api/statuses.ts'

interface Media {
  example?: unknown
}

interface Operation {
  operationId?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content?: Record<string, Media>; required?: boolean }
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>
}

/** The parts of an OpenAPI document that are used here. */
export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

/** Adds tags, examples and the meaning of statuses to the calls, and removes schemas that none of them uses. */
export function describeCalls(document: OpenApiDocument, features: readonly ApiFeature[]): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  const operationOf = new Map(operations.map((operation) => [operation.operationId, operation]))
  for (const { name, calls } of features)
    for (const { row, example } of calls) {
      const operation = operationOf.get(row.id)
      if (!operation) continue
      operation.tags = [name]
      if (row.policy === 'public') operation.security = []
      if (operation.requestBody && row.body?.safeParse(undefined).success) operation.requestBody.required = false
      nameStatuses(operation)
      addExample(operation, row.status, example)
    }
  if (document.components) document.components.schemas = usedSchemas(document)
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

const reference = /"#\/components\/schemas\/([^"]+)"/g

function usedSchemas({ paths, components }: OpenApiDocument): Record<string, unknown> {
  const used: Record<string, unknown> = {}
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(reference)) {
      if (name in used) continue
      used[name] = components?.schemas?.[name]
      visit(used[name])
    }
  }
  visit(paths)
  return used
}
