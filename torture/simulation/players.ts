import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import { callers } from '../../server/src/testing/matrix.ts'
import type { PersonName, PlaceName } from '../../server/src/testing/organisation.ts'
import { bodyAt, moveBody } from '../../server/src/testing/requests.ts'
import type { World } from '../../server/src/testing/world.ts'
import { apply, type Command, isAllowed, type ModelRequest, type Player } from './model.ts'

const dearest = 9_999_999
const mostAtOnce = 12
/** Who raises where. */
const raisers: readonly (readonly [PersonName, PlaceName])[] = [
  ['requester-group', 'NWG'],
  ['requester-department', 'NWG/TOY/SVC'],
  ['requester-honda', 'NWG/HON/SVC'],
  ['everyone', 'NWG/TOY'],
  ['requester-eastside', 'EAS/KIA/SVC'],
  ['everyone-eastside', 'EAS'],
]

/** People who do what they please to requests of their own lane, one after the other; the model says what may come of it. */
export class Lane {
  readonly requests = new Map<number, ModelRequest>()
  readonly faults: string[] = []
  /** How many commands were done. */
  done = 0
  readonly #world: World
  readonly #dice: Dice

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  /** Makes somebody do something, right or wrong. */
  async step(): Promise<void> {
    this.#world.clock.advance(1000)
    const ids = [...this.requests.keys()]
    if (ids.length === 0 || (ids.length < mostAtOnce && this.#dice.below(6) === 0)) return this.#raise()
    const request = this.requests.get(this.#dice.pick(ids)) as ModelRequest
    await this.#act(this.#playerFor(request), request, this.#commandFor(request))
  }

  // Half the time somebody who could, or little would ever happen.
  #playerFor(request: ModelRequest): Player {
    const near = callers.filter(({ name }) => name.includes('eastside') === request.place.startsWith('EAS'))
    return this.#dice.pick(this.#dice.below(4) > 0 ? near : callers)
  }

  #commandFor({ version: now, status }: ModelRequest): Command {
    const version = this.#dice.below(12) === 0 ? Math.max(1, now - 1) : now
    const kind = this.#dice.pick([
      'move',
      'move',
      'move',
      'move',
      'edit',
      'delete',
      'priority',
      'delivery',
      'hold',
      'lift',
    ] as const)
    if (kind === 'edit') return { kind, version, cents: 1 + this.#dice.below(dearest) }
    if (kind !== 'move') return { kind, version }
    const next = (
      { 1: [2, 3, 9], 2: [3, 8, 9], 3: [4, 9], 4: [5], 5: [6], 6: [7], 9: [1] } as Record<number, number[]>
    )[status]
    const to = (
      this.#dice.below(3) > 0 && next ? this.#dice.pick(next) : 1 + this.#dice.below(9)
    ) as ModelRequest['status']
    return { kind, to, version: this.#dice.below(8) === 0 ? undefined : version }
  }

  async #raise(): Promise<void> {
    const [name, place] = this.#dice.pick(raisers)
    const cents = 1 + this.#dice.below(dearest)
    const client = await this.#world.as(name, 'requester')
    const reply = await client.call(endpoints.create, { body: bodyAt(this.#world.ids, place, { amount: cents / 100 }) })
    if (reply.status !== 201) return void this.faults.push(`${name} cannot raise at ${place}: ${reply.text}`)
    const own = { id: reply.data.id, place, requester: name, raised: new Set([name]), edited: new Set<PersonName>() }
    const request = {
      ...own,
      approved: new Set<PersonName>(),
      status: 1 as const,
      version: 1,
      cents,
      holder: undefined,
    }
    this.requests.set(reply.data.id, request)
  }

  async #act(player: Player, request: ModelRequest, command: Command): Promise<void> {
    const allowed = isAllowed(player, request, command)
    const { status, text } = await this.#send(player, request, command)
    const was = JSON.stringify({
      ...request,
      raised: [...request.raised],
      edited: [...request.edited],
      approved: [...request.approved],
    })
    if (status < 300 !== allowed || status >= 500)
      this.faults.push(
        `${player.name} as ${player.role}: ${JSON.stringify(command)} of ${was} is answered ${status} ${text}`,
      )
    if (status >= 300) return
    this.done += 1
    if (command.kind === 'delete') this.requests.delete(request.id)
    else apply(player, request, command)
  }

  async #send(player: Player, { id, place, status }: ModelRequest, command: Command) {
    const client = await this.#world.as(player.name, player.role)
    const params = { id }
    const { kind, version } = command
    const body = { ...(version !== undefined && { version }) }
    if (kind === 'move')
      return client.call(endpoints.changeStatus, { params, body: { ...moveBody(command.to, status), ...body } })
    if (kind === 'edit')
      return client.call(endpoints.update, {
        params,
        body: { ...bodyAt(this.#world.ids, place, { amount: command.cents / 100 }), ...body },
      })
    if (kind === 'delete') return client.call(endpoints.remove, { params, body })
    if (kind === 'priority')
      return client.call(endpoints.changePriority, { params, body: { priority_level: 'urgent', ...body } })
    if (kind === 'delivery') return client.call(endpoints.update, { params, body: { delivery_method_id: 2, ...body } })
    if (kind === 'hold')
      return client.call(endpoints.hold, { params, body: { reason: 'Wait for the invoice', ...body } })
    return client.call(endpoints.liftHold, { params, body })
  }
}
