import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { answerJson, type SeenRequest, startServer } from '#testing/local-server.ts'

/** The outcome of the next call: refused with this status, or carried out with its response lost. */
type Trouble = number | 'lost response'

/** An HTTP server that stores drafts as the product's server does. */
export async function startDraftServer() {
  const drafts = new Map<number, { version: number; values: DraftValues }>()
  const keys = new Map<string, number>()
  const trouble: Trouble[] = []
  let lastId = 0

  function create({ headers, body }: SeenRequest): [number, unknown] {
    const key = String((headers as IncomingMessage['headers'])['idempotency-key'])
    const id = keys.get(key) ?? Math.max(lastId, ...drafts.keys()) + 1
    lastId = Math.max(lastId, id)
    if (!keys.has(key)) drafts.set(id, { version: 1, values: (body as { values: DraftValues }).values })
    keys.set(key, id)
    return [201, { id, version: 1, updated_at: '2026-11-20T15:00:00.000Z' }]
  }

  function update(id: number, { version, values }: { version: number; values: DraftValues }): [number, unknown] {
    const draft = drafts.get(id)
    if (!draft) return [404, undefined]
    if (draft.version !== version) return [409, undefined]
    drafts.set(id, { version: version + 1, values })
    return [200, { id, version: version + 1, updated_at: '2026-11-20T15:00:00.000Z' }]
  }

  function reply(request: SeenRequest): [number, unknown] {
    const id = Number(/\/drafts\/(\d+)/.exec(request.url)?.[1])
    if (request.method === 'POST') return create(request)
    if (request.method === 'PUT') return update(id, request.body as { version: number; values: DraftValues })
    if (request.method === 'DELETE') return [drafts.delete(id) ? 200 : 404, { id }]
    const found = drafts.get(id)
    if (!Number.isNaN(id)) return [found ? 200 : 404, found && { id, ...found }]
    return [200, [...drafts].map(([draftId, draft]) => ({ id: draftId, ...draft }))]
  }

  function answer(request: SeenRequest, response: ServerResponse) {
    const next = trouble.shift()
    if (typeof next === 'number') return answerJson(response, next, { success: false, error: { code: 'TROUBLE' } })
    const [status, data] = reply(request)
    if (next === 'lost response') return response.destroy()
    const code = status === 409 ? 'CONFLICT' : 'NOT_FOUND'
    return answerJson(
      response,
      status,
      data === undefined ? { success: false, error: { code } } : { success: true, data },
    )
  }

  return { ...(await startServer((request, response) => void answer(request, response))), drafts, trouble }
}
