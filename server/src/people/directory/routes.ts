import { roles } from '@check-requests/domain/access/roles.ts'
import { descriptions } from '@check-requests/domain/people/directory/documents.ts'
import { mostScimResources, scimGroup, urns } from '@check-requests/domain/people/directory/scim.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { TokenAdmission } from '../../access/tokens/commands/admit.ts'
import { Failure, failureStatus } from '../../platform/errors.ts'
import { parseJsonBody } from '../../platform/http/bodies.ts'
import { Shares } from '../../platform/http/concurrency-limits.ts'
import type { Services } from '../../services.ts'
import { directory } from './commands/directory.ts'
import { parse, present, ScimFailure } from './presenter.ts'

const scimType = 'application/scim+json; charset=utf-8'
const path = '/scim/v2'

type Call = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | string[] | undefined> }>
type Handler = (caller: Caller, request: Call, reply: FastifyReply) => Promise<unknown>

/** Registers SCIM 2.0, by which directories manage the users of a dealer group (decision 187). */
export function registerDirectory(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => serveScim(scope, services), { prefix: path })
}

function serveScim(scope: FastifyInstance, services: Services): void {
  const { on, baseOf } = serving(scope, services)
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  scope.setNotFoundHandler((request, reply) =>
    sendError(new ScimFailure(404, 'There is no such endpoint.'), request, reply),
  )
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
  on('GET', '/ServiceProviderConfig', async (_, request) =>
    present.placed(descriptions.config, `${baseOf(request)}/ServiceProviderConfig`),
  )
  for (const [url, all] of [
    ['/ResourceTypes', descriptions.resourceTypes],
    ['/Schemas', descriptions.schemas],
  ] as const) {
    const placed = (request: Call) => all.map((one) => present.placed(one, `${baseOf(request)}${url}/${one.id}`))
    on('GET', url, async (_, request) => paged(request, placed(request)))
    on('GET', `${url}/:id`, async (_, request) => found(placed(request).find(({ id }) => id === request.params.id)))
  }
  on('GET', '/Users', async (caller, request) =>
    paged(
      request,
      (await directory.findUsers(services, caller, queried(request, 'filter'))).map((one) =>
        present.user(one, baseOf(request)),
      ),
    ),
  )
  on('GET', '/Users/:id', async (caller, request) =>
    present.user(await directory.findUser(services, caller, request.params.id), baseOf(request)),
  )
  on('POST', '/Users', async (caller, request, reply) => {
    const user = present.user(await directory.createUser(services, caller, request.body), baseOf(request))
    reply.code(201).header('location', user.meta.location)
    return user
  })
  on('PUT', '/Users/:id', async (caller, request) =>
    present.user(await directory.replaceUser(services, caller, request.params.id, request.body), baseOf(request)),
  )
  on('PATCH', '/Users/:id', async (caller, request) =>
    present.user(await directory.patchUser(services, caller, request.params.id, request.body), baseOf(request)),
  )
  on('DELETE', '/Users/:id', async (caller, { params }, reply) => {
    await directory.deleteUser(services, caller, params.id)
    reply.code(204)
  })
  serveGroups(services, { on, baseOf })
}

function serveGroups(services: Services, { on, baseOf }: ReturnType<typeof serving>): void {
  const { read } = services.database
  const people = async (caller: Caller, request: Call) => {
    const excluded =
      queried(request, 'excludedAttributes')
        ?.toLowerCase()
        .split(/[\s,]+/) ?? []
    return excluded.includes('members') ? undefined : directory.listUsers(read, caller)
  }
  on('GET', '/Groups', async (caller, request) => {
    const members = await people(caller, request)
    const ids = await directory.findGroups(services, caller, queried(request, 'filter'))
    return paged(
      request,
      ids.map((id) => present.group(id, members, baseOf(request))),
    )
  })
  on('GET', '/Groups/:id', async (caller, request) =>
    present.group(directory.requireGroup(request.params.id), await people(caller, request), baseOf(request)),
  )
  on('PUT', '/Groups/:id', async (caller, request) => {
    const role = await directory.replaceGroup(services, caller, request.params.id, request.body)
    return present.group(role, await directory.listUsers(read, caller), baseOf(request))
  })
  on('PATCH', '/Groups/:id', async (caller, { params, body }, reply) => {
    await directory.patchGroup(services, caller, params.id, body)
    reply.code(204)
  })
  on('POST', '/Groups', async (_, { body }) => {
    const { displayName } = parse(scimGroup.safeParse(body))
    if (!roles.some(({ id }) => present.isNameOf(id, displayName))) throw present.fixedNames()
    throw new ScimFailure(409, `The group ${displayName} exists. Link it instead.`, 'uniqueness')
  })
  on('DELETE', '/Groups/:id', async () => {
    throw present.fixedNames()
  })
}

