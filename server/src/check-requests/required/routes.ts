import { requirementEndpoints as endpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import type { RequirementsReply } from '@check-requests/domain/check-requests/required/rules.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../organization/commands/record.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { saveRequirements } from './commands/save.ts'
import { purposesIn } from './queries/requirements.ts'

export function registerRequirements(api: Api<Authenticated>, services: Services): void {
  const requirementsOf = async (caller: Caller, groupId: number): Promise<RequirementsReply> => {
    const { id, version, purpose_demands } = await requireGroup(services.database.read, caller, groupId)
    return { id, version, purposes: purposesIn(purpose_demands) }
  }
  api.on(endpoints.get, async ({ caller, params }) => ({
    message: 'Settings',
    data: await requirementsOf(caller, params.id),
  }))
  api.on(endpoints.save, async ({ caller, repeatable, params, body }) => {
    const id = await saveRequirements(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await requirementsOf(caller, id) }
  })
}
