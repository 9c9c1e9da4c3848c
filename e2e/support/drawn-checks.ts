import type { APIRequestContext } from '@playwright/test'
import type { BankAccountReply } from '../../domain/src/bank/replies.ts'
import type { CheckReply, PrintRunReply } from '../../domain/src/checks/replies.ts'
import type { DealerGroup } from '../../domain/src/organization/fields.ts'
import { addDealership, addDepartment, addUser, ownWord, superAdmin } from './administration.ts'
import { type ApiUser, apiAs } from './api.ts'
import { move, type Raised, raise } from './requests.ts'

/** A separate dealer group with one dealership, its bank account, and a user for every role. */
export class CheckGroup {
  readonly #request: APIRequestContext
  readonly people: Readonly<Record<Part, string>>
  readonly group: DealerGroup
  readonly account: BankAccountReply
  readonly #place: object

  constructor(request: APIRequestContext, made: Made) {
    this.#request = request
    this.people = made.people
    this.group = made.group
    this.account = made.account
    this.#place = made.place
  }

  as(part: Part): Promise<ApiUser> {
    return apiAs(this.#request, this.people[part])
  }

  /** An approved request. */
  async approved(fields: object = {}): Promise<Raised> {
    const raised = await raise(await this.as('requester'), { ...this.#place, ...fields })
    await move(await this.as('approver'), raised, 3)
    return raised
  }

  /** Checks for requests with these fields, printed correctly in one run. */
  async printed(...fields: object[]): Promise<CheckReply[]> {
    const requests: Raised[] = []
    for (const one of fields) requests.push(await this.approved(one))
    const printer = await this.as('printer')
    const body = { bank_account_id: this.account.id, check_request_ids: requests.map(({ id }) => id) }
    const run = await printer.call<PrintRunReply>('POST', '/print-runs', body)
    await printer.call('POST', `/print-runs/${run.id}/confirm`, {})
    const { items } = await printer.call<{ items: CheckReply[] }>('GET', `/checks?print_run_id=${run.id}`)
    return items.toReversed()
  }

  /** Has the approver sign checks. */
  async sign(...checks: readonly CheckReply[]): Promise<void> {
    await (await this.as('approver')).call('POST', '/checks/sign', { check_ids: checks.map(({ id }) => id) })
  }

  /** Makes the requests of signed checks ready to leave. */
  async ready(...checks: readonly CheckReply[]): Promise<void> {
    for (const check of checks) await move(await this.as('clerk'), { id: check.check_request_id ?? 0 }, 6)
  }

  /** Mails ready checks. */
  async mail(...checks: readonly CheckReply[]): Promise<void> {
    for (const { id } of checks)
      await (await this.as('clerk')).call('POST', `/checks/${id}/hand-over`, { kind: 'mailed' })
  }
}

type Part = 'admin' | 'second' | 'requester' | 'approver' | 'printer' | 'clerk' | 'controller'

interface Made {
  readonly people: Readonly<Record<Part, string>>
  readonly group: DealerGroup
  readonly account: BankAccountReply
  readonly place: object
}

const names: Record<Part, [role: number, first_name: string, last_name: string]> = {
  admin: [1, 'Ada', 'Adds'],
  second: [1, 'Vera', 'Verifies'],
  requester: [2, 'Rita', 'Requests'],
  approver: [3, 'Anton', 'Approves'],
  printer: [4, 'Paula', 'Prints'],
  clerk: [4, 'Carl', 'Clerk'],
  controller: [4, 'Cora', 'Controls'],
}

/** A dealer group with a bank account whose checks start at number 1001. */
export async function addCheckGroup(request: APIRequestContext, changes: object = {}): Promise<CheckGroup> {
  const root = await apiAs(request, superAdmin)
  const settings = { account_confirmation: false }
  const named = { name: `Check Cars ${ownWord()}`, code: ownWord(), settings }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', named)
  const store = await addDealership(root, group.id, `Check Store ${ownWord()}`)
  const department = await addDepartment(root, store, 'Service')
  const people: Partial<Record<Part, string>> = {}
  for (const part of Object.keys(names) as Part[]) {
    const [role, first_name, last_name] = names[part]
    const fields = { role_ids: [role], primary_role: role, dealer_group_id: group.id, first_name, last_name }
    people[part] = (await addUser(root, fields)).email
  }
  const whole = people as Record<Part, string>
  const account = await openAccount(request, whole, {
    dealer_group_id: group.id,
    dealership_ids: [store.id],
    ...changes,
  })
  const place = { dealership_id: store.id, department_id: department.id }
  return new CheckGroup(request, { people: whole, group, account, place })
}

/** One admin proposes the account, and another one confirms it. */
async function openAccount(
  request: APIRequestContext,
  { admin, second }: Record<Part, string>,
  place: object,
): Promise<BankAccountReply> {
  const proposed = await (await apiAs(request, admin)).call<BankAccountReply>('POST', '/bank-accounts', {
    ...place,
    name: 'Operating',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: '83920174655',
    next_check_number: 1001,
  })
  return (await apiAs(request, second)).call('POST', `/bank-accounts/${proposed.id}/confirm`, {})
}
