import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { type CreateInput, createBody, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { addDays, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { changeStatus } from '../check-requests/commands/change-status.ts'
import { createRequest } from '../check-requests/commands/create.ts'
import { resubmitRequest } from '../check-requests/commands/update-request.ts'
import { listPurposes } from '../organization/queries/lists.ts'
import type { Services } from '../services.ts'
import { inventContent, reasons, rejectNotes, sendBackNotes } from './catalogue.ts'
import { Dice } from './dice.ts'
import { type PlaceIds, placeId } from './queries.ts'
import { callerOf } from './scene.ts'

const requests = 150
const firstCheckNumber = 104_200
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

/** Raises the demo's requests and moves each one through its life cycle with the same commands that users run. */
export async function generateRequests(
  services: Services,
  places: PlaceIds,
  span: { begin: number; end: number },
): Promise<void> {
  const dice = new Dice(20_261_121)
  const purposes = await listPurposes(services.database.read)
  const generator = new RequestGenerator(
    services,
    places,
    new Map(purposes.map(({ name, id }) => [name, id])),
    dice,
    span.end,
  )
  const createdAts = Array.from({ length: requests }, () => createdAt(span, dice)).sort((a, b) => a - b)
  for (const createdAt of createdAts) await generator.generate(dice.weighted(crews), createdAt)
}

// A third of the requests are from the last week and a third from the last month, so that no queue is empty.
function createdAt({ begin, end }: { begin: number; end: number }, dice: Dice): number {
  const earliest = dice.pick([begin, end - 30 * 24 * hour, end - 7 * 24 * hour])
  return earliest + dice.below(end - earliest - hour)
}

class RequestGenerator {
  readonly #services: Services
  readonly #places: PlaceIds
  readonly #purposes: ReadonlyMap<string, number>
  readonly #dice: Dice
  readonly #end: number
  #checkNumber = firstCheckNumber

  constructor(services: Services, places: PlaceIds, purposes: ReadonlyMap<string, number>, dice: Dice, end: number) {
    this.#services = services
    this.#places = places
    this.#purposes = purposes
    this.#dice = dice
    this.#end = end
  }

  async generate(crew: Crew, createdAt: number): Promise<void> {
    const dice = this.#dice
    const requester = await this.#caller(dice.pick(crew.requesters), 2)
    const input = this.#invent(crew, requester, createdAt)
    const { id } = await createRequest(this.#at(createdAt), { caller: requester, repeatable: undefined }, input)
    const approver = await this.#caller(this.#approverFor(crew, requester, input), 3)
    const processor = await this.#caller(crew.processor, 4)
    let now = createdAt
    for (const [index, step] of dice.weighted(fates).steps.entries()) {
      now += (1 + dice.below(step > 5 ? 72 : 48)) * hour
      if (now > this.#end) return
      if (step === 1) await this.#resubmit(requester, id, input, now)
      else await this.#move(step > 3 && step < 8 ? processor : approver, { id, version: index + 1 }, step, now)
    }
  }

  #resubmit(caller: Caller, id: number, input: CreateInput, now: number) {
    const corrected = { ...input, notes: 'Corrected as asked.', version: undefined }
    return resubmitRequest(this.#at(now), { caller, repeatable: undefined }, id, corrected)
  }

  #move(caller: Caller, { id, version }: { id: number; version: number }, step: number, now: number) {
    const notes: Record<number, readonly string[]> = { 8: rejectNotes, 9: sendBackNotes }
    const note = notes[step] ? this.#dice.pick(notes[step]) : null
    if (step === 5) this.#checkNumber += 1
    const check_number = step === 5 ? String(this.#checkNumber) : null
    const input = statusBody.parse({ status_id: step, note, check_number, version })
    return changeStatus(this.#at(now), { caller, repeatable: undefined }, id, input)
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
