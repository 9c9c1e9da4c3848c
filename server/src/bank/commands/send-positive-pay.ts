import { join } from 'node:path'
import type { SendFileInput } from '@check-requests/domain/bank/files/fields.ts'
import {
  type Destination,
  hoursForSignatures,
  retryMinutes,
} from '@check-requests/domain/bank/positive-pay/destination.ts'
import { businessDaysAfter } from '@check-requests/domain/values/business-time.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { momentAt } from '@check-requests/domain/values/time-zones.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { findCalendar } from '../../organization/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import { putFile, UnconfirmedUpload } from '../../platform/files/exchange-folders.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import { findAccount, listAccounts, listSendingAccounts, type ShownAccount } from '../queries/accounts.ts'
import {
  awaitsSignatures,
  fileContext,
  findFile,
  listFiles,
  listToSend,
  type PositivePayFileRow,
  updateFile,
} from '../queries/positive-pay.ts'
import { openDestination } from '../queries/stored-account.ts'
import { noteBankFile } from './account.ts'
import { canShareFile, makeFiles } from './make-positive-pay.ts'
import { requireFile } from './positive-pay.ts'

const minute = 60_000
/** The time after which an attempt counts as interrupted. */
const longestAttempt = 10 * minute

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/**
 * Sends a file, or tries again after a failure. If nobody knows whether the bank has it, the caller says so. Returns the
 * file id.
 */
export function sendPositivePay(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, bank_has_file: bankHasIt }: SendFileInput,
) {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireFile(unit.trx, caller, id)
    await requireVersion(unit.trx, 'positive-pay-file', id, version)
    const { file, account } = await requireFile(unit.trx, caller, id)
    if (account.sealed_destination === null)
      throw new Failure(
        'CONFLICT',
        `The account “${account.name}” has no server to send files to. Have an admin set it.`,
      )
    if (file.answer !== null)
      throw new Failure('CONFLICT', 'The bank’s response to this file is already recorded. Reload the page.')
    const refusal = refusalToSend(file, bankHasIt)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const { dealer_group_id: dealerGroupId } = file
    const after = bankHasIt
      ? ({ transmission: 'sent', transmission_problem: null, transmission_at: moment(unit.now) } as const)
      : ({ transmission: 'waiting', transmission_tries: 0, transmission_at: moment(unit.now) } as const)
    await updateFile(unit.trx, id, after)
    const verb = bankHasIt ? 'change-transmission' : 'send'
    noteBankFile(unit, caller, { entity: 'positive-pay-file', verb, id, dealerGroupId, after })
    return id
  })
}

function refusalToSend({ transmission }: PositivePayFileRow, bankHasIt: boolean | undefined): string | undefined {
  if (transmission === 'unknown')
    return bankHasIt === undefined
      ? 'The bank might have this file. Ask the bank, then record whether it has the file.'
      : undefined
  if (bankHasIt !== undefined) return 'This file’s status has changed. Review it before you continue.'
  if (transmission === 'sent') return 'This file was already sent. Reload the page to see when.'
  return transmission === null || transmission === 'failed' ? undefined : 'This file is being sent.'
}

/** Creates the files that are due at banks with a server, and sends those that wait. */
export async function sendBankFiles(services: Services): Promise<void> {
  const { read } = services.database
  for (const account of await listSendingAccounts(read)) await makeIfDue(services, account)
  for (const { id } of await listToSend(read, moment(services.clock()))) await sendFile(services, id)
}

async function makeIfDue(services: Services, account: ShownAccount): Promise<void> {
  const destination = openDestination(services.secrets, account)
  if (!destination || account.positive_pay_template === null) return
  if (!(await isDue(services, account, destination))) return
  const { id: userId, name } = destination.by
  const maker = { userId, name: `${name} (automatic)`, roleId: null, sessionId: null }
  const others = destination.with_companions ? await companionsToSend(services, account, destination) : []
  await commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'bank-account', account.id)
    await inTurns(others, ({ id }) => beforeChange(unit.trx, 'bank-account', id))
    await makeFiles(services, unit, maker, account, others)
  }).catch((error: unknown) => {
    // Nothing is left to report, or only rows that can't be written, which the screen lists.
    if (!(error instanceof Failure)) throw error
  })
}

/** The other accounts whose checks go into a file that is created automatically, without those that send their own. */
async function companionsToSend(
  { database: { read }, clock }: Services,
  account: ShownAccount,
  { when }: Destination,
): Promise<ShownAccount[]> {
  const others = (await listAccounts(read, account.dealer_group_id)).filter(
    (other) => other.sealed_destination === null && canShareFile(account, other),
  )
  if (when !== 'when signed') return others
  const ready: ShownAccount[] = []
  await inTurns(others, async (other) => {
    if (!(await awaitsSignatures(read, other, sinceOf(clock())))) ready.push(other)
  })
  return ready
}

/** The time after which runs are made whose signed checks wait for the other checks. */
function sinceOf(now: number): string {
  return moment(now - hoursForSignatures * 60 * minute)
}

