import type { CreateDealershipInput, UpdateDealershipInput } from '@check-requests/domain/organisation/fields.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { findDealership, findGroup, insertDealership, updateDealership as storeDealership } from '../queries/places.ts'
import { auditPlace, type Command, demandCovered, differing, organisationChanged, storeUnderCode } from './record.ts'

const elsewhere = 'by another dealership of this group'

/** Adds a dealership to a group in the caller's scope (R202). Gives the id. */
export function createDealership(
  services: Services,
  { caller, repeatable }: Command,
  { settings: _settings, ...input }: CreateDealershipInput,
): Promise<number> {
  const now = services.clock()
  const groupId = input.dealer_group_id
  return commit(services, repeatable, async (trx, changed) => {
    const place = (await findGroup(trx, groupId)) && { dealerGroupId: groupId, dealershipId: null, departmentId: null }
    demandCovered(caller.scope, place, 'dealer group')
    const dealership = { ...input, created_at: moment(now) }
    const id = await storeUnderCode(input.code, elsewhere, () => insertDealership(trx, dealership))
    const event = { action: 'dealership.create', entity: 'dealership', entityId: id, after: input }
    await auditPlace(trx, caller, groupId, event, now)
    changed(organisationChanged(groupId, id))
    return id
  })
}

/** Changes a dealership, or whether it takes new requests (A20). */
export function updateDealership(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { settings: _settings, is_active, dealer_group_id, ...input }: UpdateDealershipInput,
): Promise<number> {
  return commit(services, repeatable, async (trx, changed) => {
    const dealership = await findDealership(trx, id)
    const groupId = dealership?.dealer_group_id as number
    demandCovered(
      caller.scope,
      dealership && { dealerGroupId: groupId, dealershipId: id, departmentId: null },
      'dealership',
    )
    if (!dealership) return id
    if (dealer_group_id !== undefined && dealer_group_id !== groupId)
      throw invalidFields({ dealer_group_id: 'A dealership stays in its dealer group.' })
    const values = differing(dealership, { ...input, ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }) })
    if (Object.keys(values).length === 0) return id
    await storeUnderCode(values.code, elsewhere, () => storeDealership(trx, id, values))
    const event = { action: 'dealership.update', entity: 'dealership', entityId: id, before: dealership, after: values }
    await auditPlace(trx, caller, groupId, event, services.clock())
    changed(organisationChanged(groupId, id))
    return id
  })
}
