import { createDelegationBody } from '@check-requests/domain/approvals/delegations/fields.ts'
import { publishBody, saveDraftBody } from '@check-requests/domain/approvals/fields.ts'
import { defaultAccountsBody } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { createBody, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { requirementsBody } from '@check-requests/domain/check-requests/required/rules.ts'
import { importBody } from '@check-requests/domain/operation/imports/fields.ts'
import { createPayeeBody } from '@check-requests/domain/payees/fields.ts'
import { addDays, type CalendarDate, dateOf, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { saveDraft } from '../approvals/commands/draft.ts'
import { publishPolicy } from '../approvals/commands/publish.ts'
import { createTitle, holdTitles } from '../approvals/commands/titles.ts'
import { createDelegation } from '../approvals/delegations/commands/delegations.ts'
import { findDraft } from '../approvals/queries/policies.ts'
import { saveDefaults } from '../books/accounting/commands/save-accounts.ts'
import { changeStatus } from '../check-requests/commands/change-status.ts'
import { createRequest } from '../check-requests/commands/create.ts'
import { writeComment } from '../check-requests/comments/commands/write.ts'
import { saveRequirements } from '../check-requests/required/commands/save.ts'
import { importAccounts } from '../operation/imports/commands/accounts.ts'
import { findGroup } from '../organization/queries/places.ts'
import { blockPayee, verifyPayee } from '../payees/commands/change-state.ts'
import { createPayee, savePayeeSettings } from '../payees/commands/save-payee.ts'
import { findPayeeNamed } from '../payees/queries/payees.ts'
import type { Services } from '../services.ts'
import {
  blockedPayee,
  type DemoRequest,
  forgedComment,
  forgedRequest,
  genuineRequest,
  verifiedPayees,
  waitingRequests,
} from './approval-catalogue.ts'
import { addDocument, type DocumentFacts, storeDocument } from './documents.ts'
import { type PlaceIds, placeId } from './queries.ts'
import { by, callerOf, type Scene, setScene } from './scene.ts'

const hour = 3_600_000
const people = {
  controller: 'approver@lakeside.example',
  toyota: 'approver2@lakeside.example',
  hondaAndFord: 'manager@lakeside.example',
} as const

/**
 * Sets up approval control at Lakeside through the same commands that users run: titles, a policy with three rules, a
 * payee list, a chart of accounts, a delegate, and pending requests. `end` is the current time in milliseconds.
 */
export async function addApprovals(services: Services, places: PlaceIds, end: number): Promise<void> {
  const scene = await setScene({ ...services, clock: () => end - 3 * hour }, places)
  const titles = await giveTitles(scene)
  await putInForce(scene, titles)
  await fillPayees(scene)
  await keepChart(scene)
  await rejectForgery(scene, end)
  await letSomebodyStandIn(scene, end)
  await raiseRequests(scene, end)
}

interface Titles {
  readonly controller: number
  readonly manager: number
}

async function giveTitles({ services, groupId, places, admin }: Scene): Promise<Titles> {
  const add = (name: string) => createTitle(services, by(admin), { dealer_group_id: groupId, name })
  const titles = { controller: await add('Controller'), manager: await add('General manager') }
  await hold(people.controller, titles.controller, [null])
  await hold(people.toyota, titles.manager, ['TOY'])
  await hold(people.hondaAndFord, titles.manager, ['HON', 'FRD'])
  return titles

  async function hold(email: string, titleId: number, codes: readonly (string | null)[]) {
    const { userId } = await callerOf(services, email, 3)
    const held = codes.map((code) => ({
      approval_title_id: titleId,
      dealership_id: code === null ? null : placeId(places, `LAG/${code}`),
    }))
    await holdTitles(services, by(admin), userId, { titles: held, version: undefined })
  }
}

async function putInForce({ services, groupId, admin, owner, purposeId }: Scene, titles: Titles): Promise<void> {
  const titled = (name: string, id: number) => ({ name, approvers: { approval_title_ids: [id] } })
  const anyone = { anyone_in_scope: true }
  const policy = saveDraftBody.parse({
    rules: [
      {
        name: 'Over $10,000',
        conditions: { amount_from: 10_000.01 },
        steps: [titled('Controller', titles.controller), titled('General manager', titles.manager)],
      },
      {
        name: 'Payoffs',
        conditions: { purpose_ids: [purposeId('Payoff')] },
        steps: [{ name: 'Two approvers', approvers: anyone, needed: 2 }],
      },
    ],
    otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
  })
  await saveDraft(services, by(admin), groupId, policy)
  const draft = await findDraft(services.database.read, groupId)
  const note = 'As agreed with the owners: no one approves a large amount or a payoff alone.'
  await publishPolicy(services, by(owner), groupId, publishBody.parse({ note, version: draft?.version }))
}

async function fillPayees({ services, groupId, admin, owner, purposeId }: Scene): Promise<void> {
  const settings = { payee_list: 'on', purposes: undefined, version: undefined } as const
  await savePayeeSettings(services, by(admin), groupId, settings)
  const add = ({ purpose, ...payee }: (typeof verifiedPayees)[number]) => {
    const kind = { payee_type: 'business', payee_sub_type: 'vendor', default_purpose_id: purposeId(purpose) }
    return createPayee(services, by(admin), createPayeeBody.parse({ dealer_group_id: groupId, ...kind, ...payee }))
  }
  for (const payee of verifiedPayees) {
    const how = 'Called the number on their website and compared the address'
    await verifyPayee(services, by(owner), await add(payee), { how, version: undefined })
  }
}

/**
 * A paid invoice of a real vendor, and a forged one in a name that looks like it: the controller compares the two, asks
 * the vendor, and rejects the forgery. Then an admin blocks its payee.
 */
async function rejectForgery(scene: Scene, end: number): Promise<void> {
  const { services, groupId, admin } = scene
  const controller = { ...(await callerOf(services, people.controller, 3)), underPolicy: true }
  const genuine = await raise(scene, end, genuineRequest)
  const approved = statusBody.parse({ status_id: 3, version: genuine.version })
  await changeStatus(agoOf(services, end, genuineRequest.hoursAgo - 0.1), by(controller), genuine.id, approved)
  const forged = await raise(scene, end, forgedRequest)
  const at = (minutes: number) => agoOf(services, end, forgedRequest.hoursAgo - minutes / 60)
  await writeComment(at(10), by(controller), forged.id, { text: `${forgedComment} ${genuine.request_number}.` })
  const rejected = statusBody.parse({ status_id: 8, note: blockedPayee.reason, version: forged.version })
  await changeStatus(at(20), by(controller), forged.id, rejected)
  const payee = await findPayeeNamed(services.database.read, groupId, blockedPayee.name)
  if (!payee) throw new Error(`The demo has no payee ${blockedPayee.name}`)
  await blockPayee(at(30), by(admin), payee.id, { reason: blockedPayee.reason, version: undefined })
}

async function letSomebodyStandIn({ services, groupId, places }: Scene, end: number): Promise<void> {
  const group = await findGroup(services.database.read, groupId)
  const today = datesIn(group?.time_zone ?? 'UTC')(end)
  const absent = await callerOf(services, people.hondaAndFord, 3)
  const deputy = await callerOf(services, people.toyota, 3)
  const delegation = createDelegationBody.parse({
    to_id: deputy.userId,
    starts_on: today,
    ends_on: addDays(today, 6),
    dealership_ids: [placeId(places, 'LAG/HON')],
    reason: 'At the manufacturer’s training this week',
  })
  await createDelegation(services, by(absent), delegation)
}

/** Raises requests for each rule. Adds new payee names to the payee list, pending verification. */
async function raiseRequests(scene: Scene, end: number): Promise<void> {
  for (const waiting of waitingRequests) {
    const { id, version } = await raise(scene, end, waiting)
    const { approvedBy, comment, hoursAgo } = waiting
    if (comment) {
      const [email, text] = comment
      const caller = await callerOf(scene.services, email, 3)
      await writeComment(agoOf(scene.services, end, hoursAgo - 0.5), by(caller), id, { text })
    }
    if (!approvedBy) continue
    const approver = { ...(await callerOf(scene.services, approvedBy, 3)), underPolicy: true }
    const approved = statusBody.parse({ status_id: 3, version })
    await changeStatus(agoOf(scene.services, end, hoursAgo - 1), by(approver), id, approved)
  }
}

function agoOf(services: Services, end: number, hours: number): Services {
  return { ...services, clock: () => end - hours * hour }
}

/** Raises a request with the document that came with it. */
async function raise(scene: Scene, end: number, request: DemoRequest) {
  const { groupId, places, purposeId } = scene
  const stored = storeDocument(scene.services, factsOf(request, dateOf(end)))
  const { by: requester, place, purpose, hoursAgo, document: _document, ...all } = request
  const { approvedBy: _approvedBy, comment: _comment, ...content } = all
  const path = `LAG/${place}`
  const dealership = path.split('/').slice(0, 2).join('/')
  const input = createBody.parse({
    payee_type: 'business',
    payee_sub_type: 'vendor',
    priority_level: 'normal',
    delivery_method_id: 1,
    mailing_method: 'USPS',
    due_date: addDays(dateOf(end), 7),
    ...(content.per_diem && { good_through: addDays(dateOf(end), 10) }),
    ...content,
    dealer_group_id: groupId,
    dealership_id: placeId(places, dealership),
    department_id: placeId(places, path),
    purpose_id: purposeId(purpose),
  })
  const caller = await callerOf(scene.services, requester, 2)
  const services = agoOf(scene.services, end, hoursAgo)
  const created = await createRequest(services, by(caller), input)
  const { version } = await addDocument(services, caller, created.id, await stored)
  return { id: created.id, request_number: created.request_number, version }
}

function factsOf({ document, ...request }: DemoRequest, today: CalendarDate): DocumentFacts {
  const { purpose, payee_name_1: payee, vin_last_digits: vin, po_purchase_no: poNumber, per_diem: perDiem } = request
  const amount = Math.round(request.amount * 100)
  const dealership = `LAG/${request.place.split('/')[0]}`
  const payoff = perDiem && { goodThrough: addDays(today, 10), perDiem: Math.round(Number(perDiem) * 100) }
  return { purpose, payee, amount, day: addDays(today, -1), dealership, vin, poNumber, ...payoff, ...document }
}

/** A typical dealership chart of accounts, in the file format that users import. */
const chart = `Number,Name,Active
2000,Accounts payable,
2310,Vehicle payoffs,
2311,Customer deposits,
2320,Title and registration payable,
2400,Inventory: used vehicles,
2420,Inventory: parts and accessories,
2440,Sublet repairs,
2480,Inventory: paint and materials,
2999,Suspense,No
6500,Advertising,
6800,Shop supplies,
7100,Office supplies,
7250,Outside services,
7700,Training,
`

/** The default account for lines with a purpose, for the whole group or for one dealership. */
const defaults = [
  { purpose: 'Payoff', account: '2310' },
  { purpose: 'Parts', account: '2420' },
  { purpose: 'Parts', at: 'FRD', account: '6800' },
  { purpose: 'Auction purchase', account: '2400' },
]

/** Requirements for each purpose, set so that they never keep a demo visitor from trying the form. */
const demands = [
  { purpose: 'Payoff', items: ['vin', 'document-payoff-letter', 'accounting'] },
  { purpose: 'Parts', items: ['invoice-number', 'accounting'] },
  { purpose: 'Auction purchase', items: ['vin', 'document-invoice', 'accounting'] },
]

/** Gives the group a chart of accounts, default accounts, and purpose requirements that only warn. */
async function keepChart({ services, groupId, places, admin, purposeId }: Scene): Promise<void> {
  await importAccounts(services, by(admin), importBody.parse({ dealer_group_id: groupId, csv: chart }))
  const begun = defaults.map(({ purpose, at, account }) => ({
    purpose_id: purposeId(purpose),
    dealership_id: at === undefined ? null : placeId(places, `LAG/${at}`),
    account,
  }))
  await saveDefaults(services, by(admin), groupId, defaultAccountsBody.parse({ defaults: begun }))
  const purposes = demands.map(({ purpose, items }) => ({
    purpose_id: purposeId(purpose),
    demands: items.map((item) => ({ item, level: 'warn' })),
  }))
  await saveRequirements(services, by(admin), groupId, requirementsBody.parse({ purposes }))
}
