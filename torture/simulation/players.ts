import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import { callers } from '../../server/src/testing/matrix.ts'
import type { PersonName, PlaceName } from '../../server/src/testing/organization.ts'
import { bodyAt, moveBody } from '../../server/src/testing/requests.ts'
import type { World } from '../../server/src/testing/world.ts'
import { apply, type Command, isAllowed, type ModelRequest, type Player } from './model.ts'

const dearest = 9_999_999
const mostOpen = 12
const mostTries = 200
const closed: readonly StatusId[] = [7, 8]
const kinds = ['move', 'move', 'move', 'move', 'edit', 'delete', 'priority', 'delivery', 'hold', 'lift'] as const
const nextStatuses: Partial<Record<StatusId, readonly StatusId[]>> = {
  1: [2, 3, 9],
  2: [3, 8, 9],
  3: [4, 9],
  4: [5],
  5: [6],
  6: [7],
  9: [1],
}
/** The users who create requests, and their locations. */
const raisers: readonly (readonly [PersonName, PlaceName])[] = [
  ['requester-group', 'NWG'],
  ['requester-department', 'NWG/TOY/SVC'],
  ['requester-honda', 'NWG/HON/SVC'],
  ['everyone', 'NWG/TOY'],
  ['requester-eastside', 'EAS/KIA/SVC'],
  ['everyone-eastside', 'EAS'],
]

/**
 * Users who act randomly on their own requests, one action after another. The model decides which results are allowed.
 */
export class Lane {
  readonly requests = new Map<number, ModelRequest>()
  readonly faults: string[] = []
  /** The number of commands that succeeded. */
  done = 0
  readonly #world: World
  readonly #dice: Dice

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  /** Lets a random user attempt a valid or invalid command. */
  async step(): Promise<void> {
    this.#world.clock.advance(1000)
    const open = this.#requests((status) => !closed.includes(status))
    if (open.length === 0 || (open.length < mostOpen && this.#dice.below(6) === 0)) return this.#raise()
    // Usually chooses an open request, because closed requests allow few commands and their number keeps growing.
    const known = this.#dice.below(12) > 0 ? open : this.#requests(() => true)
    const request = this.#dice.pick(known)
    const [player, command] = this.#intentionFor(request)
    await this.#act(player, request, command)
  }

  #requests(isWanted: (status: StatusId) => boolean): ModelRequest[] {
    return [...this.requests.values()].filter(({ status }) => isWanted(status))
  }

  // Half of the commands are allowed, so that requests make progress. A quarter are the next step by users who took
  // part in the request.
  #intentionFor(request: ModelRequest): [Player, Command] {
    const aim = this.#dice.pick(['allowed', 'allowed', 'a step on', 'anything'] as const)
    if (aim === 'a step on') {
      const player = this.#dice.pick(callers.filter(({ name }) => hasHand(name, request)))
      return [player, { kind: 'move', to: this.#nextOf(request), version: request.version }]
    }
    const draw = (): [Player, Command] => [this.#dice.pick(callers), this.#commandFor(request)]
    let intention = draw()
    if (aim === 'anything') return intention
    for (let tries = 1; tries < mostTries && !isAllowed(intention[0], request, intention[1]); tries += 1)
      intention = draw()
    return intention
  }

  #commandFor(request: ModelRequest): Command {
    const version = this.#dice.below(12) === 0 ? Math.max(1, request.version - 1) : request.version
    const kind = this.#dice.pick(kinds)
    if (kind === 'edit') return { kind, version, cents: 1 + this.#dice.below(dearest) }
    if (kind !== 'move') return { kind, version }
    const to = this.#dice.below(3) > 0 ? this.#nextOf(request) : this.#anyStatus()
    return { kind, to, version: this.#dice.below(8) === 0 ? undefined : version }
  }

  #nextOf({ status }: ModelRequest): StatusId {
    const next = nextStatuses[status]
    return next ? this.#dice.pick(next) : this.#anyStatus()
  }

  #anyStatus(): StatusId {
    return (1 + this.#dice.below(9)) as StatusId
  }

  async #raise(): Promise<void> {
    const [name, place] = this.#dice.pick(raisers)
    const cents = 1 + this.#dice.below(dearest)
    const client = await this.#world.as(name, 'requester')
    const reply = await client.call(endpoints.create, { body: bodyAt(this.#world.ids, place, { amount: cents / 100 }) })
    if (reply.status !== 201) return void this.faults.push(`${name} can’t create a request at ${place}: ${reply.text}`)
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

function hasHand(name: PersonName, { raised, edited, approved }: ModelRequest): boolean {
  return [raised, edited, approved].some((hands) => hands.has(name))
}
