import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import {
  mostSampled,
  refusalToAudit,
  refusalToConfirm,
  type SampleInput,
  stateAfterConfirming,
  stateAfterEnding,
} from '@check-requests/domain/people/auditors/fields.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { noteAuditor } from '../../../access/accounts/commands/record.ts'
import {
  type AuditorRow,
  findAuditor,
  findAuditorOf,
  insertAuditor,
  updateAuditor,
} from '../../../access/accounts/queries/auditors.ts'
import { findPerson } from '../../../access/accounts/queries/people.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { combinedIn } from '../../../checks/queries/checks.ts'
import { makeCaseFile } from '../../../documents/case-files/commands/make-case-file.ts'
import { moment } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import { archiveOf, csvLine } from '../../../platform/text/exports.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate, requireVersion } from '../../../trail/commands/changes.ts'
import { type DrawnRow, listDrawn, listSampled } from '../queries/samples.ts'

/**
 * Proposes a user as an auditor of their dealer group, which another admin must confirm. Returns the id of the access.
 */
export function proposeAuditor(services: Services, { caller, repeatable }: Command, userId: number): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const person = await findPerson(unit.trx, userId)
    const groupId = person?.scope.dealerGroupId ?? null
    if (!person || groupId === null || !sees(caller, groupId)) throw notFound('user')
    if (userId === caller.userId)
      throw invalidFields({ user_id: 'You can’t request auditor access for yourself. Ask another admin.' })
    const refusal = refusalToAudit({ ...person, level: person.scope.level })
    if (refusal) throw invalidFields({ user_id: refusal })
    if (await findAuditorOf(unit.trx, groupId, userId))
      throw new Failure('CONFLICT', `${person.name} already has auditor access, or a request for it is pending.`)
    const asked = { ...askedBy(unit, caller), confirmed_by_id: null, confirmed_by_name: null, confirmed_at: null }
    const auditor = { dealer_group_id: groupId, user_id: userId, state: 'proposed', ...asked } as const
    const id = await insertAuditor(unit.trx, auditor)
    afterCreate(unit.trx, 'auditor', id)
    noteAuditor(unit, caller, { verb: 'propose', id, groupId, after: { user_id: userId, state: 'proposed' } })
    return id
  })
}

/** Confirms the start or end of an auditor's access. Requires an admin other than the one who proposed it. */
export function confirmAuditor(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const auditor = await load(unit, caller, id, version)
    const state = stateAfterConfirming(auditor.state)
    if (!state) throw new Failure('CONFLICT', 'This auditor access has no change to confirm.')
    const { user_id: auditorId, asked_by_id: askedById } = auditor
    const refusal = refusalToConfirm(caller.userId, { auditorId, askedById })
    if (refusal) throw new Failure('FORBIDDEN', refusal)
    const by = { confirmed_by_id: caller.userId, confirmed_by_name: caller.name, confirmed_at: moment(unit.now) }
    await updateAuditor(unit.trx, id, { state, ...by })
    note(unit, caller, auditor, 'confirm', state)
    return id
  })
}

/**
 * Proposes to end an auditor's access. Ending the access returns the user's roles, so a second user must confirm it,
 * too.
 */
export function endAuditor(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const auditor = await load(unit, caller, id, version)
    const state = stateAfterEnding(auditor.state)
    if (!state)
      throw new Failure('CONFLICT', 'The end of this access was already requested. Ask another admin to confirm it.')
    await updateAuditor(unit.trx, id, { state, ...askedBy(unit, caller) })
    note(unit, caller, auditor, 'end', state)
    return id
  })
}

async function load(unit: Unit, caller: Caller, id: number, version: number | undefined): Promise<AuditorRow> {
  await requireInForce(unit, caller)
  await requireVersion(unit.trx, 'auditor', id, version)
  const auditor = await findAuditor(unit.trx, id)
  if (!auditor || !sees(caller, auditor.dealer_group_id)) throw notFound('auditor')
  return auditor
}

function sees({ scope }: Caller, dealerGroupId: number): boolean {
  return scope.dealerGroupId === null || scope.dealerGroupId === dealerGroupId
}

function askedBy({ now }: Unit, { userId, name }: Caller) {
  return { asked_by_id: userId, asked_by_name: name, asked_at: moment(now) }
}

