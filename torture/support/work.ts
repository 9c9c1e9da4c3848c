import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import { moveBody, raise } from '../../server/src/testing/requests.ts'
import type { World } from '../../server/src/testing/world.ts'

/** An acknowledged change to a request, and the version that the change created. */
export interface Acknowledged {
  readonly id: number
  readonly version: number
}

const atOnce = 3
const places = ['NWG/TOY/SVC', 'NWG/TOY', 'NWG/HON/SVC', 'NWG'] as const
/** The steps of a request, and the user who takes each. */
const steps = [
  { to: 2, by: 'approver-super' },
  { to: 3, by: 'approver-super' },
  { to: 4, by: 'processor-super' },
  { to: 5, by: 'processor-super' },
] as const

/**
 * Creates requests and advances them some steps, three at a time. `done` receives every acknowledgment as it arrives.
 */
export async function workFor(
  world: World,
  requests: number,
  dice: Dice,
  done: (acknowledged: Acknowledged) => void,
): Promise<void> {
  const work = async (lane: number) => {
    for (let n = lane; n < requests; n += atOnce) await takeOne(world, dice, done)
  }
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)))
}

async function takeOne(world: World, dice: Dice, done: (acknowledged: Acknowledged) => void): Promise<void> {
  const { id } = await raise(world, 'requester-group', dice.pick(places))
  let version = 1
  let from = 1
  done({ id, version })
  for (const { to, by } of steps.slice(0, dice.below(steps.length + 1))) {
    const client = await world.as(by)
    const { status, text } = await client.call(endpoints.changeStatus, {
      params: { id },
      body: moveBody(to, from, version),
    })
    if (status !== 201) throw new Error(`Request ${id} can’t move from ${from} to ${to}: ${text}`)
    from = to
    version += 1
    done({ id, version })
  }
}
