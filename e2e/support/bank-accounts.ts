import type { APIRequestContext } from '@playwright/test'
import type { BankAccountReply } from '../../domain/src/bank/replies.ts'
import type { DealerGroup, Dealership } from '../../domain/src/organization/fields.ts'
import { addDealership, addUser, ownWord, superAdmin } from './administration.ts'
import { type ApiUser, apiAs } from './api.ts'

/** A separate dealer group with two dealerships, two admins, a processor, and an approver, without an account. */
export interface AccountGroup {
  readonly group: DealerGroup
  readonly dealership: Dealership
  /** Their email addresses. */
  readonly proposes: string
  readonly confirms: string
  readonly processor: string
  readonly approver: string
}

export async function addAccountGroup(request: APIRequestContext): Promise<AccountGroup> {
  const root = await apiAs(request, superAdmin)
  const name = `Harbor Cars ${ownWord()}`
  const settings = { account_confirmation: false }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', { name, code: ownWord(), settings })
  const dealership = await addDealership(root, group.id, 'Harbor Ford')
  await addDealership(root, group.id, 'Harbor Kia')
  const add = async (role: number, names: object) =>
    (await addUser(root, { role_ids: [role], primary_role: role, dealer_group_id: group.id, ...names })).email
  return {
    group,
    dealership,
    proposes: await add(1, { first_name: 'Ada', last_name: 'Proposes' }),
    confirms: await add(1, { first_name: 'Cora', last_name: 'Confirms' }),
    processor: await add(4, { first_name: 'Pat', last_name: 'Prints' }),
    approver: await add(3, { first_name: 'Sam', last_name: 'Signs' }),
  }
}

/** The account number, which only printed paper may show. */
export const accountNumber = '83920174655'

/** Proposes an account through the API. */
export function proposeAccount(
  admin: ApiUser,
  { group, dealership }: AccountGroup,
  changes: object = {},
): Promise<BankAccountReply> {
  return admin.call('POST', '/bank-accounts', {
    dealer_group_id: group.id,
    name: 'Operating',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: accountNumber,
    dealership_ids: [dealership.id],
    next_check_number: 1001,
    ...changes,
  })
}

/** An active account, proposed by one admin and confirmed by the other. */
export async function openAccount(
  request: APIRequestContext,
  place: AccountGroup,
  changes: object = {},
): Promise<BankAccountReply> {
  const proposed = await proposeAccount(await apiAs(request, place.proposes), place, changes)
  const second = await apiAs(request, place.confirms)
  return second.call('POST', `/bank-accounts/${proposed.id}/confirm`, { version: proposed.version })
}
