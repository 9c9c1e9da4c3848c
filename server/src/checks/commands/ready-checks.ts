import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { refusalUnknown } from '@check-requests/domain/checks/custody.ts'
import { checkBars, whoDid } from '@check-requests/domain/checks/duties.ts'
import { type MailChecksInput, mostOnPaper } from '@check-requests/domain/checks/fields.ts'
import { refusalAt, waitsForSignature } from '@check-requests/domain/checks/lifecycle.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { knownOf } from '../../bank/queries/positive-pay.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { combinedIn, exceptionOf, listOfRun } from '../queries/checks.ts'
import { type CheckToLeave, knownAddress, listReady, type ReadyCheck } from '../queries/ready.ts'
import { issueCheck } from './issue.ts'
import { accountsAsked, actOnEach, type LeftOut, requireCheck, requireRun } from './load.ts'
import type { NamedFile } from './run-files.ts'

const mailed = {
  kind: 'mailed',
  receiver: null,
  relation: null,
  identification_last4: null,
  witness: null,
  note: null,
} as const

/** Records that checks were mailed, each by itself with its tracking number, and completes their requests. */
export async function mailChecks(
  services: Services,
  command: Command,
  { checks }: MailChecksInput,
  log: (error: unknown) => void,
): Promise<{ mailed: number; refused: LeftOut[] }> {
  const numbers = new Map(checks.map(({ check_id, tracking_number }) => [check_id, tracking_number]))
  const { done, refused } = await actOnEach(services, command, [...numbers.keys()], {
    act: async (unit, loaded) => {
      const tracking_number = numbers.get(loaded.check.id) ?? null
      await issueCheck(unit, command.caller, loaded, { ...mailed, tracking_number })
      return loaded.check.id
    },
    log,
  })
  return { mailed: done.length, refused }
}

/**
 * The first checks ready to be mailed, or to be handed over, by number, from accounts that the caller works with, each
 * with the reason if it can't leave now.
 */
export async function listToLeave(
  db: Db,
  caller: Caller,
  accounts: readonly ShownAccount[],
  leaves: Wanted['leaves'],
): Promise<CheckToLeave[]> {
  if (accounts.length === 0) return []
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const ready = await listReady(db, { accountIds: [...accountOf.keys()], scope: caller.scope, leaves })
  const checks = ready.slice(0, mostOnPaper)
  const watched = checks.filter((check) => accountOf.get(check.bank_account_id)?.positive_pay !== 'none')
  const known = new Set<number>()
  for (const [group, some] of Map.groupBy(watched, ({ dealer_group_id }) => dealer_group_id)) {
    const ids = some.map(({ id }) => id)
    for (const id of await knownOf(db, group, ids)) known.add(id)
  }
  const combined = await combinedIn(
    db,
    checks.map(({ id }) => id),
  )
  return checks.flatMap((check) => {
    const account = accountOf.get(check.bank_account_id)
    const isUnknown = watched.includes(check) && !known.has(check.id)
    if (!account) return []
    const refusal = refusalToLeave(caller, check, isUnknown)
    return [{ check, account, combined: combined.get(check.id), refusal }]
  })
}

function refusalToLeave({ userId }: Caller, check: ReadyCheck, isUnknown: boolean): string | null {
  const unknown = isUnknown ? refusalUnknown(check.number, exceptionOf(check)) : undefined
  const did = whoDid('diverted', [check.diverted_by_id])
  return unknown ?? refusalByDuty(checkBars['hand over'], userId, did, { number: check.number }) ?? null
}

interface Wanted {
  readonly accountId: number | undefined
  readonly leaves: Parameters<typeof listReady>[1]['leaves']
}

/**
 * Checks ready to leave the office, from one account or all accounts that the caller works with. No more than fit on
 * one document.
 */
async function readyChecks({ database: { read } }: Services, caller: Caller, { accountId, leaves }: Wanted) {
  const accounts = await accountsAsked(read, caller, { bank_account_id: accountId })
  const search = { accountIds: accounts.map(({ id }) => id), scope: caller.scope, leaves }
  const found = accounts.length > 0 ? await listReady(read, search) : []
  const checks = found.slice(0, mostOnPaper)
  const omitted = found.length > checks.length ? [`Only the first ${mostOnPaper} checks are listed.`] : []
  return { accounts, checks, omitted }
}

