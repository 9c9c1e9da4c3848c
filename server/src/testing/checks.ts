import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { createBankAccountBody } from '@check-requests/domain/bank/fields.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import type { z } from 'zod'
import { confirmControls } from './controls.ts'
import { formOf } from './documents.ts'
import type { PersonName, PlaceName } from './organization.ts'
import { type CreateBody, move, type Raised, raise } from './requests.ts'
import type { People } from './world.ts'

type AccountBody = z.input<typeof createBankAccountBody>

/** The test accounts' number, which must appear only on paper. */
export const secretNumber = '83920174655'

/** A complete, valid body for a new Northwest account used by its Toyota store. */
export function accountBody(world: People, changes: Partial<AccountBody> = {}): AccountBody {
  return {
    dealer_group_id: world.ids.places.NWG,
    name: 'Operating',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: secretNumber,
    dealership_ids: [world.ids.places['NWG/TOY']],
    next_check_number: 1001,
    ...changes,
  }
}

/** Creates an account that one admin proposes and another confirms. */
export async function openAccount(world: People, changes: Partial<AccountBody> = {}): Promise<BankAccountReply> {
  const proposer = await world.as('admin-group', 'admin')
  const proposed = await proposer.call(bankingEndpoints.create, { body: accountBody(world, changes) })
  if (proposed.status !== 201) throw new Error(`The account can’t be proposed: ${proposed.text}`)
  const second = await world.as('admin-super', 'admin')
  const confirmed = await second.call(bankingEndpoints.confirm, { params: { id: proposed.data.id }, body: {} })
  if (confirmed.status !== 200) throw new Error(`The account can’t be confirmed: ${confirmed.text}`)
  return confirmed.data
}

let lastPurchase = 2000

/** Creates an approved request, with a unique payee and PO number unless given. */
export async function approved(
  world: People,
  changes: Partial<CreateBody> = {},
  place: PlaceName = 'NWG/TOY/SVC',
): Promise<Raised> {
  lastPurchase += 1
  const unlike = { payee_name_1: `Harbor Paint Supply ${lastPurchase}`, po_purchase_no: `PO-${lastPurchase}` }
  const request = await raise(world, 'requester-group', place, { ...unlike, ...changes })
  const moved = await move(await world.as('approver-group', 'approver'), request.id, 3)
  if (moved.status !== 201) throw new Error(`The request can’t be approved: ${moved.text}`)
  return request
}

/** Starts a print run for these requests without confirming it. */
export async function openRun(
  world: People,
  account: Pick<BankAccountReply, 'id'>,
  requests: readonly Pick<Raised, 'id'>[],
): Promise<PrintRunReply> {
  const body = { bank_account_id: account.id, check_request_ids: requests.map(({ id }) => id) }
  const made = await (await world.as('processor-group', 'processor')).call(printRunEndpoints.make, { body })
  if (made.status !== 201) throw new Error(`The print run can’t be started: ${made.text}`)
  return made.data
}

/** Prints these requests in a confirmed run without spoiled checks. */
export async function printed(
  world: People,
  account: Pick<BankAccountReply, 'id'>,
  requests: readonly Pick<Raised, 'id'>[],
): Promise<PrintRunReply> {
  const { id } = await openRun(world, account, requests)
  const processor = await world.as('processor-group', 'processor')
  const settled = await processor.call(printRunEndpoints.confirm, { params: { id }, body: {} })
  if (settled.status !== 200) throw new Error(`The print run can’t be confirmed: ${settled.text}`)
  return settled.data
}

/** Prints and signs checks for these requests. */
export async function signed(
  world: People,
  account: Pick<BankAccountReply, 'id'>,
  requests: readonly Pick<Raised, 'id'>[],
): Promise<PrintRunReply['checks']> {
  const { checks } = await printed(world, account, requests)
  const body = { check_ids: checks.map(({ id }) => id) }
  const reply = await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body })
  if (reply.status !== 200) throw new Error(`The checks can’t be signed: ${reply.text}`)
  return checks
}

/** Prints, signs, and mails a check for this request. */
export async function handedOver(
  world: People,
  account: Pick<BankAccountReply, 'id'>,
  request: Pick<Raised, 'id'>,
): Promise<PrintRunReply['checks'][number]> {
  const [check] = await signed(world, account, [request])
  const processor = await world.as('processor-group', 'processor')
  await move(processor, request.id, 6)
  const mailed = { params: { id: check?.id ?? 0 }, body: { kind: 'mailed' } } as const
  const reply = await processor.call(checkEndpoints.handOver, mailed)
  if (!check || reply.status !== 200) throw new Error(`The check can’t be handed over: ${reply.text}`)
  return check
}

