import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, type Scope } from '../access/scope.ts'
import { runs } from '../testing/random.ts'
import { type Approval, type Approver, authority, completesStep, type Delegation, type Question } from './authority.ts'
import type { Approvers, Step } from './policy.ts'

/** Events while a request is pending. People, titles, and dealerships are numbers. */
type Act =
  | { readonly kind: 'approve' | 'leave' | 'join' | 'hand'; readonly who: number }
  | { readonly kind: 'gain' | 'lose'; readonly who: number; readonly title: number }
  | { readonly kind: 'stand-in'; readonly who: number; readonly other: number; readonly everywhere: boolean }
  | { readonly kind: 'return'; readonly who: number }

const place = { dealerGroupId: 1, dealershipId: 10, departmentId: 100 }
const elsewhere = 20
const everyone = [1, 2, 3, 4, 5, 6]

const who = fc.constantFrom(...everyone)
const title = fc.constantFrom(1, 2)

const scopeOf = fc.constantFrom<Scope>(
  { level: 1, dealerGroupId: 1, dealershipIds: [], departmentIds: [] },
  { level: 2, dealerGroupId: 1, dealershipIds: [place.dealershipId], departmentIds: [] },
  { level: 2, dealerGroupId: 1, dealershipIds: [elsewhere], departmentIds: [] },
)

const approversOf: fc.Arbitrary<Approvers> = fc.oneof(
  fc.constant<Approvers>({ user_ids: [], approval_title_ids: [], anyone_in_scope: true }),
  fc.record<Approvers>({
    user_ids: fc.uniqueArray(who, { maxLength: 2 }),
    approval_title_ids: fc.uniqueArray(title, { maxLength: 1 }),
    anyone_in_scope: fc.constant(false),
  }),
)

const stepOf: fc.Arbitrary<Step> = fc.record({
  name: fc.constant('Step'),
  approvers: approversOf,
  needed: fc.constantFrom(1, 1, 2, 'all' as const),
})

const actOf: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('approve' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'join' as const, 'hand' as const), who }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('gain' as const, 'lose' as const), who, title }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('stand-in' as const),
      who,
      other: who,
      everywhere: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), who }) },
)

const lifeOf = fc.record({
  steps: fc.array(stepOf, { minLength: 1, maxLength: 3 }),
  fallback: approversOf,
  scopes: fc.tuple(scopeOf, scopeOf, scopeOf, scopeOf, scopeOf, scopeOf),
  acts: fc.array(actOf, { maxLength: 60 }),
})

/** A pending request and all changeable data that its approval depends on. */
class Life {
  readonly steps: readonly Step[]
  readonly fallback: Approvers
  readonly scopes: readonly Scope[]
  readonly here = new Set(everyone)
  readonly titles = new Map(everyone.map((id) => [id, new Set<number>()]))
  readonly barred = new Set<number>()
  delegations: Delegation[] = []
  given: Approval[] = []

  constructor({ steps, fallback, scopes }: { steps: Step[]; fallback: Approvers; scopes: readonly Scope[] }) {
    this.steps = steps
    this.fallback = fallback
    this.scopes = scopes
  }

  get question(): Question {
    const { steps, fallback, delegations, given, barred } = this
    return {
      place,
      isPending: true,
      steps,
      fallback,
      delegations,
      given,
      barredIds: [...barred],
      people: this.people(),
    }
  }

  people(): Approver[] {
    return [...this.here].map((userId) => ({
      userId,
      name: `Person ${userId}`,
      scope: this.scopes[userId - 1] as Scope,
      titles: [...(this.titles.get(userId) ?? [])].map((titleId) => ({ titleId, dealershipId: null })),
    }))
  }

  act(act: Act): void {
    const { who: id } = act
    if (act.kind === 'approve') this.#approve(id)
    if (act.kind === 'leave') this.here.delete(id)
    if (act.kind === 'join') this.here.add(id)
    if (act.kind === 'hand') this.barred.add(id)
    if (act.kind === 'gain') this.titles.get(id)?.add(act.title)
    if (act.kind === 'lose') this.titles.get(id)?.delete(act.title)
    if (act.kind === 'return') this.delegations = this.delegations.filter(({ fromId }) => fromId !== id)
    if (act.kind === 'stand-in' && act.other !== id)
      this.delegations.push({ fromId: id, toId: act.other, dealershipIds: act.everywhere ? [] : [elsewhere] })
  }

