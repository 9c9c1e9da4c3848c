import { dashboardEndpoints as endpoints } from '@check-requests/domain/dashboard/endpoints.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import { scopeNamesOf } from '../access/sessions/queries/accounts.ts'
import { KeptResults } from '../platform/database/freshness.ts'
import type { Count } from '../platform/database/list.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { listWaiting } from './commands/waiting.ts'

export function registerDashboard(api: Api<Authenticated>, services: Services): void {
  const counts = new KeptResults<Count>(services.freshness)
  api.on(
    endpoints.waiting,
    async ({ caller }) => ({
      message: 'Waiting for you',
      data: await services.database.offload((db) =>
        listWaiting(services, db, caller, (question, count) =>
          counts.of(scopeNamesOf(caller, 'check-requests'), question, count),
        ),
      ),
    }),
    { freshBy: 'waiting' },
  )
}
