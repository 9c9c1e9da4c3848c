import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import {
  type CreateBankAccountInput,
  logoLimits,
  type UpdateBankAccountInput,
  whyNotOnPaper,
} from '@check-requests/domain/bank/fields.ts'
import { whyNotTemplate } from '@check-requests/domain/checks/micr/template.ts'
import { whyNotFractionOf } from '@check-requests/domain/checks/routing-number.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, isUniqueViolation, notFound } from '../../platform/errors.ts'
import { normalizePng } from '../../platform/files/gray-png.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { afterCreate } from '../../trail/commands/changes.ts'
import {
  dealershipsOf,
  drawOn,
  hasTakenNumbers,
  insertAccount,
  type Named,
  peopleOf,
  proposersOf,
  type ShownAccount,
  updateAccount,
} from '../queries/accounts.ts'
import {
  type AccountColumns,
  changedBy,
  changesTo,
  columnsOf,
  isGuarded,
  openNumber,
  storedNumber,
  type Waiting,
  waitingOf,
} from '../queries/stored-account.ts'
import { loadAccount, noteAccount } from './account.ts'

/**
 * Proposes a bank account. No check can be drawn on it before a second person confirms it. `isSample` marks its checks
 * as samples. Returns the account id.
 */
export function proposeAccount(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id, account_number, ...input }: CreateBankAccountInput,
  { isSample = false } = {},
): Promise<number> {
  const proposal = commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const ofOthers = caller.scope.dealerGroupId !== null && caller.scope.dealerGroupId !== dealer_group_id
    if (ofOthers) throw notFound('dealer group')
    const logo = logoFrom(input.logo)
    const { dealership_ids, default_dealership_ids, ...columns } = columnsOf({ ...input, logo })
    const drawn = { dealership_ids, default_dealership_ids }
    requireOffsets(columns)
    await requireParts(unit.trx, dealer_group_id, { ...columns, ...drawn })
    const number = storedNumber(services.secrets, dealer_group_id, input.routing_number, account_number)
    const account = {
      dealer_group_id,
      ...columns,
      ...number,
      ...proposed(caller),
      waiting: waitingDefaults({}, default_dealership_ids),
      is_sample: isSample ? 1 : 0,
      created_at: moment(unit.now),
    }
    const id = await insertAccount(unit.trx, account, dealership_ids)
    afterCreate(unit.trx, 'bank-account', id)
    const after = { ...columns, ...drawn, account_last4: number.account_last4 }
    noteAccount(unit, caller, { verb: 'propose', id, dealerGroupId: dealer_group_id, after })
    return id
  })
  return proposal.catch(explainTaken)
}

/**
 * Changes a bank account. In a confirmed account, changes that need a second person stay pending, and the old values
 * stay in force. Returns the account id.
 */
export function changeAccount(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, account_number, ...input }: UpdateBankAccountInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const account = await loadAccount(unit, caller, id, version)
    requireNotClosed(account)
    const columns = changedBy(account, input.logo ? { ...input, logo: logoFrom(input.logo) } : input)
    requireOffsets(columns)
    await requireParts(unit.trx, account.dealer_group_id, columns)
    if (input.next_check_number !== undefined) await requireUntouched(unit.trx, account, columns.next_check_number)
    const number = numberAfter(services, account, columns.routing_number, account_number)
    const values = changesTo(account, { ...columns, ...number })
    if (Object.keys(values).length === 0) return id
    await (account.state === 'proposed' ? changeProposal : changeConfirmed)(unit.trx, caller, account, values)
    const before = Object.fromEntries(Object.entries(account).filter(([field]) => field in values))
    noteAccount(unit, caller, { verb: 'update', id, dealerGroupId: account.dealer_group_id, before, after: values })
    return id
  })
  return change.catch(explainTaken)
}

async function changeProposal(
  trx: Tx,
  caller: Caller,
  account: ShownAccount,
  changes: Partial<AccountColumns>,
): Promise<void> {
  const { dealership_ids: dealershipIds, default_dealership_ids: defaults, ...columns } = changes
  await updateAccount(trx, account.id, {
    ...columns,
    ...(defaults && { waiting: waitingDefaults(waitingOf(account), defaults) }),
    proposed_by: proposersWith(account, caller),
  })
  if (dealershipIds) await drawOn(trx, account, { dealershipIds, defaultIds: [] })
}

/** The pending defaults: an account becomes a dealership's default only when it is confirmed. */
function waitingDefaults(waiting: Waiting, ids: readonly number[]): string | null {
  const { default_dealership_ids: _, ...others } = waiting
  const then = { ...others, ...(ids.length > 0 && { default_dealership_ids: ids }) }
  return Object.keys(then).length > 0 ? JSON.stringify(then) : null
}