async function isDue({ database: { read }, clock }: Services, account: ShownAccount, { when, hour }: Destination) {
  const now = clock()
  // A file for each signature of a run would be many files.
  if (when === 'when signed') return !(await awaitsSignatures(read, account, sinceOf(now)))
  if (when === 'by hand') return false
  const calendar = { ...(await findCalendar(read, account.dealer_group_id)), zone: account.time_zone }
  const due = momentAt(datesIn(account.time_zone)(now), hour * 60 * minute, account.time_zone)
  // On a day off, the span begins on the next business day.
  if (now < due || businessDaysAfter(now, 0, calendar) !== now) return false
  const [newest] = await listFiles(read, account, 1)
  return newest === undefined || newest.made_at < moment(due)
}

async function sendFile(services: Services, id: number): Promise<void> {
  const claimed = await claim(services, id)
  if (!claimed) return
  const { file, account } = claimed
  const destination = openDestination(services.secrets, account)
  const content = Buffer.from(services.secrets.open(file.sealed_content, fileContext(file)), 'latin1')
  const name = sentNameOf(file, account)
  try {
    if (!destination) throw new Error('The account no longer has a server to send files to.')
    await putFile(folderAt(services, account, destination, destination.folder), name, content)
  } catch (error) {
    await finish(services, file, problemAfter(file, error))
    return
  }
  await finish(services, file, { transmission: 'sent', transmission_problem: null, delay: 0 })
}

/** The name of a file at the bank. */
export function sentNameOf({ bank_account_id, number }: PositivePayFileRow, { account_last4 }: ShownAccount): string {
  return `positive-pay-${account_last4}-${bank_account_id}-${number}.txt`
}

/** A folder at the bank's server, or on this one, where each dealer group has its own part of the allowed folder. */
export function folderAt({ config }: Services, { dealer_group_id }: ShownAccount, to: Destination, folder: string) {
  const { kind, host, port, user, host_key: hostKey, secret } = to
  if (kind === 'SFTP') return { host, port, user, hostKey, secret, folder }
  if (config.bankFilesDir === undefined)
    throw new Error('This server has no folder for bank files. Ask its operator to set BANK_FILES_DIR.')
  return { base: config.bankFilesDir, path: join(`group-${dealer_group_id}`, folder) }
}

// After the last step of an upload, a file isn't sent again automatically: the bank might take it twice.
function problemAfter({ transmission_tries }: PositivePayFileRow, error: unknown): Outcome {
  const problem = error instanceof Error ? error.message : String(error)
  if (error instanceof UnconfirmedUpload)
    return {
      transmission: error.isThere === undefined ? 'unknown' : 'failed',
      transmission_problem: problem,
      delay: 0,
    }
  const delay = retryMinutes[(transmission_tries ?? 1) - 1]
  if (delay === undefined) return { transmission: 'failed', transmission_problem: problem, delay: 0 }
  return { transmission: 'waiting', transmission_problem: problem, delay: delay * minute }
}

interface Outcome {
  readonly transmission: 'waiting' | 'sent' | 'failed' | 'unknown'
  readonly transmission_problem: string | null
  /** The time until the next attempt. */
  readonly delay: number
}

/**
 * Marks a file as being sent before the first byte leaves. After an attempt that a crash interrupted, nobody knows
 * whether the bank has taken the file out of the folder: a user asks the bank before it is sent again.
 */
function claim(services: Services, id: number) {
  return commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'positive-pay-file', id)
    const file = await findFile(unit.trx, id)
    const account = file && (await findAccount(unit.trx, file.bank_account_id))
    if (!(file && account)) return undefined
    const at = file.transmission_at ?? ''
    if (file.transmission === 'sending' && at < moment(unit.now - longestAttempt)) {
      const transmission_problem = 'The server stopped while sending this file.'
      await change(unit, file, { transmission: 'unknown', transmission_problem })
    }
    if (file.transmission !== 'waiting' || at > moment(unit.now) || file.answer !== null) return undefined
    const transmission_tries = (file.transmission_tries ?? 0) + 1
    await change(unit, file, { transmission: 'sending', transmission_tries })
    return { file: { ...file, transmission_tries }, account }
  })
}

function finish(services: Services, file: PositivePayFileRow, { delay, ...outcome }: Outcome): Promise<void> {
  return commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'positive-pay-file', file.id)
    await change(unit, file, outcome, delay)
  })
}

type Transmission = Partial<Pick<PositivePayFileRow, 'transmission' | 'transmission_problem' | 'transmission_tries'>>

async function change(unit: Unit, file: PositivePayFileRow, after: Transmission, delay = 0): Promise<void> {
  const { id, dealer_group_id: dealerGroupId } = file
  await updateFile(unit.trx, id, { ...after, transmission_at: moment(unit.now + delay) })
  noteBankFile(unit, system, { entity: 'positive-pay-file', verb: 'change-transmission', id, dealerGroupId, after })
}
