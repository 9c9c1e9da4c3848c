import { clearingCsvMapping } from '@check-requests/domain/bank/clearing/profile.ts'
import { createBankAccountBody } from '@check-requests/domain/bank/fields.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { createBody, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import {
  confirmRunBody,
  confirmStopBody,
  createRunBody,
  handOverBody,
  stopCheckBody,
  voidCheckBody,
} from '@check-requests/domain/checks/fields.ts'
import { addDays, type CalendarDate, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { lookAtClearing, writeClearing } from '../bank/commands/clearing.ts'
import { confirmAccount } from '../bank/commands/confirm-account.ts'
import { makePositivePay } from '../bank/commands/make-positive-pay.ts'
import { saveForms } from '../bank/commands/positive-pay.ts'
import { proposeAccount } from '../bank/commands/save-account.ts'
import { changeStatus } from '../check-requests/commands/change-status.ts'
import { createRequest } from '../check-requests/commands/create.ts'
import { handOver } from '../checks/commands/issue.ts'
import { makeRun } from '../checks/commands/make-run.ts'
import { confirmRun } from '../checks/commands/settle-run.ts'
import { signChecks } from '../checks/commands/sign.ts'
import { confirmStop, stopCheck, voidCheck } from '../checks/commands/void.ts'
import { type CheckRow, listOfRun } from '../checks/queries/checks.ts'
import { verifyPayee } from '../payees/commands/change-state.ts'
import { findPayeeNamed } from '../payees/queries/payees.ts'
import { commit } from '../platform/database/commit.ts'
import type { Services } from '../services.ts'
import { beforeChange } from '../trail/commands/changes.ts'
import { addDocument, type DocumentFacts, storeDocument } from './documents.ts'
import { type PlaceIds, placeId } from './queries.ts'
import { by, callerOf, type Scene, setScene } from './scene.ts'

const hour = 3_600_000

// The checksum is valid, but no bank uses this number.
const routingNumber = '129999995'

/** The users who handle checks at Lakeside Ford. */
interface Staff {
  readonly requester: Caller
  readonly approver: Caller
  readonly processor: Caller
  /** A second person for what the admin asks. */
  readonly manager: Caller
}

/**
 * Sets up checks at Lakeside Ford through the same commands that users run: a fictitious bank account, a check in most
 * states, requests ready to print (two of them on one check), a file for the bank to download, and a bank file with three
 * exceptions. The other stores have no checks. `end` is the current time in milliseconds.
 */
export async function addChecks(services: Services, places: PlaceIds, end: number): Promise<void> {
  const at = (hoursAgo: number) => ({ ...services, clock: () => end - hoursAgo * hour })
  const scene = await setScene(at(9), places)
  const staff = {
    requester: await callerOf(services, 'manager@lakeside.example', 2),
    approver: { ...(await callerOf(services, 'approver@lakeside.example', 3)), underPolicy: true },
    processor: await callerOf(services, 'processor@lakeside.example', 4),
    manager: await callerOf(services, 'manager@lakeside.example', 3),
  }
  const accountId = await openAccount(scene, staff)
  const requests = await approveRequests(scene, staff, dateOf(end))
  const printed = await printFirst(at(7), staff, accountId, requests.slice(0, 8))
  await sendOut(at(6), staff, printed)
  await takeBack(at(5), scene, staff, printed)
  await makePositivePay(at(4), by(staff.processor), accountId)
  await readPayments(at(3), scene, accountId, printed)
}

async function openAccount({ services, groupId, places, admin, owner }: Scene, staff: Staff): Promise<number> {
  const body = createBankAccountBody.parse({
    dealer_group_id: groupId,
    name: 'Ford operating',
    bank_name: 'First Bank of Nowhere',
    bank_place: 'Madison, WI',
    routing_number: routingNumber,
    account_number: '4400128830',
    dealership_ids: [placeId(places, 'LAG/FRD')],
    next_check_number: 20_401,
    micr: true,
    two_signers_above: 25_000,
    people: [
      { user_id: staff.processor.userId, rights: ['print', 'reconcile'] },
      { user_id: staff.approver.userId, rights: ['sign'] },
      { user_id: admin.userId, rights: ['reconcile'] },
      { user_id: staff.manager.userId, rights: ['reconcile'] },
    ],
  })
  const id = await proposeAccount(services, by(admin), body, { isSample: true })
  await confirmAccount(services, by(owner), id)
  const columns = clearingCsvMapping.parse({
    has_names: true,
    number: 'Check',
    amount: 'Amount',
    date: 'Date',
    date_form: 'YYYY-MM-DD',
  })
  const forms = {
    positive_pay_template: JSON.stringify(shippedTemplates[0]?.template),
    clearing_columns: JSON.stringify(columns),
  }
  // As after the confirmation by a second admin.
  await commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'bank-account', id)
    await saveForms(unit, by(admin).caller, { id, dealer_group_id: groupId }, forms)
  })
  return id
}