async function changeConfirmed(
  trx: Tx,
  caller: Caller,
  account: ShownAccount,
  changes: Partial<AccountColumns>,
): Promise<void> {
  const waits = Object.entries(changes).filter(([column]) => isGuarded(column))
  const holds = Object.fromEntries(Object.entries(changes).filter(([column]) => !isGuarded(column)))
  const waiting = { ...waitingOf(account), ...Object.fromEntries(waits) }
  await updateAccount(trx, account.id, {
    ...holds,
    ...(waits.length > 0 && { waiting: JSON.stringify(waiting), proposed_by: proposersWith(account, caller) }),
  })
}

/** A logo as stored. Throws if the file isn't a usable picture. */
function logoFrom(logo: string | null): string | null {
  if (logo === null) return null
  const normal = normalizePng(Buffer.from(logo, 'base64'), logoLimits)
  if ('refusal' in normal) throw invalidFields({ logo: normal.refusal })
  return normal.png.toString('base64')
}

type PaperColumns = Pick<AccountColumns, 'layout' | 'stock' | 'micr' | 'offset_x' | 'offset_y' | 'field_offsets'>

/** Throws if ink would leave the sheet, or if a field would leave its check or overlap another. */
function requireOffsets({ field_offsets, layout, stock, micr, offset_x, offset_y }: PaperColumns): void {
  const paper = { layout, stock, micr: micr === 1, offset_x, offset_y, field_offsets: JSON.parse(field_offsets) }
  const { sheet, fields } = whyNotOnPaper(paper)
  const [mistake] = Object.values(fields)
  const mistakes = mistake === undefined ? sheet : { ...sheet, field_offsets: mistake }
  if (Object.keys(mistakes).length > 0) throw invalidFields(mistakes)
}

/** Throws if an account is closed. */
export function requireNotClosed({ name, state }: ShownAccount): void {
  if (isClosedAccount(state)) throw new Failure('CONFLICT', `The account “${name}” is closed.`)
}

/** Adds a user to those who proposed the pending changes. */
export function proposersWith(account: ShownAccount, { userId: id, name }: Caller): string {
  const others: Named[] = proposersOf(account).filter((proposer) => proposer.id !== id)
  return JSON.stringify([...others, { id, name }])
}

function proposed({ userId: id, name }: Caller) {
  return {
    state: 'proposed',
    proposed_by: JSON.stringify([{ id, name }]),
    confirmed_by_id: null,
    confirmed_by_name: null,
    confirmed_at: null,
  } as const
}

// The fingerprint of an account includes its routing number.
function numberAfter({ secrets }: Services, account: ShownAccount, routingNumber: string, given: string | undefined) {
  const now = { ...account, ...waitingOf(account) }
  const number = openNumber(secrets, now)
  const isSame = (given === undefined || given === number) && routingNumber === now.routing_number
  return isSame ? {} : storedNumber(secrets, account.dealer_group_id, routingNumber, given ?? number)
}

interface Parts {
  readonly routing_number: string
  readonly fraction: string | null
  readonly on_us: string
  readonly auxiliary_on_us: string
  readonly on_us_at: number | null
  readonly dealership_ids: readonly number[]
  readonly default_dealership_ids: readonly number[]
  readonly people: string
}

async function requireParts(trx: Tx, dealerGroupId: number, parts: Parts): Promise<void> {
  const { routing_number, fraction, dealership_ids, people } = parts
  const wrongFraction = fraction === null ? undefined : whyNotFractionOf(routing_number, fraction)
  if (wrongFraction) throw invalidFields({ fraction: wrongFraction })
  const wrongTemplate = whyNotTemplate({ auxOnUs: parts.auxiliary_on_us, onUs: parts.on_us, onUsAt: parts.on_us_at })
  if (wrongTemplate) throw invalidFields({ on_us: wrongTemplate })
  const known = await dealershipsOf(trx, dealerGroupId, dealership_ids)
  if (known.length < new Set(dealership_ids).size)
    throw invalidFields({ dealership_ids: 'Choose dealerships in this dealer group.' })
  if (!parts.default_dealership_ids.every((id) => dealership_ids.includes(id)))
    throw invalidFields({ default_dealership_ids: 'Choose from the dealerships that draw on this account.' })
  const named: { user_id: number }[] = JSON.parse(people)
  const ids = named.map(({ user_id }) => user_id)
  if ((await peopleOf(trx, dealerGroupId, ids)).length < ids.length)
    throw invalidFields({ people: 'Choose active users in this dealer group.' })
}

async function requireUntouched(trx: Tx, account: ShownAccount, next: number): Promise<void> {
  if (next === account.next_check_number || !(await hasTakenNumbers(trx, account))) return
  throw invalidFields({
    next_check_number:
      'The next check number can’t be changed because numbers of this account are already used. If your paper continues at another number, enter that number when you print; the skipped numbers are recorded as spoiled.',
  })
}

function explainTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'bank_accounts')) throw error
  const message = 'Another bank account already has these routing and account numbers. Correct them.'
  throw new Failure('CONFLICT', message, { fields: { account_number: message } })
}
