import { type ClearingProfile, plainProfile } from '@check-requests/domain/bank/clearing/profile.ts'
import type { BankFilesInput } from '@check-requests/domain/bank/files/fields.ts'
import { type AnswerFileInput, differenceOfCounts } from '@check-requests/domain/bank/positive-pay/answer.ts'
import { type Destination, loosenedDestination } from '@check-requests/domain/bank/positive-pay/destination.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars, printedBy } from '@check-requests/domain/checks/duties.ts'
import { loosenedBankNames, loosenedTemplate } from '@check-requests/domain/people/controls/loosening.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import { holdBack } from '../../access/pending-controls/commands/hold.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import { type BankAccountRow, type ShownAccount, updateAccount } from '../queries/accounts.ts'
import {
  fileContext,
  findFile,
  listFiles,
  listPrinters,
  otherAccountsOf,
  type PositivePayFileRow,
  updateFile,
} from '../queries/positive-pay.ts'
import {
  maskedName,
  openBankNames,
  openDestination,
  openNumber,
  sealBankNames,
  sealDestination,
} from '../queries/stored-account.ts'
import { loadAccount, noteAccount, noteBankFile, requireReconciler } from './account.ts'
import { requireNotClosed } from './save-account.ts'

/** Sets the formats of files sent to and received from an account's bank. Returns the account id. */
export function saveBankFiles(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  {
    version,
    positive_pay_template: template,
    clearing_columns: columns,
    bank_names: names,
    destination,
  }: BankFilesInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const account = await loadAccount(unit, caller, id, version)
    await keepForms(services, unit, caller, account, { template, columns, names, destination })
    return id
  })
}

/**
 * Sets how the bank's files are read: the columns, or the whole profile. Users who import these files can do this.
 * Returns the account id.
 */
export function saveClearingProfile(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...read }: { readonly version?: number | undefined } & Pick<Forms, 'columns' | 'profile'>,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireReconciler(unit.trx, caller, id)
    const account = await loadAccount(unit, caller, id, version)
    await keepForms(services, unit, caller, account, read)
    return id
  })
}

interface Forms {
  readonly template?: BankFilesInput['positive_pay_template']
  readonly columns?: BankFilesInput['clearing_columns']
  readonly names?: BankFilesInput['bank_names']
  readonly destination?: BankFilesInput['destination']
  /** Null to recognize everything in each file. */
  readonly profile?: ClearingProfile | null
}

async function keepForms(services: Services, unit: Unit, caller: Caller, account: ShownAccount, forms: Forms) {
  const { template, profile } = forms
  const known = openBankNames(services.secrets, account)
  // A name as the API shows it keeps the stored name.
  const names = forms.names?.map((name) => known.find((stored) => maskedName(stored) === name) ?? name)
  const { id, dealer_group_id: dealerGroupId } = account
  const { csv = forms.columns, ...parts } = profile === null ? plainProfile : (profile ?? {})
  requireNotClosed(account)
  const sendsTo = openDestination(services.secrets, account)
  const destination = destinationOf(services, sendsTo, caller, forms.destination)
  const values = {
    ...(template !== undefined && { positive_pay_template: template && JSON.stringify(template) }),
    ...(csv !== undefined && { clearing_columns: csv && JSON.stringify(csv) }),
    ...(profile !== undefined && { clearing_profile: profile && JSON.stringify(parts) }),
    ...(destination !== undefined && {
      sealed_destination: sealDestination(services.secrets, account, destination),
    }),
    ...(names !== undefined && { sealed_bank_names: sealBankNames(services.secrets, account, names) }),
  }
  const holdsNumber = (text?: string | null) => text?.includes(openNumber(services.secrets, account)) ?? false
  if (holdsNumber(values.positive_pay_template))
    throw invalidFields({
      positive_pay_template: 'Don’t type the account number. Choose it as the source of a column instead.',
    })
  if (holdsNumber(values.clearing_columns) || holdsNumber(values.clearing_profile))
    throw invalidFields({
      columns: 'A column has the account number as its name. Choose that column by its number instead.',
    })
  const subject = { control: 'bank-files', dealerGroupId, entityId: id } as const
  const loosens = [
    ...loosenedTemplate(account.positive_pay_template, values.positive_pay_template),
    ...loosenedDestination(sendsTo, destination),
    ...loosenedBankNames(known, names ?? known, maskedName),
  ]
  const kept = await holdBack<BankAccountRow>(unit, caller, subject, { before: account, wanted: values, loosens })
  if (Object.keys(kept).length > 0) await saveForms(unit, caller, account, kept)
}

/** The destination to store; undefined to keep the stored one. A secret that isn't given stays. */
function destinationOf(
  { config }: Services,
  was: Destination | null,
  { userId: id, name }: Caller,
  given: Forms['destination'],
) {
  if (given === undefined || given === null) return given
  if (given.kind === 'folder' && config.bankFilesDir === undefined)
    throw invalidFields({
      'destination.kind': 'This server has no folder for bank files. Ask its operator to set BANK_FILES_DIR.',
    })
  if (given.kind === 'folder') return { ...given, secret: '', by: { id, name } }
  const secret = given.secret ?? (was && was.host === given.host && was.user === given.user ? was.secret : undefined)
  if (!secret) throw invalidFields({ secret: 'Enter the password or the private key.' })
  return { ...given, secret, by: { id, name } }
}