/** The receipt that the receiver of a signed check signs at the counter, to be scanned or photographed afterward. */
export async function drawSlip(services: Services, caller: Caller, checkId: number): Promise<NamedFile> {
  const { read } = services.database
  const { check, account } = await requireCheck(read, caller, checkId)
  const refusal = refusalAt('issue', check)
  if (refusal) throw new Failure('CONFLICT', refusal)
  const combined = (await combinedIn(read, [checkId])).get(checkId) ?? [check]
  const facts = [
    `Pay to ${check.payee_name}`,
    `${formatDollars(centsToDollars(check.amount_cents))}, dated ${formatDate(check.check_date)}`,
    `Account ${account.name}, request ${combined.map((one) => one.request_number ?? 'unknown').join(', ')}`,
    asOf(services, caller, account.time_zone),
  ]
  const parts = await services.checkPapers.plain({ kind: 'slip', number: check.number, facts }, check.dealer_group_id)
  return { fileName: `receipt-${check.number}.pdf`, parts }
}

/** The cover sheet of a signing folder: the checks of a run that wait for signatures, with their number and total. */
export async function drawCoverSheet(services: Services, caller: Caller, runId: number): Promise<NamedFile> {
  const { read } = services.database
  const { run, account } = await requireRun(read, caller, runId)
  const checks = (await listOfRun(read, runId)).filter(({ state }) => waitsForSignature(state))
  if (checks.length === 0) throw new Failure('CONFLICT', 'No check in this print run is waiting for a signature.')
  const made = `Print run of ${formatDate(run.check_date)}, made by ${run.made_by_name}`
  const notes = [`Account ${account.name}`, made, asOf(services, caller, account.time_zone)]
  const paper = { kind: 'cover sheet', notes, checks: checks.map(listed) } as const
  const parts = await services.checkPapers.plain(paper, run.dealer_group_id)
  return { fileName: `cover-sheet-${run.first_number}.pdf`, parts }
}

/** The pickup list: ready checks that won't be mailed, with the ready date and the requester. */
export async function drawPickUpList(services: Services, caller: Caller, accountId?: number): Promise<NamedFile> {
  const { accounts, checks, omitted } = await readyChecks(services, caller, { accountId, leaves: 'picked up' })
  const [first] = checks
  if (!first) throw new Failure('CONFLICT', 'No check is ready to be picked up.')
  const zones = new Map(accounts.map(({ id, time_zone }) => [id, time_zone]))
  const zoneOf = ({ bank_account_id }: ReadyCheck) => zones.get(bank_account_id) ?? ''
  const lines = checks.map((check) => {
    const since = datesIn(zoneOf(check))(Date.parse(check.status_changed_at))
    return { ...listed(check), since, holder: `${check.first_name} ${check.last_name}` }
  })
  const notes = [...accountsInWords(accounts), asOf(services, caller, zoneOf(first)), ...omitted]
  const parts = await services.checkPapers.plain({ kind: 'pick-up list', notes, checks: lines }, first.dealer_group_id)
  return { fileName: 'pick-up-list.pdf', parts }
}

/** Labels for checks that are ready to be mailed, by number. */
export async function drawAddressLabels(services: Services, caller: Caller, accountId?: number): Promise<NamedFile> {
  const { checks } = await readyChecks(services, caller, { accountId, leaves: 'mailed' })
  const [first] = checks
  if (!first) throw new Failure('CONFLICT', 'No checks are ready to be mailed.')
  const labels = checks.map(({ payee_name_1, payee_name_2, mailing_address, face }) => [
    payee_name_1,
    ...(payee_name_2 === null ? [] : [payee_name_2]),
    ...knownAddress(mailing_address, face),
  ])
  const parts = await services.checkPapers.plain({ kind: 'address labels', labels }, first.dealer_group_id)
  return { fileName: 'address-labels.pdf', parts }
}

function accountsInWords(accounts: readonly ShownAccount[]): string[] {
  const [only, ...others] = accounts
  return only && others.length === 0 ? [`Account ${only.name}`] : []
}

function asOf({ clock }: Services, { name }: Caller, zone: string): string {
  return `Printed by ${name}, ${momentInWords(new Date(clock()).toISOString(), zone)}`
}

function listed(check: Pick<ReadyCheck, 'number' | 'check_date' | 'payee_name' | 'amount_cents'>) {
  return { number: check.number, date: check.check_date, payee: check.payee_name, amount: check.amount_cents }
}
