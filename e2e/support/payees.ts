import type { APIRequestContext } from '@playwright/test'
import type { DealerGroup } from '../../domain/src/organization/fields.ts'
import type { PayeeReply } from '../../domain/src/payees/replies.ts'
import { addUser, ownWord, superAdmin } from './administration.ts'
import { type ApiUser, apiAs } from './api.ts'

/** A separate dealer group that uses its payee list, with two admins, a requester, and an approver. */
export async function addPayeeGroup(
  request: APIRequestContext,
  { payee_list = 'on', needed = 'before approval' } = {},
) {
  const root = await apiAs(request, superAdmin)
  const name = `Payee Cars ${ownWord()}`
  const settings = { account_confirmation: false }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', { name, code: ownWord(), settings })
  const add = async (role: number, names: object = {}) =>
    (await addUser(root, { role_ids: [role], primary_role: role, dealer_group_id: group.id, ...names })).email
  const people = {
    adds: await add(1, { first_name: 'Ada', last_name: 'Adds' }),
    verifies: await add(1, { first_name: 'Vera', last_name: 'Verifies' }),
    requester: await add(2),
    approver: await add(3),
  }
  const admin = await apiAs(request, people.adds)
  const purposes = await admin.call<{ id: number; name: string }[]>('GET', '/purposes')
  const needs = purposes.map(({ id }) => ({ purpose_id: id, verified_needed: needed }))
  await admin.call('PUT', `/dealer-groups/${group.id}/payee-settings`, { payee_list, purposes: needs })
  return { ...people, group, admin }
}

const kind = { payee_type: 'business', payee_sub_type: 'vendor' }

/** Adds an unverified payee. */
export function addPayee(admin: ApiUser, group: DealerGroup, name: string, fields: object = {}): Promise<PayeeReply> {
  return admin.call('POST', '/payees', { dealer_group_id: group.id, name, ...kind, ...fields })
}