/** Gives both groups an account for other dealerships, with a check that was handed over. */
export async function fillChecks(world: People): Promise<void> {
  for (const [group, store, people] of [
    [
      'NWG',
      'NWG/HON',
      ['admin-group', 'everyone', 'requester-group', 'approver-group', 'processor-group', 'approver-super'],
    ],
    [
      'EAS',
      'EAS/KIA',
      [
        'admin-eastside',
        'everyone-eastside',
        'requester-eastside',
        'approver-eastside',
        'processor-eastside',
        'approver-super',
      ],
    ],
  ] as const) {
    const [proposer, second, requester, approver, processor, signer] = people
    const place = { dealer_group_id: world.ids.places[group], dealership_ids: [world.ids.places[store]] }
    const body = { ...accountBody(world, { name: `Operating ${group}` }), ...place }
    const { data: account } = await (await world.as(proposer, 'admin')).call(bankingEndpoints.create, { body })
    await (await world.as(second, 'admin')).call(bankingEndpoints.confirm, { params: { id: account.id }, body: {} })
    const printer = await world.as(processor, 'processor')
    const signs = async (nth: number) => {
      // A request with the same payee or PO number as another one would need a reason for the duplicate.
      const unlike = { payee_name_1: `Payee ${nth} of ${group}`, po_purchase_no: `PO-${nth}-${store}` }
      const request = await raise(world, requester, `${store}/SVC`, unlike)
      await move(await world.as(approver, 'approver'), request.id, 3)
      const run = { bank_account_id: account.id, check_request_ids: [request.id] }
      const { data: made } = await printer.call(printRunEndpoints.make, { body: run })
      await printer.call(printRunEndpoints.confirm, { params: { id: made.id }, body: {} })
      const id = made.checks[0]?.id ?? 0
      await (await world.as(signer, 'approver')).call(checkEndpoints.sign, { body: { check_ids: [id] } })
      return { id, request }
    }
    const { id, request } = await signs(1)
    await move(printer, request.id, 6)
    const mailed = { kind: 'mailed', tracking_number: '9400 1000' } as const
    const handed = await printer.call(checkEndpoints.handOver, { params: { id }, body: mailed })
    if (handed.status !== 200) throw new Error(`The check can’t be handed over: ${handed.text}`)
    const { number, amount } = handed.data
    await exchangeFiles(world, account, { admin: proposer, processor, second }, `${number},${amount},2026-11-20`)
    await (await world.as(second, 'processor')).call(bankFileEndpoints.unclear, {
      params: { id },
      body: { reason: 'Test' },
    })
    // This check isn't in a positive-pay file yet.
    await signs(2)
    const combined: number[] = []
    for (const amount of [10, 20]) {
      const unlike = { payee_name_1: `Payee 3 of ${group}`, po_purchase_no: `PO-${amount}-${store}`, amount }
      const request = await raise(world, requester, `${store}/SVC`, unlike)
      await move(await world.as(approver, 'approver'), request.id, 3)
      combined.push(request.id)
    }
    const together = { bank_account_id: account.id, combine: [combined] }
    const { data: made } = await printer.call(printRunEndpoints.make, { body: together })
    await printer.call(printRunEndpoints.confirm, { params: { id: made.id }, body: {} })
  }
}

/** Sends the bank a file of issued checks, and imports this payment and the one of an unknown check. */
async function exchangeFiles(
  world: People,
  { id }: Pick<BankAccountReply, 'id'>,
  { admin, processor, second }: Readonly<Record<'admin' | 'processor' | 'second', PersonName>>,
  payment: string,
): Promise<void> {
  const template = shippedTemplates[0]?.template ?? null
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' } as const
  const forms = { positive_pay_template: template, clearing_columns: columns }
  await (await world.as(admin, 'admin')).call(bankFileEndpoints.saveForms, { params: { id }, body: forms })
  await confirmControls(world)
  await (await world.as(processor, 'processor')).call(bankFileEndpoints.makePositivePay, { params: { id }, body: {} })
  const { body, headers } = await formOf({
    name: 'bank.csv',
    content: Buffer.from(`Check,Amount,Date\n77,10.00,2026-11-20\n${payment}`),
  })
  const other = await world.as(second, 'processor')
  const looked = await other
    .with(headers)
    .call(bankFileEndpoints.previewClearing, { params: { id }, body: body as never })
  const params = { id, file: looked.data.id ?? 0 }
  const written = await other.call(bankFileEndpoints.confirmClearing, { params, body: {} })
  if (written.status !== 200) throw new Error(`The bank file can’t be created: ${written.text}`)
}
