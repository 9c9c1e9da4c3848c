import {
  otherPurpose,
  type UpdateDeliveryMethodInput,
  type UpdatePurposeInput,
} from '@check-requests/domain/organization/fields.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { invalidFields, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import {
  findDeliveryMethod,
  findPurpose,
  updateDeliveryMethod as storeDeliveryMethod,
  updatePurpose as storePurpose,
} from '../queries/lists.ts'
import { noteSaved } from './record.ts'

/**
 * Changes a payment purpose (A20). The purpose 'other' keeps its name, because it reveals the free-text field (R125).
 */
export function updatePurpose(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: UpdatePurposeInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const purpose = await findPurpose(trx, id)
    if (!purpose) throw notFound('purpose')
    await requireVersion(trx, 'purpose', id, version)
    const values = differing(purpose, input)
    if (values.name !== undefined && [purpose.name, values.name].includes(otherPurpose))
      throw invalidFields({
        name: `The purpose '${otherPurpose}' can’t be renamed, and no other purpose can have this name.`,
      })
    if (Object.keys(values).length === 0) return id
    await storePurpose(trx, id, values)
    noteSaved(unit, caller, undefined, { entity: 'purpose', verb: 'update', id, before: purpose, after: values })
    return id
  })
}

/** Changes a delivery method (A20). */
export function updateDeliveryMethod(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: UpdateDeliveryMethodInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const method = await findDeliveryMethod(trx, id)
    if (!method) throw notFound('delivery method')
    await requireVersion(trx, 'delivery-method', id, version)
    const values = differing(method, input)
    if (Object.keys(values).length === 0) return id
    await storeDeliveryMethod(trx, id, values)
    noteSaved(unit, caller, undefined, { entity: 'delivery-method', verb: 'update', id, before: method, after: values })
    return id
  })
}
