import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { holdersOf, refusalByAccount } from '@check-requests/domain/checks/rules.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { sha256 } from '../../platform/crypto/hashes.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import { listWorkingWith, worksWith } from '../queries/access.ts'
import { findAccount, type Named, peopleIn, type ShownAccount } from '../queries/accounts.ts'
import { touchedBy } from '../queries/touched-checks.ts'

/** An action on the check boxes of an account. */
export type BoxVerb = 'receive-box' | 'count-box' | 'use-box' | 'discard-box'

interface Noted {
  readonly verb: 'propose' | 'update' | 'confirm' | 'discard' | 'close' | 'print-samples' | BoxVerb
  readonly id: number
  readonly dealerGroupId: number
  readonly before?: object | undefined
  readonly after: object
}

/** Records a change to a bank account in the group's audit trail, without the account number. */
export function noteAccount(unit: Unit, actor: Actor, { verb, id, dealerGroupId, before, after }: Noted): void {
  const subject = { chain: dealerGroupId, entity: 'bank-account', entityId: id }
  unit.audit({
    actor,
    ...subject,
    action: `bank-account.${verb}`,
    before: inTrail(before),
    after: inTrail(after),
  })
  const scopes = ['organisation:all', `organisation:${dealerGroupId}`]
  unit.changed({ topic: 'organisation', id: dealerGroupId, scopes })
  unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] })
}

const secret = new Set(['sealed_number', 'number_mark', 'sealed_bank_names', 'sealed_destination'])

function inTrail(values: object | undefined) {
  if (!values) return values
  const shown = Object.entries(values).filter(([field]) => !secret.has(field))
  // A logo is a long text, so its digest stands for it.
  return Object.fromEntries(
    shown.map(([field, value]) => [field, field === 'logo' && typeof value === 'string' ? sha256(value) : value]),
  )
}

interface NotedFile {
  readonly entity: 'positive-pay-file' | 'clearing-file' | 'check-exception'
  readonly verb:
    | 'make'
    | 'fetch'
    | 'send'
    | 'change-transmission'
    | 'acknowledge'
    | 'answer'
    | 'write'
    | 'assign'
    | 'resolve'
    | 'ask-undo'
    | 'undo'
    | 'refuse-undo'
  readonly id: number
  readonly dealerGroupId: number
  readonly after: object
}

/** Records an action on a bank file or an exception in the group's audit trail. */
export function noteBankFile(unit: Unit, actor: Actor, { entity, verb, id, dealerGroupId, after }: NotedFile): void {
  const subject = { chain: dealerGroupId, entity, entityId: id }
  unit.audit({ actor, ...subject, action: `${entity}.${verb}`, after })
  unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] })
}

/** The account, if the caller works with it. Otherwise throws NOT_FOUND (A2). */
export async function requireAccount(db: Db, caller: Caller, id: number): Promise<ShownAccount> {
  const account = await findAccount(db, id)
  if (!account || !worksWith(caller, account)) throw notFound('bank account')
  return account
}

/**
 * Loads an account for a change, after checking that the caller's role is in force and that the caller saw this
 * version.
 */
export async function loadAccount(
  unit: Unit,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<ShownAccount> {
  await requireInForce(unit, caller)
  await requireAccount(unit.trx, caller, id)
  await requireVersion(unit.trx, 'bank-account', id, version)
  // Reads the account again under the lock, so that no other call can change it.
  return requireAccount(unit.trx, caller, id)
}

/** The account, if the caller works with it and can reconcile it. */
export async function requireReconciler(db: Db, caller: Caller, id: number): Promise<ShownAccount> {
  const account = await requireAccount(db, caller, id)
  const refusal = refusalToReconcile(caller, account)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  return account
}

/** The reason why a caller can't reconcile an account; undefined if the caller can. */
export function refusalToReconcile(caller: Caller, account: ShownAccount): string | undefined {
  return refusalByAccount('reconcile', caller, { name: account.name, people: peopleIn(account) })
}

/** The users who can reconcile an account and work with one of its dealerships. */
export function listReconcilers(db: Db, account: ShownAccount): Promise<Named[]> {
  const { userIds, roles } = holdersOf('reconcile', peopleIn(account))
  return listWorkingWith(db, account, { userIds, roleIds: roles.map((name) => roleNamed(name).id) })
}

const mostNamed = 3

/**
 * A sentence that names other users who can act on checks: those who reconcile the account and handled none of them
 * (J3). `act`: what they can do, such as `confirm this file`.
 */
export async function whoElse(
  db: Db,
  account: ShownAccount,
  checkIds: readonly number[],
  without: readonly number[],
  act: string,
): Promise<string> {
  const free: string[] = []
  for (const { id, name } of await listReconcilers(db, account)) {
    if (free.length === mostNamed) break
    if (!without.includes(id) && (await touchedBy(db, account.dealer_group_id, id, checkIds)).size === 0)
      free.push(name)
  }
  if (free.length > 0) return `${listWithOr(free)} can ${act}.`
  return `Everyone else who can reconcile the account “${account.name}” also handled its checks. An admin can add another person in Bank Accounts, under Limits and signers.`
}
