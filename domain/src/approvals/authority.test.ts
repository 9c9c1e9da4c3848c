import { describe, expect, test } from 'vitest'
import type { Scope } from '../access/scope.ts'
import { type Approval, type Approver, authority, type Delegation, isNamed, type Question } from './authority.ts'
import { type Approvers, policyBody, type Step } from './policy.ts'

const group: Scope = { level: 1, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
const at = (...dealershipIds: number[]): Scope => ({ level: 2, dealerGroupId: 1, dealershipIds, departmentIds: [] })

const controllerTitle = 1
const managerTitle = 2
const here = { dealerGroupId: 1, dealershipId: 10, departmentId: 100 }

function person(userId: number, name: string, scope: Scope, ...titles: Approver['titles']): Approver {
  return { userId, name, scope, titles }
}

const denise = person(1, 'Denise Carver', group, { titleId: controllerTitle, dealershipId: null })
const manuel = person(2, 'Manuel Ortiz', at(10, 20), { titleId: managerTitle, dealershipId: 10 })
const nora = person(3, 'Nora Wells', at(20), { titleId: managerTitle, dealershipId: 20 })
const victor = person(4, 'Victor Hale', at(20))
const priya = person(5, 'Priya Shah', at(10))
const people = [denise, manuel, nora, victor, priya]

const nobody: Approvers = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }
const titled = (name: string, titleId: number, needed: Step['needed'] = 1): Step => ({
  name,
  approvers: { ...nobody, approval_title_ids: [titleId] },
  needed,
})
const anyone = (name: string, needed: Step['needed'] = 1): Step => ({
  name,
  approvers: { ...nobody, anyone_in_scope: true },
  needed,
})
const controller = titled('Controller', controllerTitle)
const manager = titled('General manager', managerTitle)

function ask(question: Partial<Question>) {
  return authority({
    place: here,
    isPending: true,
    steps: [controller, manager],
    fallback: { ...nobody, anyone_in_scope: true },
    barredIds: [],
    people,
    delegations: [],
    given: [],
    ...question,
  })
}

function approved(step: number, userId: number, more: Partial<Approval> = {}): Approval {
  return { step, userId, forId: null, completes: true, ...more }
}

const away = (fromId: number, toId: number, ...dealershipIds: number[]): Delegation => ({ fromId, toId, dealershipIds })
const names = ({ canAct }: { canAct: readonly { name: string; forName: string | null }[] }) =>
  canAct.map(({ name, forName }) => (forName === null ? name : `${name} for ${forName}`))

describe('eligible approvers', () => {
  test('limits the first step to the approvers it names', () => {
    const asked = ask({})
    expect(asked.current).toBe(0)
    expect(names(asked)).toEqual(['Denise Carver'])
    expect(asked.whyNot(denise.userId)).toBeUndefined()
    expect(asked.whyNot(manuel.userId)).toBe('This request is waiting for the step “Controller”: Denise Carver.')
  })

  test('opens the second step after the first is approved', () => {
    const asked = ask({ given: [approved(0, denise.userId)] })
    expect(asked.current).toBe(1)
    expect(names(asked)).toEqual(['Manuel Ortiz'])
    expect(asked.steps.map(({ approvedBy, needed }) => [approvedBy.length, needed])).toEqual([
      [1, 1],
      [0, 1],
    ])
  })

  test('returns no pending step after the last approval', () => {
    const asked = ask({ given: [approved(0, denise.userId), approved(1, manuel.userId)] })
    expect(asked.current).toBeNull()
    expect(asked.whyNot(priya.userId)).toBe('Every step of this request is approved.')
  })

  test('keeps past approvals but needs no more after approval has ended', () => {
    const asked = ask({ isPending: false, given: [approved(0, denise.userId)] })
    expect(asked).toMatchObject({ current: null, canAct: [], onFallback: false, isStuck: false })
    expect(asked.steps.map(({ approvedBy, canAct }) => [approvedBy.length, canAct.length])).toEqual([
      [1, 0],
      [0, 0],
    ])
    expect(asked.whyNot(manuel.userId)).toBe(
      'This request no longer needs approval. Reload the page to see its status.',
    )
  })

  test('recognizes a title only at its dealership and for requests in the holder’s scope', () => {
    const steps = [manager]
    expect(names(ask({ steps, place: { ...here, dealershipId: 20 } }))).toEqual(['Nora Wells'])
    const elsewhere = person(6, 'Ed Far', at(20), { titleId: managerTitle, dealershipId: null })
    expect(names(ask({ steps, people: [manuel, elsewhere] }))).toEqual(['Manuel Ortiz'])
  })

  test('requires named approvers to have the request in their scope', () => {
    const named = { name: 'Owner', approvers: { ...nobody, user_ids: [victor.userId, priya.userId] }, needed: 1 }
    expect(names(ask({ steps: [named] }))).toEqual(['Priya Shah'])
  })

  test('refuses a second step’s approval from the first step’s approver when both steps list that user', () => {
    const asked = ask({ steps: [controller, anyone('Second look')], given: [approved(0, denise.userId)] })
    expect(names(asked)).toEqual(['Manuel Ortiz', 'Priya Shah'])
    expect(asked.whyNot(denise.userId)).toBe(
      'You already approved the step “Controller” of this request, and no one can approve the same request twice.',
    )
  })

  test('refuses approvers who created or edited the request', () => {
    const asked = ask({ steps: [anyone('One')], barredIds: [priya.userId] })
    expect(names(asked)).toEqual(['Denise Carver', 'Manuel Ortiz'])
    expect(asked.whyNot(priya.userId)).toContain('separation of duties')
  })

  test('names three approvers and counts the rest in the refusal', () => {
    const crowd = Array.from({ length: 5 }, (_, index) => person(20 + index, `Person ${index}`, group))
    expect(ask({ steps: [anyone('One')], people: crowd }).whyNot(99)).toBe(
      'This request is waiting for the step “One”: Person 0, Person 1, Person 2, or 2 other people.',
    )
  })
})

