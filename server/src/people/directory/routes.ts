import { descriptions } from '@check-requests/domain/people/directory/documents.ts'
import { mostScimResources, urns } from '@check-requests/domain/people/directory/scim.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { TokenAdmission } from '../../access/tokens/commands/admit.ts'
import { Failure, failureStatus } from '../../platform/errors.ts'
import { parseJsonBody } from '../../platform/http/bodies.ts'
import { Shares } from '../../platform/http/concurrency-limits.ts'
import type { Services } from '../../services.ts'
import { directory, ScimFailure } from './commands/directory.ts'
import { present } from './presenter.ts'

const scimType = 'application/scim+json; charset=utf-8'
const path = '/scim/v2'

type Call = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>
type Handler = (caller: Caller, request: Call, reply: FastifyReply) => Promise<unknown>

/** Registers SCIM 2.0, by which directories manage the users of a dealer group (decision 187). */
export function registerDirectory(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => serveScim(scope, services), { prefix: path })
}

function serveScim(scope: FastifyInstance, services: Services): void {
  const base = `${services.config.publicUrl?.origin ?? ''}${path}`
  const on = serving(scope, services)
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  const parser = (
    _request: FastifyRequest,
    body: Buffer | string,
    done: (error: Error | null, body?: unknown) => void,
  ) => {
    try {
      done(null, parseJsonBody(Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
  scope.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, parser)
  on('GET', '/ServiceProviderConfig', async () => descriptions.config)
  on('GET', '/ResourceTypes', async (_, request) => paged(request, descriptions.resourceTypes))
  on('GET', '/Schemas', async (_, request) => paged(request, descriptions.schemas))
  on('GET', '/ResourceTypes/:id', async (_, { params }) =>
    found(descriptions.resourceTypes.find(({ id }) => id === params.id)),
  )
  on('GET', '/Schemas/:id', async (_, { params }) => found(descriptions.schemas.find(({ id }) => id === params.id)))
  on('GET', '/Users', async (caller, request) =>
    paged(
      request,
      (await directory.findUsers(services, caller, request.query.filter)).map((one) => present.user(one, base)),
    ),
  )
  on('GET', '/Users/:id', async (caller, { params }) =>
    present.user(await directory.findUser(services, caller, params.id), base),
  )
  on('POST', '/Users', async (caller, { body }, reply) => {
    const user = present.user(await directory.createUser(services, caller, body), base)
    reply.code(201).header('location', user.meta.location)
    return user
  })
  on('PUT', '/Users/:id', async (caller, { params, body }) =>
    present.user(await directory.replaceUser(services, caller, params.id, body), base),
  )
  on('PATCH', '/Users/:id', async (caller, { params, body }) =>
    present.user(await directory.patchUser(services, caller, params.id, body), base),
  )
  on('DELETE', '/Users/:id', async (caller, { params }, reply) => {
    await directory.deleteUser(services, caller, params.id)
    reply.code(204)
  })
  serveGroups(on, services, base)
}

type On = ReturnType<typeof serving>

function serveGroups(on: On, services: Services, base: string): void {
  const people = async (caller: Caller, { query }: Call) =>
    query.excludedAttributes?.toLowerCase().includes('members') ? undefined : directory.listUsers(services, caller)
  on('GET', '/Groups', async (caller, request) => {
    const members = await people(caller, request)
    return paged(
      request,
      directory.findGroups(request.query.filter).map((id) => present.group(id, members, base)),
    )
  })
  on('GET', '/Groups/:id', async (caller, request) =>
    present.group(directory.requireGroup(request.params.id), await people(caller, request), base),
  )
  on('PUT', '/Groups/:id', async (caller, request) => {
    const role = await directory.replaceGroup(services, caller, request.params.id, request.body)
    return present.group(role, await directory.listUsers(services, caller), base)
  })
  on('PATCH', '/Groups/:id', async (caller, { params, body }, reply) => {
    await directory.patchGroup(services, caller, params.id, body)
    reply.code(204)
  })
  on('POST', '/Groups', async (_, { body }) => {
    const name = String(Object(body).displayName ?? '')
    if (directory.findGroups(`displayName eq ${JSON.stringify(name)}`).length > 0)
      throw new ScimFailure(409, `The group ${name} exists. Link it instead.`, 'uniqueness')
    throw directory.fixedNames()
  })
  on('DELETE', '/Groups/:id', async () => {
    throw directory.fixedNames()
  })
}

/** Returns a function that registers a call, which only the token of a program that manages users can make. */
function serving(scope: FastifyInstance, services: Services) {
  const tokens = new TokenAdmission(services)
  const shares = new Shares()
  return (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: Handler) => {
    scope.route({
      method,
      url,
      handler: async (request, reply) => {
        const [, secret] = /^bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
        if (secret === undefined) throw new Failure('UNAUTHENTICATED', 'Send an access token as Authorization: Bearer.')
        const caller = await tokens.admit(secret, request.ip, 'listUsers')
        directory.requireDirectory(caller)
        const { dealerGroupId: tenant } = caller.scope
        shares.take(reply, { userId: caller.userId, tenant, tokenId: caller.token?.id })
        const answer = await services.database.forTenant(tenant, () => handler(caller, request as Call, reply))
        reply.header('cache-control', 'no-store')
        if (answer === undefined) return reply.send()
        return reply.type(scimType).send(JSON.stringify(answer))
      },
    })
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ScimFailure(404, 'There is no such resource.')
  return value
}

/** One page of a list. Positions begin at 1. */
function paged({ query }: Call, all: readonly object[]): object {
  const startIndex = Math.max(1, numberOf(query.startIndex, 1))
  const count = Math.min(mostScimResources, Math.max(0, numberOf(query.count, mostScimResources)))
  const Resources = all.slice(startIndex - 1, startIndex - 1 + count)
  return { schemas: [urns.list], totalResults: all.length, startIndex, itemsPerPage: Resources.length, Resources }
}

function numberOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimFailure(400, 'startIndex and count must be whole numbers.', 'invalidValue')
  return Number(text)
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, type } = inScim(error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (error instanceof Failure && error.retryAfterSeconds) reply.header('retry-after', String(error.retryAfterSeconds))
  const body = { schemas: [urns.error], status: String(status), ...(type && { scimType: type }), detail }
  return reply.code(status).header('cache-control', 'no-store').type(scimType).send(JSON.stringify(body))
}

function inScim(error: unknown): { status: number; detail: string; type?: string | undefined } {
  if (error instanceof ScimFailure) return { status: error.status, detail: error.message, type: error.scimType }
  if (error instanceof Failure) {
    const status = failureStatus[error.code]
    if (status === 422) return { status: 400, detail: error.message, type: 'invalidValue' }
    return { status, detail: error.message, type: status === 409 && error.fields?.email ? 'uniqueness' : undefined }
  }
  const status = Object(error).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) return { status, detail: 'This call can’t be read.' }
  return { status: 500, detail: 'Something went wrong. Try again.' }
}
