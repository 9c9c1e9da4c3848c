import { auditEndpoints as endpoints } from '@check-requests/domain/trail/endpoints.ts'
import { noteLook } from '../access/accounts/commands/record.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { pageOf } from '../platform/database/list.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { exportCsv } from './commands/export-csv.ts'
import { cursorOf, presentEntry } from './presenter.ts'
import { readEntries } from './queries/read.ts'

export function registerAudit(api: Api<Authenticated>, services: Services): void {
  const { database, verifications } = services
  api.on(endpoints.list, async ({ caller, query }) => {
    await noteLook(services, caller, { at: 'audit trail' })
    const chain = chainOf(caller)
    const { rows, names } = await database.offload((db) => readEntries(db, chain, query, query.limit + 1))
    const { shown, last } = pageOf(rows, query.limit)
    return {
      message: 'Audit trail',
      data: { items: shown.map((row) => presentEntry(row, names)), next_cursor: cursorOf(last) },
    }
  })
  api.on(endpoints.verify, async ({ caller }) => {
    const verdict = await verifications.run(chainOf(caller))
    const message = verdict.intact ? 'The audit trail is intact.' : 'The audit trail is broken.'
    return { message, data: verdict }
  })
  api.on(endpoints.exportCsv, async ({ caller, query }) => {
    await noteLook(services, caller, { at: 'audit trail' })
    return { fileName: 'audit-trail.csv', parts: exportCsv(database, chainOf(caller), query) }
  })
}

/** Super admins read all chains, and other users only their group's. */
function chainOf({ scope }: Caller): number | null {
  return scope.dealerGroupId
}