describe('number of approvals', () => {
  test('keeps a step that needs two approvals pending after the first', () => {
    const steps = [anyone('Two', 2)]
    const asked = ask({ steps, given: [approved(0, denise.userId, { completes: false })] })
    expect(asked.current).toBe(0)
    expect(asked.steps[0]).toMatchObject({ needed: 2, approvedBy: [{ userId: denise.userId }] })
    expect(names(asked)).toEqual(['Manuel Ortiz', 'Priya Shah'])
  })

  test('requires everyone on the list for "all", including approvers added later', () => {
    const steps = [anyone('All', 'all')]
    expect(ask({ steps }).steps[0]?.needed).toBe(3)
    const given = [approved(0, denise.userId, { completes: false }), approved(0, manuel.userId, { completes: false })]
    expect(ask({ steps, given }).steps[0]?.needed).toBe(3)
    const joined = [...people, person(7, 'Jo New', group)]
    expect(names(ask({ steps, given, people: joined }))).toEqual(['Priya Shah', 'Jo New'])
  })

  test('uses the fallback instead of completing the step when approvers leave', () => {
    const steps = [{ ...anyone('All', 'all'), approvers: { ...nobody, user_ids: [1, 2] } }]
    const given = [approved(0, denise.userId, { completes: false })]
    const asked = ask({ steps, given, people: people.filter(({ userId }) => userId !== manuel.userId) })
    expect(asked.current).toBe(0)
    expect(asked.onFallback).toBe(true)
    expect(names(asked)).toEqual(['Priya Shah'])
  })
})

describe('missing approvers', () => {
  test('uses the fallback for a title without holders instead of skipping the step', () => {
    const asked = ask({ steps: [titled('Owner', 99)] })
    expect(asked).toMatchObject({ current: 0, onFallback: true, isStuck: false })
    expect(names(asked)).toEqual(['Denise Carver', 'Manuel Ortiz', 'Priya Shah'])
  })

  test('offers a step with too few approvers to those approvers and to the fallback', () => {
    const asked = ask({ steps: [titled('Two controllers', controllerTitle, 2)] })
    expect(asked.onFallback).toBe(true)
    expect(names(asked)).toEqual(['Denise Carver', 'Manuel Ortiz', 'Priya Shah'])
  })

  test('lists the same approvers in its sentences and in its decisions', () => {
    const given = [approved(0, denise.userId)]
    const asked = ask({ steps: [controller, titled('Owner', 99)], given, barredIds: [priya.userId] })
    expect(asked.waitsFor).toEqual({ user_ids: [], approval_title_ids: [99], anyone_in_scope: true })
    expect(asked.leftOut).toEqual([priya.userId, denise.userId])
    const waiting = people.filter((one) => asked.waitsFor && isNamed(asked.waitsFor, one, here))
    expect(waiting.filter(({ userId }) => !asked.leftOut.includes(userId)).map(({ name }) => name)).toEqual(
      names(asked),
    )
    expect(ask({ isPending: false })).toMatchObject({ waitsFor: null, leftOut: [] })
  })

  test('reports a request as stuck if the fallback has no approvers', () => {
    const asked = ask({ steps: [titled('Owner', 99)], fallback: { ...nobody, user_ids: [99] } })
    expect(asked).toMatchObject({ current: 0, isStuck: true, canAct: [] })
    expect(asked.whyNot(denise.userId)).toBe(
      'No one can approve the step “Owner” now. An admin has to give someone one of the step’s approval titles, or give the Approver role to a user named in the step.',
    )
  })
})