/**
 * Returns a function that registers a call, which only the token of a program that manages users can make, and one that
 * returns the URL that all resources' locations begin with.
 */
function serving(scope: FastifyInstance, services: Services) {
  const tokens = new TokenAdmission(services)
  const shares = new Shares()
  const baseOf = ({ protocol, host }: Call) => `${services.config.publicUrl?.origin ?? `${protocol}://${host}`}${path}`
  const on = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: Handler) => {
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
        return reply.type(scimType).send(JSON.stringify(selected(request as Call, answer)))
      },
    })
  }
  return { on, baseOf }
}

/** A query parameter; the parts of a repeated one, as one list. */
function queried({ query }: Call, name: string): string | undefined {
  return query[name]?.toString()
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ScimFailure(404, 'There is no such resource.')
  return value
}

/** A resource, or the resources of a list, with the attributes that `attributes` and `excludedAttributes` ask for. */
function selected(request: Call, answer: unknown): unknown {
  const [wanted, excluded] = ['attributes', 'excludedAttributes'].map((name) => namesIn(queried(request, name)))
  if (!wanted && !excluded) return answer
  const pick = (resource: object) =>
    Object.fromEntries(
      Object.entries(resource).filter(([name]) => {
        const isAsked = wanted ? wanted.has(name.toLowerCase()) : !excluded?.has(name.toLowerCase())
        return isAsked || name === 'id' || name === 'schemas'
      }),
    )
  const list = Object(answer).Resources
  return Array.isArray(list) ? Object.assign({}, answer, { Resources: list.map(pick) }) : pick(Object(answer))
}

/** The attributes that a list names, without their parts and the prefix of a schema. */
function namesIn(list: string | undefined): ReadonlySet<string> | undefined {
  const names = list?.toLowerCase().match(/[^\s,]+/g)
  if (!names) return undefined
  return new Set(names.map((name) => name.replace(/^urn:.*:/, '').replace(/\..*$/, '')))
}

/** One page of a list. Positions begin at 1. */
function paged(request: Call, all: readonly object[]): object {
  const startIndex = Math.max(1, numberOf(queried(request, 'startIndex'), 1))
  const count = Math.min(mostScimResources, Math.max(0, numberOf(queried(request, 'count'), mostScimResources)))
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
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const body = { schemas: [urns.error], status: String(status), ...(type && { scimType: type }), detail }
  return reply.code(status).header('cache-control', 'no-store').type(scimType).send(JSON.stringify(body))
}

function inScim(error: unknown): { status: number; detail: string; type?: string | undefined } {
  if (error instanceof ScimFailure) return { status: error.status, detail: error.message, type: error.scimType }
  if (error instanceof Failure) {
    const status = failureStatus[error.code]
    if (status === 422) return { status: 400, detail: error.message, type: 'invalidValue' }
    return { status, detail: error.message, type: typeOf(error) }
  }
  const status = Object(error).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) return { status, detail: 'This call can’t be read.' }
  return { status: 500, detail: 'Something went wrong. Try again.' }
}

function typeOf({ code, fields }: Failure): string | undefined {
  if (code === 'BAD_REQUEST') return 'invalidSyntax'
  return code === 'CONFLICT' && fields?.email ? 'uniqueness' : undefined
}
