import { Readable } from 'node:stream'
import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import { type AuditQuery, auditEndpoints, auditQuery } from '@check-requests/domain/audit/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../platform/api.ts'
import { csvLine } from '../platform/csv.ts'
import { parse } from '../platform/validation.ts'
import type { Services } from '../services.ts'
import type { Admitted, SessionGuard } from '../sessions/guard.ts'
import type { Caller } from '../sessions/queries/caller.ts'
import type { Db } from '../tables.ts'
import { verifyTrail } from './commands/verify.ts'
import { presentEntry } from './presenter.ts'
import { type AuditRow, groupNames, listEntries, requestNumbers } from './queries/read.ts'

const exportedAtOnce = 500
const columns = ['Time', 'Person', 'Role', 'Action', 'Record', 'Record id', 'Name', 'Before', 'After']

export function registerAudit(
  app: FastifyInstance,
  api: Api<Admitted>,
  guard: SessionGuard,
  { database: { read } }: Services,
): void {
  api.on(auditEndpoints.list, async ({ caller: { caller }, query }) => {
    const rows = await listEntries(read, chainOf(caller), query, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const next = rows.length > query.limit ? cursorOf(shown.at(-1)) : null
    return { message: 'Audit trail', data: { items: await present(read, shown), next_cursor: next } }
  })
  api.on(auditEndpoints.verify, async ({ caller: { caller } }) => {
    const { intact, chains, mismatches } = await verifyTrail(read, chainOf(caller))
    const names = await groupNames(read)
    const states = chains.map(({ chain, entries, head, brokenAt }) => ({
      chain,
      name: names.get(chain) ?? 'System',
      entries,
      intact: brokenAt === null,
      broken_at: brokenAt,
      head,
    }))
    return {
      message: intact ? 'The audit trail is intact.' : 'The audit trail is broken.',
      data: { intact, chains: states, mismatches },
    }
  })
  app.get(`${apiBase}/audit/export.csv`, { schema: { hide: true } }, async (request, reply) => {
    const { caller } = await guard.admit(request, 'audit.read')
    const query = parse(auditQuery, request.query)
    reply.header('content-disposition', 'attachment; filename="audit-trail.csv"').type('text/csv; charset=utf-8')
    return reply.send(Readable.from(csvOf(read, caller, query)))
  })
}

/** A super admin reads all chains, everybody else their group's. */
function chainOf({ scope }: Caller): number | null {
  return scope.dealerGroupId
}

async function present(db: Db, rows: readonly AuditRow[]) {
  const ids = rows.flatMap(({ entity, entity_id }) =>
    entity === 'check-request' && entity_id !== null ? [entity_id] : [],
  )
  const numbers = await requestNumbers(db, [...new Set(ids)])
  return rows.map((row) => presentEntry(row, numbers))
}

function cursorOf(row: AuditRow | undefined): string | null {
  return row ? `${row.chain}.${row.seq}` : null
}

async function* csvOf(db: Db, caller: Caller, query: AuditQuery) {
  yield `\uFEFF${csvLine(columns)}`
  let cursor = query.cursor
  for (;;) {
    const rows = await listEntries(db, chainOf(caller), { ...query, cursor }, exportedAtOnce)
    for (const entry of await present(db, rows)) {
      const states = [entry.before, entry.after].map((state) => (state ? JSON.stringify(state) : null))
      const { at, actor_name, role, action, entity, entity_id, label } = entry
      yield csvLine([at, actor_name, role, action, entity, entity_id, label, ...states])
    }
    if (rows.length < exportedAtOnce) return
    cursor = cursorOf(rows.at(-1)) ?? undefined
  }
}
