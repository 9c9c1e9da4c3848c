import { refusalToAct } from '../access/permissions.ts'
import { type Bar, refusalByHand, requestBars } from '../check-requests/duties.ts'
import type { Actor, Refusal, RequestState } from '../check-requests/lifecycle.ts'

/** Who cannot route a request anew (D1). */
export const anewBars = requestBars.decide.map((bar) => ({
  ...bar,
  sentence: bar.sentence.replace('someone else has to decide on it', 'another admin has to route it again'),
})) satisfies readonly Bar[]

/**
 * Why this person cannot route this request anew; undefined when they can. Whoever raised it or edited what is paid
 * chooses nothing about who approves it (D1).
 */
export function refusalToRouteAnew(actor: Actor, request: RequestState): Refusal | undefined {
  const refusal = refusalToAct('check-requests.route-anew', actor, request)
  if (refusal) return refusal
  const byHand = refusalByHand(anewBars, actor.userId, request)
  return byHand === undefined ? undefined : { kind: 'forbidden', sentence: byHand }
}

const listFormat = new Intl.ListFormat('en-US')

/** Why this person cannot publish a draft: whoever edited it needs a second person, unless separation of duties is lifted. */
export function refusalToPublish(
  userId: number,
  editors: readonly { readonly id: number; readonly name: string }[],
  separationOfDuties: boolean,
): string | undefined {
  if (!separationOfDuties || !editors.some(({ id }) => id === userId)) return undefined
  const names = listFormat.format(editors.map(({ name }) => name))
  return `${names} edited this policy, so another admin has to publish it (separation of duties).`
}