describe('delegates', () => {
  test('lets a delegate act for the absent approver beyond the delegate’s own scope', () => {
    const asked = ask({ delegations: [away(denise.userId, victor.userId)] })
    expect(names(asked)).toEqual(['Denise Carver', 'Victor Hale for Denise Carver'])
    expect(asked.whyNot(victor.userId)).toBeUndefined()
  })

  test('limits a delegate to the dealerships of the delegation', () => {
    const delegations = [away(denise.userId, victor.userId, 20)]
    expect(names(ask({ delegations }))).toEqual(['Denise Carver'])
    const there = { ...here, dealershipId: 20 }
    expect(names(ask({ delegations, place: there }))).toEqual(['Denise Carver', 'Victor Hale for Denise Carver'])
  })

  test('treats a delegate’s approval as the approval of both people and refuses a second approval from either', () => {
    const given = [approved(0, victor.userId, { forId: denise.userId })]
    const asked = ask({ steps: [controller, anyone('Second look')], given })
    expect(names(asked)).toEqual(['Manuel Ortiz', 'Priya Shah'])
    expect(asked.whyNot(denise.userId)).toBe(
      'Your delegate already approved the step “Controller” of this request for you, and no one can approve the same request twice.',
    )
    expect(asked.whyNot(victor.userId)).toContain('You already approved the step “Controller”')
  })

  test('bars both the delegate and the absent approver if one of them created or edited the request', () => {
    const delegations = [away(denise.userId, victor.userId)]
    expect(names(ask({ delegations, barredIds: [denise.userId] }))).not.toContain('Victor Hale for Denise Carver')
    expect(names(ask({ delegations, barredIds: [victor.userId] }))).toEqual(['Denise Carver'])
  })

  test('doesn’t let a delegate name another delegate', () => {
    const delegations = [away(denise.userId, victor.userId), away(victor.userId, nora.userId)]
    expect(names(ask({ delegations }))).toEqual(['Denise Carver', 'Victor Hale for Denise Carver'])
  })

  test('records an approval in the user’s own name if they can approve without a delegation', () => {
    const delegations = [away(denise.userId, priya.userId)]
    expect(names(ask({ steps: [anyone('One')], delegations }))).toEqual(['Denise Carver', 'Manuel Ortiz', 'Priya Shah'])
  })

  test('refuses a second approval in the same person’s name', () => {
    const steps = [titled('Two controllers', controllerTitle, 2)]
    const asked = ask({ steps, delegations: [away(denise.userId, victor.userId)] })
    expect(asked.onFallback).toBe(true)
  })

  test('ignores delegates from other dealer groups', () => {
    const stranger = person(8, 'Out Sider', { ...group, dealerGroupId: 2 })
    const asked = ask({ people: [...people, stranger], delegations: [away(denise.userId, stranger.userId)] })
    expect(names(asked)).toEqual(['Denise Carver'])
  })
})

// Takes 1.2 ms on an idle machine.
test('evaluates 2,000 people and ten steps in under 50 ms', () => {
  const crowd = Array.from({ length: 2000 }, (_, index) => person(100 + index, `Person ${index}`, group))
  const steps = Array.from({ length: 10 }, (_, index) => anyone(`Step ${index}`, 20))
  expect(policyBody.safeParse({ otherwise: { steps } }).success).toBe(true)
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now()
    ask({ steps, people: crowd, delegations: [away(100, 101)] }).whyNot(denise.userId)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(50)
})

describe('overdue steps', () => {
  const hurry = {
    remind_after: null,
    escalate_after: 8,
    critical_remind_after: null,
    critical_escalate_after: null,
    escalate_to: managerTitle,
  }
  const urgent = { ...controller, hurry }

  test('also offers an overdue step to the escalation title’s holders and their delegates', () => {
    const asked = ask({ steps: [urgent], isEscalated: true, delegations: [away(manuel.userId, victor.userId)] })
    expect(names(asked)).toEqual(['Denise Carver', 'Manuel Ortiz', 'Victor Hale for Manuel Ortiz'])
    expect(names({ canAct: asked.byEscalation })).toEqual(['Manuel Ortiz', 'Victor Hale for Manuel Ortiz'])
    expect(asked.waitsFor).toEqual({ ...nobody, approval_title_ids: [controllerTitle, managerTitle] })
    expect(asked.whyNot(nora.userId)).toContain('This request is waiting for the step “Controller”')
  })

  test('offers a step to no one else if it isn’t overdue or has no escalation title', () => {
    expect(names(ask({ steps: [urgent] }))).toEqual(['Denise Carver'])
    expect(names(ask({ steps: [controller], isEscalated: true }))).toEqual(['Denise Carver'])
  })

  test('keeps the fallback and still refuses repeated approvals after escalation', () => {
    const asked = ask({ steps: [{ ...urgent, needed: 2 }], isEscalated: true, fallback: { ...nobody, user_ids: [5] } })
    expect(asked.onFallback).toBe(true)
    expect(names(asked)).toEqual(['Denise Carver', 'Manuel Ortiz', 'Priya Shah'])
    const given = [approved(0, manuel.userId, { completes: false })]
    expect(names(ask({ steps: [{ ...urgent, needed: 2 }], isEscalated: true, given }))).toEqual(['Denise Carver'])
    expect(names(ask({ steps: [urgent], isEscalated: true, barredIds: [manuel.userId] }))).toEqual(['Denise Carver'])
  })
})