  #approve(userId: number): void {
    const found = authority(this.question)
    const decider = found.canAct.find((one) => one.userId === userId)
    expect(found.whyNot(userId) === undefined).toBe(decider !== undefined)
    if (!decider || found.current === null) return
    expect([userId, this.mayBeSaidToApprove(decider.forId ?? userId)]).toEqual([userId, true])
    if (decider.forId !== null) expect(this.standsIn(userId, decider.forId)).toBe(true)
    const completes = completesStep(found)
    this.given.push({ step: found.current, userId, forId: decider.forId, completes })
    if (completes) this.#expectEnough(found.current)
  }

  /**
   * Decides from the written rules alone: the approver is active, in scope, allowed, and named by the step or its
   * fallback.
   */
  mayBeSaidToApprove(id: number): boolean {
    const step = this.steps[this.completed()]
    if (!step) return false
    const short = this.#free(step.approvers).length < this.missing()
    return this.#free(step.approvers).includes(id) || (short && this.#free(this.fallback).includes(id))
  }

  standsIn(toId: number, fromId: number): boolean {
    const isGiven = this.delegations.some(
      (one) => one.fromId === fromId && one.toId === toId && !one.dealershipIds.length,
    )
    return isGiven && this.here.has(toId) && !this.#leftOut(toId)
  }

  completed(): number {
    return this.given.filter(({ completes }) => completes).length
  }

  missing(): number {
    const at = this.completed()
    const { approvers, needed } = this.steps[at] as Step
    const got = this.given.filter(({ step }) => step === at).length
    return Math.max(1, needed === 'all' ? this.#free(approvers).length : needed - got)
  }

  #free({ user_ids, approval_title_ids, anyone_in_scope }: Approvers): number[] {
    return everyone.filter((id) => {
      const isNamed =
        anyone_in_scope || user_ids.includes(id) || approval_title_ids.some((one) => this.titles.get(id)?.has(one))
      return isNamed && this.here.has(id) && covers(this.scopes[id - 1] as Scope, place) && !this.#leftOut(id)
    })
  }

  #leftOut(id: number): boolean {
    return this.barred.has(id) || this.given.some(({ userId, forId }) => userId === id || forId === id)
  }

  #expectEnough(at: number): void {
    const { approvers, needed } = this.steps[at] as Step
    const count = this.given.filter(({ step }) => step === at).length
    if (needed === 'all') expect(this.#free(approvers)).toEqual([])
    else expect(count).toBeGreaterThanOrEqual(needed)
  }
}

test('approves a random request only after enough different approvers complete each step in order', () => {
  fc.assert(
    fc.property(lifeOf, ({ acts, ...policy }) => {
      const life = new Life(policy)
      for (const act of acts) {
        life.act(act)
        const { current, canAct, whyNot, leftOut } = authority(life.question)
        expect(current).toBe(life.completed() < life.steps.length ? life.completed() : null)
        for (const id of everyone) {
          const decider = canAct.find(({ userId }) => userId === id)
          expect(whyNot(id) === undefined).toBe(decider !== undefined)
          expect([id, decider?.forId === null]).toEqual([id, life.mayBeSaidToApprove(id)])
        }
        expect(canAct.filter(({ userId, forId }) => leftOut.includes(userId) || leftOut.includes(forId ?? 0))).toEqual(
          [],
        )
      }
      const order = life.given.map(({ step }) => step)
      expect(order).toEqual(order.toSorted((one, other) => one - other))
      const names = life.given.flatMap(({ userId, forId }) => (forId === null ? [userId] : [userId, forId]))
      expect(new Set(names).size).toBe(names.length)
    }),
    runs({ gate: 500, nightly: 30_000 }),
  )
})

test('completes enough random requests, some of them through delegates or the fallback', () => {
  const seen = { ended: 0, byDelegate: 0, onFallback: 0, stuck: 0 }
  for (const { acts, ...policy } of fc.sample(lifeOf, { numRuns: 3000, seed: 12 })) {
    const life = new Life(policy)
    for (const act of acts) {
      life.act(act)
      const { onFallback, isStuck } = authority(life.question)
      if (onFallback) seen.onFallback += 1
      if (isStuck) seen.stuck += 1
    }
    if (life.completed() === life.steps.length) seen.ended += 1
    seen.byDelegate += life.given.filter(({ forId }) => forId !== null).length
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50)
})
