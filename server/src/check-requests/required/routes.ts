import { demandEndpoints as endpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import type { DemandsReply } from '@check-requests/domain/check-requests/required/rules.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { demandGroup } from '../../organization/commands/group.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { saveDemands } from './commands/save.ts'
import { purposesIn } from './queries/demands.ts'

export function registerDemands(api: Api<Authenticated>, services: Services): void {
  const demandsOf = async (caller: Caller, groupId: number): Promise<DemandsReply> => {
    const { id, version, purpose_demands } = await demandGroup(services.database.read, caller, groupId)
    return { id, version, purposes: purposesIn(purpose_demands) }
  }
  api.on(endpoints.get, async ({ caller, params }) => ({
    message: 'Settings',
    data: await demandsOf(caller, params.id),
  }))
  api.on(endpoints.save, async ({ caller, repeatable, params, body }) => {
    const id = await saveDemands(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await demandsOf(caller, id) }
  })
}