/** Approves some of the store's requests and returns their ids. */
async function approveRequests(scene: Scene, { requester, approver }: Staff, today: CalendarDate): Promise<number[]> {
  const { services, groupId, places, purposeId } = scene
  const ids: number[] = []
  const documents = await Promise.all(paidRequests.map((request) => storeDocument(services, factsOf(request, today))))
  for (const [index, { purpose, department, ...content }] of paidRequests.entries()) {
    const input = createBody.parse({
      payee_type: 'business',
      payee_sub_type: 'vendor',
      priority_level: 'normal',
      delivery_method_id: 1,
      mailing_method: 'USPS',
      due_date: addDays(today, 5),
      ...content,
      dealer_group_id: groupId,
      dealership_id: placeId(places, 'LAG/FRD'),
      department_id: placeId(places, `LAG/FRD/${department}`),
      purpose_id: purposeId(purpose),
    })
    const created = await createRequest(services, by(requester), input)
    const { id } = created
    const document = documents[index]
    const { version } = document ? await addDocument(services, requester, id, document) : created
    await verifyPayeeNamed(scene, input.payee_name_1)
    await changeStatus(services, by(approver), id, statusBody.parse({ status_id: 3, version }))
    ids.push(id)
  }
  return ids
}

function factsOf(request: PaidRequest, today: CalendarDate): DocumentFacts {
  const { purpose, payee_name_1: payee, mailing_address: address, po_purchase_no: poNumber } = request
  const [amount, invoiceNumber] = [Math.round(request.amount * 100), poNumber.replace('PO', 'INV')]
  return { purpose, payee, address, amount, day: addDays(today, -2), dealership: 'LAG/FRD', invoiceNumber, poNumber }
}

async function verifyPayeeNamed({ services, groupId, owner }: Scene, name: string): Promise<void> {
  const payee = await findPayeeNamed(services.database.read, groupId, name)
  const how = 'Address and phone number are those of their statements of account since 2019'
  if (payee?.state === 'new') await verifyPayee(services, by(owner), payee.id, { how, version: undefined })
}

/** Prints a run in which one sheet jams. Returns the printed checks by number. */
async function printFirst(services: Services, { processor }: Staff, accountId: number, requestIds: readonly number[]) {
  const body = createRunBody.parse({ bank_account_id: accountId, check_request_ids: requestIds })
  const { id } = await makeRun(services, by(processor), body)
  const { read } = services.database
  const jammed = (await listOfRun(read, id))[2]?.number
  const spoiled = [{ number: jammed, reason: 'The sheet jammed in the printer' }]
  await confirmRun(services, by(processor), id, confirmRunBody.parse({ spoiled }))
  return (await listOfRun(read, id)).filter(({ number }) => number !== jammed)
}

function unexpected(error: unknown): never {
  throw error
}

/** Signs all checks except the first and the last, and mails four of them. */
async function sendOut(services: Services, { approver, processor }: Staff, checks: readonly CheckRow[]): Promise<void> {
  const signed = checks.slice(1, -1)
  await signChecks(
    services,
    by(approver),
    signed.map(({ id }) => id),
    unexpected,
  )
  for (const [index, check] of signed.slice(0, 5).entries()) {
    const ready = statusBody.parse({ status_id: 6 })
    await changeStatus(services, by(processor), check.check_request_id ?? 0, ready)
    const mailed = handOverBody.parse({ kind: 'mailed', tracking_number: `9400 1118 9922 00${10 + index}` })
    if (index < 4) await handOver(services, by(processor), check.id, mailed)
  }
}

