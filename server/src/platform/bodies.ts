import { type Accepted, acceptedJson, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Failure } from './errors.ts'
import { parseJsonBody } from './json-body.ts'

/** From now on the app reads strict JSON, and what routes that declare it with `takes` accept besides. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/**
 * The options of the endpoint's route: a body that is larger, or of another type, than the endpoint accepts is refused
 * before it is read.
 */
export function takes(app: FastifyInstance, { method, accepts = acceptedJson }: Endpoint) {
  for (const type of accepts.types)
    if (!app.hasContentTypeParser(type))
      app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const onRequest: onRequestHookHandler = (request, _reply, done) =>
    isOther(request, accepts) ? done(wrongType(accepts)) : done()
  return { bodyLimit: accepts.mostBytes, ...(method !== 'GET' && { onRequest }) }
}

/** The body of a call whose endpoint accepts a file. */
export function bytesOf({ body }: FastifyRequest, accepts: Accepted): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw wrongType(accepts)
}

// A body without a type is refused when it would be read.
function isOther({ headers }: FastifyRequest, { types }: Accepted): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && !types.includes(type)
}

function wrongType(accepts: Accepted): Failure {
  const sentence = `Send the request body as ${accepts.types.join(' or ')}.`
  return new Failure(accepts === acceptedJson ? 'NOT_JSON' : 'WRONG_TYPE', sentence)
}
