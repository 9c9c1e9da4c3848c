import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { removePlace } from './commands/remove-place.ts'

/** Registers the routes that remove places. A removal also deletes the data that other features store for the place. */
export function registerRemoval(api: Api<Authenticated>, services: Services): void {
  api.on(endpoints.removeGroup, async ({ caller, repeatable, params, body }) => ({
    message: 'Dealer Group removed.',
    data: await removePlace(services, { caller, repeatable }, 'dealer-group', {
      id: params.id,
      version: body?.version,
    }),
  }))
  api.on(endpoints.removeDealership, async ({ caller, repeatable, params, body }) => ({
    message: 'Dealership removed.',
    data: await removePlace(services, { caller, repeatable }, 'dealership', { id: params.id, version: body?.version }),
  }))
  api.on(endpoints.removeDepartment, async ({ caller, repeatable, params, body }) => ({
    message: 'Department removed.',
    data: await removePlace(services, { caller, repeatable }, 'department', { id: params.id, version: body?.version }),
  }))
}
