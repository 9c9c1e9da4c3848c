import type {
  CreateAccountInput,
  DefaultAccountsInput,
  UpdateAccountInput,
} from '@check-requests/domain/books/accounting/chart-fields.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../../organization/commands/record.ts'
import { listDealerships, listPurposes } from '../../../organization/queries/lists.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, isUniqueViolation, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { afterCreate, requireVersion } from '../../../trail/commands/changes.ts'
import { type AccountRow, findAccount, findChart, insertAccount, updateAccount } from '../queries/accounts.ts'

/** The account, if the caller works with its dealer group. Otherwise throws NOT_FOUND (A2). */
export async function requireAccount(db: Db, { scope }: Caller, id: number): Promise<AccountRow> {
  const account = await findAccount(db, id)
  const isOfOthers = account && scope.dealerGroupId !== null && scope.dealerGroupId !== account.dealer_group_id
  if (!account || isOfOthers) throw notFound('account')
  return account
}

/** Adds an account to a dealer group's chart. Returns its id. */
export function createAccount(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateAccountInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, input.dealer_group_id)
    return addAccount(unit, caller, input)
  })
  return change.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'number')) throw error
    const message = `Account ${input.number} already exists.`
    throw new Failure('CONFLICT', message, { fields: { number: message } })
  })
}

/** Adds an account to a chart within the command's transaction. Returns its id. */
export async function addAccount(unit: Unit, caller: Caller, input: CreateAccountInput): Promise<number> {
  const values = { number: input.number, name: input.name, is_active: Number(input.is_active) }
  const { dealer_group_id } = input
  const id = await insertAccount(unit.trx, { dealer_group_id, ...values, created_at: moment(unit.now) })
  afterCreate(unit.trx, 'ledger-account', id)
  noteAccount(unit, caller, { verb: 'create', id, dealerGroupId: dealer_group_id, after: values })
  return id
}

/** Renames, retires, or reactivates an account. Returns its id. */
export function changeAccount(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: UpdateAccountInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireAccount(unit.trx, caller, id)
    await requireVersion(unit.trx, 'ledger-account', id, version)
    // Reads the row again under the lock, so that no other call can change it.
    const account = await requireAccount(unit.trx, caller, id)
    await alterAccount(unit, caller, account, input)
    return id
  })
}

/** Changes an account within the command's transaction, if anything differs. */
export async function alterAccount(
  unit: Unit,
  caller: Caller,
  account: AccountRow,
  { name, is_active }: Pick<UpdateAccountInput, 'name' | 'is_active'>,
): Promise<void> {
  const values = differing(account, { name, is_active: is_active === undefined ? undefined : Number(is_active) })
  if (Object.keys(values).length === 0) return
  await updateAccount(unit.trx, account, values)
  const { id, number, dealer_group_id: dealerGroupId } = account
  const before = { number, name: account.name, is_active: account.is_active }
  noteAccount(unit, caller, { verb: 'update', id, dealerGroupId, before, after: { number, ...values } })
}

interface Noted {
  readonly verb: 'create' | 'update'
  readonly id: number
  readonly dealerGroupId: number
  readonly before?: object
  readonly after: object
}

function noteAccount(unit: Unit, caller: Caller, { verb, id, dealerGroupId, before, after }: Noted): void {
  const subject = { chain: dealerGroupId, entity: 'ledger-account', entityId: id }
  unit.audit({ actor: caller, ...subject, action: `ledger-account.${verb}`, before, after })
  const scopes = ['organisation:all', `organisation:${dealerGroupId}`]
  unit.changed({ topic: 'organisation', id: dealerGroupId, scopes })
}

/** Sets the default accounts for a dealer group's requests. Returns the group id. */
export function saveDefaults(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, defaults }: DefaultAccountsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const group = await requireGroup(trx, caller, id)
    await requireKnown(trx, id, defaults)
    await requireVersion(trx, 'dealer-group', id, version)
    const values = differing(group, { default_accounts: JSON.stringify(defaults) })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    const subject = { chain: id, entity: 'dealer-group', entityId: id, action: 'dealer-group.set-default-accounts' }
    unit.audit({ actor: caller, ...subject, before: group, after: values })
    unit.changed({ topic: 'organisation', id, scopes: ['organisation:all', `organisation:${id}`] })
    return id
  })
}

async function requireKnown(db: Db, groupId: number, defaults: DefaultAccountsInput['defaults']): Promise<void> {
  const purposes = new Set((await listPurposes(db)).map(({ id }) => id))
  if (defaults.some(({ purpose_id }) => !purposes.has(purpose_id)))
    throw invalidFields({ defaults: 'A purpose listed here doesn’t exist. Remove it.' })
  const dealerships = new Set((await listDealerships(db, groupId)).map(({ id }) => id))
  if (defaults.some(({ dealership_id }) => dealership_id !== null && !dealerships.has(dealership_id)))
    throw invalidFields({ defaults: 'Choose dealerships in this dealer group.' })
  const chart = await findChart(
    db,
    groupId,
    defaults.map(({ account }) => account),
  )
  const unknown = defaults.find(({ account }) => chart.get(account)?.isActive !== true)
  if (unknown)
    throw invalidFields({ defaults: `The chart has no active account ${unknown.account}. Choose another account.` })
}
