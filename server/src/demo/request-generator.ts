import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { type CreateInput, createBody, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { addDays, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { changeStatus } from '../check-requests/commands/change-status.ts'
import { createRequest } from '../check-requests/commands/create.ts'
import { resubmitRequest } from '../check-requests/commands/update-request.ts'
import { writeComment } from '../check-requests/comments/commands/write.ts'
import { deleteReading } from '../documents/readings/queries/readings.ts'
import { listPurposes } from '../organization/queries/lists.ts'
import type { Services } from '../services.ts'
import { comments, inventContent, reasons, rejectNotes, sendBackNotes } from './catalogue.ts'
import { Dice } from './dice.ts'
import { addDocument, type DocumentFacts, type StoredDocument, storeDocument } from './documents.ts'
import { type PlaceIds, placeId } from './queries.ts'
import { callerOf } from './scene.ts'

const requests = 150
const firstCheckNumber = 104_200
const minute = 60_000
const hour = 3_600_000

interface Crew {
  readonly weight: number
  readonly group: 'LAG' | 'SUM'
  readonly requesters: readonly string[]
  readonly approvers: readonly string[]
  readonly processor: string
}

const crews: readonly Crew[] = [
  {
    weight: 2,
    group: 'LAG',
    requesters: [
      'requester@lakeside.example',
      'requester@lakeside.example',
      'requester2@lakeside.example',
      'manager@lakeside.example',
    ],
    approvers: ['approver@lakeside.example', 'approver@lakeside.example', 'approver2@lakeside.example'],
    processor: 'processor@lakeside.example',
  },
  {
    weight: 1,
    group: 'SUM',
    requesters: ['requester@summit.example', 'everyone@summit.example'],
    approvers: ['approver@summit.example', 'everyone@summit.example'],
    processor: 'processor@summit.example',
  },
]

/** The status ids that a request passes through, in order. A request's age decides how far it gets. */
const fates = [
  { weight: 12, steps: [2, 3, 4, 5, 6, 7] },
  { weight: 6, steps: [3, 4, 5, 6, 7] },
  { weight: 3, steps: [9, 1, 3, 4, 5, 6, 7] },
  { weight: 3, steps: [8] },
  { weight: 2, steps: [2, 9] },
] as const

interface Span {
  readonly begin: number
  readonly end: number
  /** Adds a document to most requests, and comments to some. */
  readonly withDocuments: boolean
}

/** Raises the demo's requests and moves each one through its life cycle with the same commands that users run. */
export async function generateRequests(services: Services, places: PlaceIds, span: Span): Promise<void> {
  const dice = new Dice(20_261_121)
  const purposes = await listPurposes(services.database.read)
  const generator = new RequestGenerator(
    services,
    places,
    new Map(purposes.map(({ name, id }) => [name, id])),
    dice,
    span,
  )
  const createdAts = Array.from({ length: requests }, () => createdAt(span, dice)).sort((a, b) => a - b)
  const plans: Plan[] = []
  for (const createdAt of createdAts) plans.push(await generator.plan(dice.weighted(crews), createdAt))
  const documents = await Promise.all(plans.map(({ facts }) => facts && storeDocument(services, facts)))
  for (const [index, plan] of plans.entries()) await generator.raise(plan, documents[index])
  await generator.leaveDecided()
}

// A third of the requests are from the last week and a third from the last month, so that no queue is empty.
function createdAt({ begin, end }: Span, dice: Dice): number {
  const earliest = dice.pick([begin, end - 30 * 24 * hour, end - 7 * 24 * hour])
  return earliest + dice.below(end - earliest - hour)
}

interface Step {
  readonly status: (typeof fates)[number]['steps'][number]
  readonly at: number
  readonly note: string | null
}

/** A request with all that happens to it. */
interface Plan {
  readonly createdAt: number
  readonly requester: Caller
  readonly approver: Caller
  readonly processor: Caller
  readonly input: CreateInput
  readonly facts: DocumentFacts | undefined
  readonly comment: string | undefined
  readonly steps: readonly Step[]
}

class RequestGenerator {
  readonly #services: Services
  readonly #places: PlaceIds
  readonly #purposes: ReadonlyMap<string, number>
  readonly #dice: Dice
  readonly #span: Span
  readonly #decided = new Set<number>()
  #planned = 0
  #checkNumber = firstCheckNumber

  constructor(services: Services, places: PlaceIds, purposes: ReadonlyMap<string, number>, dice: Dice, span: Span) {
    this.#services = services
    this.#places = places
    this.#purposes = purposes
    this.#dice = dice
    this.#span = span
  }

  /** Keeps documents from being read on whose requests nobody decides anymore, so that the others are read at once. */
  async leaveDecided(): Promise<void> {
    await this.#services.database.transact(async (trx) => {
      for (const id of this.#decided) await deleteReading(trx, id)
    })
  }

  async plan(crew: Crew, createdAt: number): Promise<Plan> {
    const dice = this.#dice
    const requester = await this.#caller(dice.pick(crew.requesters), 2)
    const input = this.#invent(crew, requester, createdAt)
    const approver = await this.#caller(this.#approverFor(crew, requester, input), 3)
    const processor = await this.#caller(crew.processor, 4)
    this.#planned += 1
    const facts = this.#factsOf(input, createdAt)
    const comment = facts && this.#planned % 3 === 0 ? comments[facts.purpose] : undefined
    return { createdAt, requester, approver, processor, input, facts, comment, steps: this.#stepsFrom(createdAt) }
  }

  async raise({ createdAt, requester, input, comment, steps, ...plan }: Plan, document: StoredDocument | undefined) {
    const command = { caller: requester, repeatable: undefined }
    const { id, version } = await createRequest(this.#at(createdAt), command, input)
    const soon = this.#at(createdAt + minute)
    const added = document && (await addDocument(soon, requester, id, document))
    if (comment) await writeComment(soon, command, id, { text: comment })
    const isDecided = steps.some(({ status }) => status > 3 && status < 9)
    if (added && isDecided) this.#decided.add(added.id)
    const first = added?.version ?? version
    for (const [index, step] of steps.entries()) {
      if (step.status === 1) await this.#resubmit(requester, id, input, step.at)
      else await this.#move(plan, id, step, first + index)
    }
  }

  /** The steps that the request reaches before the demo ends. */
  #stepsFrom(createdAt: number): Step[] {
    const notes: Record<number, readonly string[]> = { 8: rejectNotes, 9: sendBackNotes }
    const steps: Step[] = []
    let at = createdAt
    for (const status of this.#dice.weighted(fates).steps) {
      at += (1 + this.#dice.below(status > 5 ? 72 : 48)) * hour
      if (at > this.#span.end) break
      steps.push({ status, at, note: notes[status] ? this.#dice.pick(notes[status]) : null })
    }
    return steps
  }

  /** What the request's document says. Every ninth request has none. */
  #factsOf(input: CreateInput, at: number): DocumentFacts | undefined {
    if (!this.#span.withDocuments || this.#planned % 9 === 0) return undefined
    const nameOf = (ids: ReadonlyMap<string, number>, wanted: number | null) =>
      [...ids].find(([, one]) => one === wanted)?.[0] ?? ''
    return {
      purpose: nameOf(this.#purposes, input.purpose_id),
      payee: input.payee_name_1,
      address: input.mailing_address ?? '',
      amount: input.amount,
      day: dateOf(at),
      dealership: nameOf(this.#places, input.dealership_id),
      invoiceNumber: `${input.payee_name_1[0]}-${40_100 + this.#planned * 7}`,
      vin: input.vin_last_digits,
      poNumber: input.po_purchase_no,
    }
  }

  #resubmit(caller: Caller, id: number, input: CreateInput, now: number) {
    const corrected = { ...input, notes: 'Corrected as asked.', version: undefined }
    return resubmitRequest(this.#at(now), { caller, repeatable: undefined }, id, corrected)
  }

  #move({ approver, processor }: Pick<Plan, 'approver' | 'processor'>, id: number, step: Step, version: number) {
    const { status, at, note } = step
    if (status === 5) this.#checkNumber += 1
    const check_number = status === 5 ? String(this.#checkNumber) : null
    const caller = status > 3 && status < 8 ? processor : approver
    const input = statusBody.parse({ status_id: status, note, check_number, version })
    return changeStatus(this.#at(at), { caller, repeatable: undefined }, id, input)
  }

  #invent({ group }: Crew, requester: Caller, createdAt: number): CreateInput {
    const dice = this.#dice
    const departments = [...this.#places.keys()].filter(
      (path) => /^\w+\/\w+\/\w+$/.test(path) && path.startsWith(group),
    )
    const path = dice.pick(departments.filter((candidate) => this.#reaches(requester, candidate)))
    const [, dealership, department = ''] = path.split('/')
    const reason = dice.pick(reasons.filter((row) => row.departments.includes(department)))
    return createBody.parse({
      ...inventContent(reason, dice),
      dealer_group_id: this.#places.get(group),
      dealership_id: this.#places.get(`${group}/${dealership}`),
      department_id: this.#places.get(path),
      purpose_id: this.#purposes.get(reason.purpose),
      due_date: addDays(dateOf(createdAt), 5 + dice.below(14)),
    })
  }

  #reaches({ scope }: Caller, path: string): boolean {
    const dealership = placeId(this.#places, path.split('/').slice(0, 2).join('/'))
    if (scope.level === accessLevels.department) return scope.departmentIds.includes(placeId(this.#places, path))
    return scope.level !== accessLevels.dealership || scope.dealershipIds.includes(dealership)
  }

  #approverFor(crew: Crew, requester: Caller, input: CreateInput): string {
    const isToyota = input.dealership_id === this.#places.get('LAG/TOY')
    const isAble = (email: string) => email !== requester.email && (isToyota || !email.startsWith('approver2'))
    return this.#dice.pick(crew.approvers.filter(isAble))
  }

  #caller(email: string, roleId: RoleId): Promise<Caller> {
    return callerOf(this.#services, email, roleId)
  }

  #at(now: number): Services {
    return { ...this.#services, clock: () => now }
  }
}
