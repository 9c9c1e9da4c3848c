import type { APIRequestContext } from '@playwright/test'
import type { BankAccountReply } from '../../domain/src/bank/replies.ts'
import type { PrintRunReply } from '../../domain/src/checks/replies.ts'
import type { DealerGroup, Dealership } from '../../domain/src/organization/fields.ts'
import type { User } from '../../domain/src/people/users/fields.ts'
import { addDealership, addDepartment, addUser, ownWord, superAdmin } from './administration.ts'
import { apiAs } from './api.ts'
import { move, type Raised, raise } from './requests.ts'

const cast = {
  proposes: { first_name: 'Ada', last_name: 'Adams', role: 1 },
  confirms: { first_name: 'Cora', last_name: 'Cole', role: 1 },
  requester: { first_name: 'Rita', last_name: 'Rowe', role: 2 },
  approver: { first_name: 'Otto', last_name: 'Olsen', role: 3 },
  signer: { first_name: 'Sven', last_name: 'Stone', role: 3 },
  processor: { first_name: 'Pat', last_name: 'Perry', role: 4 },
  cashier: { first_name: 'Cleo', last_name: 'Cash', role: 4 },
} as const
type Part = keyof typeof cast

/** A test's own dealer group, whose store draws on a bank account. */
export interface BankGroup {
  group: DealerGroup
  dealership: Dealership
  account: BankAccountReply
  emails: Record<Part, string>
  people: Record<Part, User>
}

/** Adds a dealer group with users and a store that draws on an account, proposed and confirmed by two admins. */
export async function addBankGroup(request: APIRequestContext, account: object = {}): Promise<BankGroup> {
  const root = await apiAs(request, superAdmin)
  const word = ownWord()
  const settings = { account_confirmation: false }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', { name: `Pier ${word}`, code: word, settings })
  const dealership = await addDealership(root, group.id, 'Pier Motors')
  const department = await addDepartment(root, dealership, 'Service')
  const people = {} as Record<Part, User>
  for (const [part, { role, ...names }] of Object.entries(cast)) {
    const email = `${part}@${word}.example`.toLowerCase()
    const place = { dealership_ids: [dealership.id], department_ids: [department.id], access_level: 3 }
    const roles = { role_ids: [role], primary_role: role, dealer_group_id: group.id }
    people[part as Part] = await addUser(root, { email, ...names, ...roles, ...(role === 2 && place) })
  }
  const emails = Object.fromEntries(Object.entries(people).map(([part, { email }]) => [part, email])) as Record<
    Part,
    string
  >
  const place = { group, dealership, emails, people }
  return { ...place, account: await addAccount(request, place, account) }
}

/** Adds an account for the store. */
export async function addAccount(
  request: APIRequestContext,
  { group, dealership, emails }: Omit<BankGroup, 'account'>,
  changes: object = {},
): Promise<BankAccountReply> {
  const { id } = await (await apiAs(request, emails.proposes)).call<BankAccountReply>('POST', '/bank-accounts', {
    dealer_group_id: group.id,
    name: 'Operating',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: `83920${String(process.hrtime.bigint()).slice(-6)}`,
    dealership_ids: [dealership.id],
    next_check_number: 1001,
    ...changes,
  })
  return (await apiAs(request, emails.confirms)).call('POST', `/bank-accounts/${id}/confirm`, {})
}

let lastPurchase = 8000

/** Approved requests, one for each amount, without possible duplicates. */
export async function approvedRequests(
  request: APIRequestContext,
  { emails }: Pick<BankGroup, 'emails'>,
  amounts: readonly number[],
  fields: object = {},
): Promise<Raised[]> {
  const requester = await apiAs(request, emails.requester)
  const approver = await apiAs(request, emails.approver)
  const raised: Raised[] = []
  for (const [index, amount] of amounts.entries()) {
    const payee = payees[index % payees.length] ?? 'Harbor Glass Works'
    lastPurchase += 1
    const unlike = { payee_name_1: payee, po_purchase_no: `PO-${lastPurchase}` }
    const one = await raise(requester, { amount, ...unlike, ...fields })
    await move(approver, one, 3)
    raised.push(one)
  }
  return raised
}

const payees = ['Harbor Glass Works', 'Tidewater Tires & Alignment', 'Renée Dubois']

/** A print run of these requests, created by the group's processor. */
export async function makeRun(
  request: APIRequestContext,
  { emails, account }: Pick<BankGroup, 'emails' | 'account'>,
  requests: readonly Raised[],
): Promise<PrintRunReply> {
  const body = { bank_account_id: account.id, check_request_ids: requests.map(({ id }) => id) }
  return (await apiAs(request, emails.processor)).call('POST', '/print-runs', body)
}

/** Printed checks of these requests. */
export async function printedChecks(
  request: APIRequestContext,
  place: Pick<BankGroup, 'emails' | 'account'>,
  requests: readonly Raised[],
): Promise<PrintRunReply> {
  const { id } = await makeRun(request, place, requests)
  return (await apiAs(request, place.emails.processor)).call('POST', `/print-runs/${id}/confirm`, {})
}