/** Sets the file formats of an account's bank when the change takes effect. */
export async function saveForms(
  unit: Unit,
  actor: Actor,
  { id, dealer_group_id: dealerGroupId }: Pick<BankAccountRow, 'id' | 'dealer_group_id'>,
  values: Partial<BankAccountRow>,
): Promise<void> {
  await updateAccount(unit.trx, id, values)
  noteAccount(unit, actor, { verb: 'update', id, dealerGroupId, after: values })
}

/** A positive-pay file with the content and name it was created with. Records the first download. */
export async function downloadPositivePay(services: Services, caller: Caller, id: number) {
  const { file } = await commit(services, undefined, async (unit) => {
    const found = await requireFile(unit.trx, caller, id)
    if (found.file.fetched_at !== null) return found
    await beforeChange(unit.trx, 'positive-pay-file', id)
    const after = { fetched_at: moment(unit.now) }
    await updateFile(unit.trx, id, after)
    const { dealer_group_id: dealerGroupId } = found.file
    noteBankFile(unit, caller, { entity: 'positive-pay-file', verb: 'fetch', id, dealerGroupId, after })
    return found
  })
  const content = services.secrets.open(file.sealed_content, fileContext(file))
  return { fileName: `positive-pay-${id}-${file.number}.txt`, parts: Buffer.from(content, 'latin1') }
}

const filesCompared = 100

/** Throws if a file is one of those that reported checks to the bank, which would look like payments of all of them. */
export async function refuseOwnFile(services: Services, caller: Caller, accountId: number, bytes: Uint8Array) {
  const { database, secrets } = services
  const account = await requireReconciler(database.read, caller, accountId)
  const given = Buffer.from(bytes)
  for (const file of await listFiles(database.read, account, filesCompared))
    if (isSameFile(given, contentOf(secrets, file))) throw reportedFailure(file.number)
}

/** The error for a file that reports checks to the bank. */
export function reportedFailure(number: number): Failure {
  return new Failure(
    'BAD_REQUEST',
    `This is file ${number} of checks that you reported to the bank, not a list of checks that the bank paid. Download the bank’s list of paid checks.`,
  )
}

const charactersCompared = 500

/** Compares all lines only if the first ones are the same, because all calls would wait for those of a large file. */
function isSameFile(given: Buffer, made: string | undefined): boolean {
  if (made === undefined) return false
  const beginning = (text: string) => linesOf(linesOf(text).slice(0, charactersCompared))
  const written = given.toString('latin1', 0, 2 * charactersCompared)
  if (beginning(written) !== beginning(made.slice(0, 2 * charactersCompared))) return false
  return linesOf(given.toString('latin1')) === linesOf(made)
}

/** The text of a file; undefined for one that was damaged, which says nothing about other files. */
function contentOf(secrets: Secrets, file: Parameters<typeof fileContext>[0] & { sealed_content: string }) {
  try {
    return secrets.open(file.sealed_content, fileContext(file))
  } catch {
    return undefined
  }
}

/** The text of a file without the differences that programs make when they save it. */
function linesOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

/** Records the bank's response to a file. The rows of a rejected file are sent again. Returns the file id. */
export function answerPositivePay(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: AnswerFileInput,
) {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireFile(unit.trx, caller, id)
    await requireVersion(unit.trx, 'positive-pay-file', id, input.version)
    const { file } = await requireFile(unit.trx, caller, id)
    if (file.answer !== null)
      throw new Failure(
        'CONFLICT',
        `${file.answered_by_name} has already recorded that the bank ${file.answer} this file.`,
      )
    if (input.answer === 'accepted') await checkAnswer(unit.trx, caller, file, input)
    if (file.transmission === 'sending')
      throw new Failure('CONFLICT', 'This file is being sent. Record the response in a minute.')
    // The bank got this file another way, so it is no longer sent from here.
    const isSentByHand = file.transmission === 'waiting'
    const after = {
      answer: input.answer,
      reason: input.reason ?? null,
      ...(isSentByHand && { transmission: null, transmission_problem: null, transmission_at: null }),
    }
    const by = { answered_by_id: caller.userId, answered_by_name: caller.name, answered_at: moment(unit.now) }
    await updateFile(unit.trx, id, { ...after, ...by })
    const { dealer_group_id: dealerGroupId } = file
    noteBankFile(unit, caller, { entity: 'positive-pay-file', verb: 'answer', id, dealerGroupId, after })
    return id
  })
}

/** A file with its account, if the caller can reconcile it. */
export async function requireFile(db: Db, caller: Caller, id: number) {
  const file = await findFile(db, id)
  if (!file) throw notFound('file')
  for (const other of otherAccountsOf(file)) await requireReconciler(db, caller, other)
  return { file, account: await requireReconciler(db, caller, file.bank_account_id) }
}

/**
 * Throws if a user who printed a check in a file records that the bank accepted it, or if the file hasn't been
 * downloaded.
 */
async function checkAnswer(db: Db, caller: Caller, file: PositivePayFileRow, input: AnswerFileInput): Promise<void> {
  for (const check of await listPrinters(db, file)) {
    const refusal = refusalByDuty(checkBars['accept file'], caller.userId, printedBy(check), { number: check.number })
    if (refusal) throw new Failure('FORBIDDEN', refusal)
  }
  if (file.fetched_at === null && file.transmission !== 'sent')
    throw new Failure(
      'CONFLICT',
      'This file hasn’t been downloaded yet. Send it to the bank before you record the response.',
    )
  requireSameCount(file, input)
}

function requireSameCount(file: PositivePayFileRow, { count = 0, total = 0 }: AnswerFileInput): void {
  const inFile = { count: file.count, total: centsToDollars(file.total_cents) }
  const difference = differenceOfCounts(inFile, { count, total })
  if (difference) throw invalidFields({ count: difference })
}
