import { controlEndpoints as endpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { decidedOf } from './commands/hold.ts'
import { confirmChange, stopChange } from './listeners/take-effect.ts'
import { presentChange } from './presenter.ts'
import { listOpenChanges } from './queries/changes.ts'

export function registerControls(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller }) => {
    const open = await listOpenChanges(read, caller.scope.dealerGroupId)
    const shown = open.map(async (change) =>
      presentChange(caller.userId, change, await decidedOf(read, change, services.clock())),
    )
    return { message: 'Changes that loosen a control', data: await Promise.all(shown) }
  })
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is confirmed.',
    data: await confirmChange(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(endpoints.stop, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is stopped.',
    data: await stopChange(services, { caller, repeatable }, params.id, body.version),
  }))
}