function note(unit: Unit, caller: Caller, auditor: AuditorRow, verb: 'confirm' | 'end', state: AuditorRow['state']) {
  const { id, dealer_group_id: groupId, user_id } = auditor
  noteAuditor(unit, caller, { verb, id, groupId, before: { state: auditor.state }, after: { user_id, state } })
}

/**
 * Draws a random sample of the checks in a period: one archive with a list and the case file of each request. Checks
 * are ranked by a hash of the seed, account, and number, so that the same seed always draws the same checks, and no one
 * can predict which checks will be drawn. The draw is recorded in the audit trail before the archive is made.
 */
export async function drawSample(services: Services, command: Command, input: SampleInput) {
  const { caller, repeatable } = command
  const groupId = caller.scope.dealerGroupId
  if (groupId === null) throw new Failure('FORBIDDEN', 'Auditors belong to a dealer group.')
  const rows = await drawnRows(services, groupId, input)
  const numbers = rows.map(({ account_name, number }) => ({ account: account_name, number }))
  await commit(services, repeatable, async (unit) => {
    const auditor = await findAuditorOf(unit.trx, groupId, caller.userId)
    if (!auditor) throw new Failure('FORBIDDEN', 'You no longer have auditor access.')
    noteAuditor(unit, caller, { verb: 'sample', id: auditor.id, groupId, after: { ...input, checks: numbers } })
    return auditor.id
  })
  return { fileName: `check-sample-${input.from}-${input.to}.zip`, parts: await filesOf(services, caller, rows) }
}

async function drawnRows({ database }: Services, groupId: number, input: SampleInput): Promise<DrawnRow[]> {
  const all = await database.offload((db) => listSampled(db, groupId, input))
  if (all.length > mostSampled)
    throw new Failure('CONFLICT', 'This period has too many checks for one sample. Choose a shorter period.')
  if (all.length === 0) throw new Failure('CONFLICT', 'No checks are dated in this period.')
  const ranked = all
    .map(({ id, bank_account_id, number }) => ({ id, rank: sha256(`${input.seed}\n${bank_account_id}\n${number}`) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  const ids = ranked.slice(0, input.count).map(({ id }) => id)
  return listDrawn(database.read, groupId, ids)
}

async function filesOf(services: Services, caller: Caller, rows: readonly DrawnRow[]): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  const nameOf = new Map<number, string>()
  const combined = await combinedIn(
    services.database.read,
    rows.map(({ id }) => id),
  )
  const paidBy = ({ id, check_request_id, request_number }: DrawnRow) =>
    combined.get(id) ?? (check_request_id === null ? [] : [{ check_request_id, request_number }])
  for (const { check_request_id: id } of rows.flatMap(paidBy)) {
    if (nameOf.has(id)) continue
    const made = await makeCaseFile(services, caller, id).catch(refusalOf)
    nameOf.set(id, typeof made === 'string' ? `None: ${made}` : made.fileName)
    if (typeof made !== 'string') files[made.fileName] = made.parts
  }
  const list = rows.map((row) => [
    row.account_name,
    String(row.number),
    stateOfCheckInWords(row),
    row.check_date,
    row.payee_name,
    centsToDollars(row.amount_cents).toFixed(2),
    paidBy(row).length === 0 ? row.request_number : listOf(paidBy(row).map((paid) => paid.request_number)),
    paidBy(row).length === 0
      ? 'None: this check number was never used for a request'
      : listOf(paidBy(row).map((paid) => nameOf.get(paid.check_request_id))),
  ])
  const lines = [['Account', 'Check', 'State', 'Date', 'Payee', 'Amount', 'Request', 'Case File'], ...list]
  files['checks.csv'] = Buffer.from(`\uFEFF${lines.map((line) => csvLine(line.map((cell) => cell ?? null))).join('')}`)
  return archiveOf(files)
}

function listOf(values: readonly (string | null | undefined)[]): string {
  return [...new Set(values)].join('; ')
}

// A case file that can't be made doesn't prevent the other case files.
function refusalOf(error: unknown): string {
  if (error instanceof Failure && error.code === 'UNAVAILABLE') return error.message
  throw error
}
