import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import type { createRecurringBody } from '@check-requests/domain/check-requests/recurring/fields.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { z } from 'zod'
import { raiseRecurring } from '../check-requests/recurring/commands/raise.ts'
import { present } from '../platform/errors.ts'
import type { Client } from './client.ts'
import { confirmControls } from './controls.ts'
import { inboxOf } from './inbox.ts'
import { emailOf, type PersonName, personNamed, type RoleWord } from './organization.ts'
import { move, raise } from './requests.ts'
import type { World } from './world.ts'

const day = 86_400_000
export const rent = { amount: 4500, payee_name_1: 'Oak Street Properties', mailing_address: '12 Oak Street' }

type Input = Partial<z.input<typeof createRecurringBody>>

/** Steps with recurring requests of the user `requester-group`, on a clock that only these steps move. */
export class RecurringSteps {
  readonly #world: World
  #clients = new Map<string, Promise<Client>>()

  constructor(world: World) {
    this.#world = world
  }

  /** The user's client. Sessions end while the clock moves on, so users log in again. */
  as(name: PersonName, role = personNamed(name).roles[0] as RoleWord): Promise<Client> {
    const client = this.#clients.get(name + role) ?? this.#world.logIn(emailOf(name), role)
    this.#clients.set(name + role, client)
    return client
  }

  requester(): Promise<Client> {
    return this.as('requester-group')
  }

  moveClock(milliseconds: number): void {
    this.#world.clock.advance(milliseconds)
    this.#clients = new Map()
  }

  /** Moves the clock, and runs the background work. */
  async nextDays(days: number): Promise<void> {
    this.moveClock(days * day)
    await raiseRecurring(this.#world.services)
  }

  /** Today in the dealer group's time zone. */
  today(): string {
    return datesIn('America/New_York')(this.#world.clock.read())
  }

  async approve(id: number): Promise<void> {
    const moved = await move(await this.as('approver-group'), id, 3)
    if (moved.status !== 201) throw new Error(`The request can’t be approved: ${moved.text}`)
  }

  async approvedRent(changes: object = {}): Promise<number> {
    const { id } = await raise(this.#world, 'requester-group', 'NWG/TOY/SVC', { ...rent, ...changes })
    await this.approve(id)
    return id
  }

  async repeat(request_id: number, changes: Input = {}) {
    const body = { request_id, every: 'month' as const, first_on: addDays(this.today(), 1), ...changes }
    return (await this.requester()).call(endpoints.create, { body })
  }

  async list(client: Client) {
    return (await client.call(endpoints.list)).data.items
  }

  /** The only recurring request that this client sees. */
  async theOne(client?: Client) {
    const [item] = await this.list(client ?? (await this.requester()))
    if (!item) throw new Error('There is no recurring request')
    return item
  }

  async change(client: Client, body: object) {
    const { id, version } = await this.theOne(client)
    return client.call(endpoints.update, { params: { id }, body: { version, ...body } })
  }

  /** Submits the oldest draft in this many windows, each of which shows it before any submits it. */
  async submitIn(windows: number) {
    const { id, unsent } = await this.theOne()
    const due = unsent[0]
    if (!due?.draft) throw new Error('There is no draft')
    const body = { due_on: due.due_on, version: due.draft.version }
    const client = await this.requester()
    return Promise.all(Array.from({ length: windows }, () => client.call(endpoints.submit, { params: { id }, body })))
  }

  /** Submits the oldest draft. */
  async submit() {
    const [submitted] = await this.submitIn(1)
    return present(submitted, 'the answer')
  }

  /** A request as an approver sees it. */
  async detail(id: number) {
    return (await (await this.as('approver-group')).call(requests.detail, { params: { id } })).data
  }

  /** The names of a user's notices about recurring requests, newest first. */
  async events(name: PersonName): Promise<string[]> {
    const { items } = await inboxOf(await this.as(name))
    return items.map(({ event }) => event).filter((event) => event.startsWith('recurring'))
  }

  /** Sets the limit for automatic submission, which a second admin confirms. */
  async allowUpTo(limit: number | null): Promise<void> {
    const params = { id: this.#world.ids.places.NWG }
    const reply = await (await this.as('admin-group')).call(endpoints.saveLimit, { params, body: { limit } })
    if (reply.status !== 200) throw new Error(`The limit can’t be saved: ${reply.text}`)
    await confirmControls(this.#world)
  }
}
