import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** The caller's data that a minimal endpoint needs. */
export interface Session {
  readonly user_id: number
  readonly role_id: number
  readonly name: string
  readonly dealer_group_id: number
}

export interface NewRequest {
  readonly dealer_group_id: number
  readonly dealership_id: number
  readonly department_id: number
  readonly amount: number
  readonly purpose_id: number
  readonly delivery_method_id: number
  readonly payee_name_1: string
  readonly [column: string]: string | number
}

export interface NewStatus {
  readonly status_id: number
  readonly note: string
}

type Awaitable<Value> = Value | Promise<Value>

/** The database functions that the endpoints need. Lists and details are JSON text. */
export interface MinimalStore {
  session(tokenHash: string): Awaitable<Session | undefined>
  list(groupId: number, statusId: number): Awaitable<string>
  search(groupId: number, words: string): Awaitable<string>
  detail(groupId: number, id: number): Awaitable<string | undefined>
  create(session: Session, request: NewRequest): Awaitable<number>
  changeStatus(session: Session, id: number, change: NewStatus): Awaitable<boolean>
  /** All requests of all groups with their history, read in one call. */
  whole?(): string
}

const newRequest = {
  type: 'object',
  required: ['dealer_group_id', 'dealership_id', 'department_id', 'amount', 'purpose_id', 'payee_name_1'],
  properties: {
    dealer_group_id: { type: 'integer' },
    dealership_id: { type: 'integer' },
    department_id: { type: 'integer' },
    amount: { type: 'number', minimum: 0.01 },
    purpose_id: { type: 'integer' },
    delivery_method_id: { type: 'integer' },
    payee_name_1: { type: 'string', minLength: 1, maxLength: 200 },
    notes: { type: 'string', maxLength: 2000 },
  },
}

const newStatus = {
  type: 'object',
  required: ['status_id'],
  properties: { status_id: { type: 'integer', minimum: 1, maximum: 9 }, note: { type: 'string', maxLength: 2000 } },
}

type Call = FastifyRequest<{ Params: { id: string }; Querystring: { status?: string; search?: string } }>

/** Serves the product's calls on the product's paths, with a session lookup for each and nothing else. */
export async function serveMinimal(store: MinimalStore): Promise<void> {
  const app = Fastify({ logger: false })
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    const secret = String(request.headers['x-auth-token']).slice(3)
    const session = await store.session(createHash('sha256').update(secret).digest('hex'))
    if (!session) return reply.code(401).send()
    request.setDecorator('session', session)
  })
  registerReads(app, store)
  registerWrites(app, store)
  const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
  process.stdout.write(`ready ${address}\n`)
}

let version = 0

function registerReads(app: FastifyInstance, store: MinimalStore): void {
  app.get('/api/v1/check-requests', async (request: Call, reply) => {
    const etag = `"${version}"`
    if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send()
    const { dealer_group_id } = sessionOf(request)
    const { status, search } = request.query
    const items = search
      ? await store.search(dealer_group_id, search)
      : await store.list(dealer_group_id, Number(status ?? 0))
    return sendJson(reply.header('etag', etag), `{"items":${items}}`)
  })
  app.get('/api/v1/check-requests/by-user', (_request, reply) => sendJson(reply, store.whole?.() ?? '[]'))
  app.get('/api/v1/check-requests/:id', async (request: Call, reply) => {
    const found = await store.detail(sessionOf(request).dealer_group_id, Number(request.params.id))
    return found ? sendJson(reply, found) : reply.code(404).send()
  })
}

function registerWrites(app: FastifyInstance, store: MinimalStore): void {
  app.post('/api/v1/check-requests/create-check-req', { schema: { body: newRequest } }, async (request, reply) => {
    const id = await store.create(sessionOf(request), request.body as NewRequest)
    version += 1
    return sendJson(reply.code(201), JSON.stringify({ id }))
  })
  const path = '/api/v1/status/check-request-history/:id'
  app.post(path, { schema: { body: newStatus } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const isDone = await store.changeStatus(sessionOf(request), Number(id), request.body as NewStatus)
    version += 1
    return isDone ? sendJson(reply.code(201), `{"id":${id}}`) : reply.code(404).send()
  })
}

function sessionOf(request: FastifyRequest): Session {
  return request.getDecorator<Session>('session')
}

function sendJson(reply: FastifyReply, data: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(`{"success":true,"data":${data}}`)
}