/** Voids an unsigned check, and stops one that was mailed. */
async function takeBack(
  services: Services,
  { owner }: Scene,
  { processor }: Staff,
  checks: readonly CheckRow[],
): Promise<void> {
  const [unsigned, mailed] = checks
  const wrong = voidCheckBody.parse({ reason: 'The payee sent a corrected invoice', request_status: 'rejected' })
  await voidCheck(services, by(processor), unsigned?.id ?? 0, wrong)
  const lost = { reason: 'The payee never got the letter', request_status: 'approved' }
  await stopCheck(services, by(processor), mailed?.id ?? 0, stopCheckBody.parse(lost))
  const bank = confirmStopBody.parse({ confirmation_number: 'SP-20417', fee: 32 })
  await confirmStop(services, by(owner), mailed?.id ?? 0, bank)
}

/**
 * Imports a bank file in which one check was paid as written, one for a higher amount, and one despite a stop. One
 * payment matches no check.
 */
async function readPayments(services: Services, { admin }: Scene, accountId: number, checks: readonly CheckRow[]) {
  const [, stopped, right, altered] = checks
  const today = dateOf(services.clock())
  const lines = [
    'Check,Amount,Date',
    lineOf(right?.number, right?.amount_cents, today),
    lineOf(altered?.number, (altered?.amount_cents ?? 0) + 90_000, today),
    lineOf(stopped?.number, stopped?.amount_cents, today),
    lineOf(20_899, 41_250, today),
  ]
  const file = { bytes: Buffer.from(lines.join('\n')), name: 'first-bank-statement.csv' }
  const { id } = await lookAtClearing(services, admin, accountId, file)
  if (id !== null) await writeClearing(services, by(admin), { id: accountId, file: id }, undefined)
}

function lineOf(number: number | undefined, cents: number | undefined, day: string): string {
  return `${number},${((cents ?? 0) / 100).toFixed(2)},${day}`
}

/** A Lakeside Ford request whose check has been issued. */
interface PaidRequest {
  readonly department: 'SAL' | 'SVC'
  readonly purpose: string
  readonly payee_name_1: string
  readonly amount: number
  readonly mailing_address: string
  readonly po_purchase_no: string
  readonly memo_line?: string
}

// biome-ignore format: a table, one row each
export const paidRequests: readonly PaidRequest[] = [
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Prairie Brake & Clutch', amount: 1284.6, mailing_address: '410 Mill Street\nSun Prairie, WI 53590', po_purchase_no: 'PO-31007' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Northern Hose and Belt', amount: 418.75, mailing_address: '77 Depot Road\nWaunakee, WI 53597', po_purchase_no: 'PO-31008' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Badger Glassworks', amount: 962.3, mailing_address: '5 Foundry Lane\nMadison, WI 53704', po_purchase_no: 'PO-31009' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Capitol Lift Service', amount: 2310, mailing_address: '1820 Pennsylvania Avenue\nMadison, WI 53704', po_purchase_no: 'PO-31010', memo_line: 'Two-post lift, bay 4' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Rock River Radiator', amount: 745.15, mailing_address: '38 Canal Street\nWatertown, WI 53094', po_purchase_no: 'PO-31011' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Door County Detailing', amount: 1125, mailing_address: '9 Orchard Court\nSturgeon Bay, WI 54235', po_purchase_no: 'PO-31012' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Kettle Moraine Tools', amount: 3480.9, mailing_address: '602 Ridge Road\nHartland, WI 53029', po_purchase_no: 'PO-31013' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Lakefront Uniforms', amount: 289.4, mailing_address: '14 Harbor View\nMilwaukee, WI 53202', po_purchase_no: 'PO-31014' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Four Lakes Alignment', amount: 1660, mailing_address: '240 Monroe Street\nMadison, WI 53711', po_purchase_no: 'PO-31015' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Blackhawk Filters', amount: 512.88, mailing_address: '31 Elm Street\nJanesville, WI 53545', po_purchase_no: 'PO-31016' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Mound Street Machine', amount: 4975, mailing_address: '118 Mound Street\nBeloit, WI 53511', po_purchase_no: 'PO-31017' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Yahara Windshields', amount: 412.77, mailing_address: '212 Williamson Street\nMadison, WI 53703', po_purchase_no: 'PO-31018' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Yahara Windshields', amount: 1088.4, mailing_address: '212 Williamson Street\nMadison, WI 53703', po_purchase_no: 'PO-31019' },
]
