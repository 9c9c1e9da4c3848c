import { covers, type Place, type Scope } from '../access/scope.ts'
import { requestBars } from '../check-requests/duties.ts'
import { listWithOr } from '../values/lists.ts'
import { type Approvers, nobody, type RoutedStep, type Step } from './policy.ts'

/** An active user with a confirmed approver role, and their approval titles. */
export interface Approver {
  readonly userId: number
  readonly name: string
  readonly scope: Scope
  /** A title counts at one dealership or, if null, anywhere its holder can approve. */
  readonly titles: readonly { readonly titleId: number; readonly dealershipId: number | null }[]
}

/** An active delegation from an absent approver. `dealershipIds`: empty for all. */
export interface Delegation {
  readonly fromId: number
  readonly toId: number
  readonly dealershipIds: readonly number[]
}

/** An approval that was given, in order. `forId`: the absent approver for whom a delegate gave it. */
export interface Approval {
  readonly step: number
  readonly userId: number
  readonly forId: number | null
  /**
   * True for the approval that completed the step when it was given. If an approver leaves later, the step isn't
   * completed retroactively.
   */
  readonly completes: boolean
}

/** The parts of a request that matter to its approval. */
export interface Subject {
  readonly id: number
  readonly place: Place
  /** True if the request awaits a decision: its chain hasn't ended, and it doesn't have to be resubmitted first. */
  readonly isPending: boolean
  /**
   * The users who created or edited the request and so can't decide on it (D1, E9). Empty if separation of duties is
   * off.
   */
  readonly barredIds: readonly number[]
  /** True for the highest priority, which has its own deadlines. */
  readonly isCritical: boolean
}

/**
 * The facts that decide who can approve: the request with the steps that were fixed when it was routed, the current
 * users, and past approvals.
 */
export interface Question extends Omit<Subject, 'id' | 'isCritical'> {
  readonly steps: readonly RoutedStep[]
  readonly fallback: Approvers
  readonly people: readonly Approver[]
  readonly delegations: readonly Delegation[]
  readonly given: readonly Approval[]
  /** True if the current step is overdue, so that the holders of its escalation title can approve as well. */
  readonly isEscalated?: boolean
}

/** An approver of the current step, and the absent approver, if any, for whom they approve. */
export interface Decider {
  readonly userId: number
  readonly name: string
  readonly forId: number | null
  readonly forName: string | null
}

/** The progress of a step. */
export interface StepState {
  readonly name: string
  /** The total number of approvals needed now, including those already given. */
  readonly needed: number
  readonly approvedBy: readonly Approval[]
  /**
   * The users who can approve the step now. For a later step, those who could if it were current. Empty for a complete
   * step.
   */
  readonly canAct: readonly Decider[]
}

/** The approval state of a request under its approval policy. */
export interface Authority {
  readonly steps: readonly StepState[]
  /** The current step, counted from 0; null when all steps are approved or the chain has ended. */
  readonly current: number | null
  readonly canAct: readonly Decider[]
  /** The current approvers who can approve only because the step is overdue. */
  readonly byEscalation: readonly Decider[]
  /** The approvers named by the current step, before anyone is excluded; null if no step is pending. */
  readonly waitsFor: Approvers | null
  /**
   * The users excluded from later approvals: those who already approved, for themselves or someone else, and those who
   * created or edited the request.
   */
  readonly leftOut: readonly number[]
  /** True if the current step has too few approvers of its own, so that the fallback can approve as well. */
  readonly onFallback: boolean
  /** True if there are too few approvers even with the fallback, so that an admin has to help. */
  readonly isStuck: boolean
  /** Why this user can't decide on the request now; undefined when they can. */
  readonly whyNot: (userId: number) => string | undefined
}

/**
 * The users who can approve a request now, and the reason why each other user can't. Used when a decision is saved,
 * next to the buttons, and in the queue. No one can approve a request twice, not even for someone else, and no one who
 * created or edited a request can approve it.
 */
export function authority(asked: Question): Authority {
  const question = narrowed(asked)
  const index = question.given.filter(({ completes }) => completes).length
  const step = question.steps[index]
  if (!step) return waitingForNobody(question, index, sentences.complete)
  if (!question.isPending) return waitingForNobody(question, index, sentences.ended)
  const missing = missingAt(question, step, index)
  const own = membersOf(question, step.approvers)
  const onFallback = own.length < missing
  const first = onFallback ? either(step.approvers, question.fallback) : step.approvers
  const offered = offeredTo(question, step)
  const waitsFor = offered ? either(first, offered) : first
  const members = membersOf(question, waitsFor)
  const canAct = withDelegates(question, members)
  const byEscalation = offered ? newcomers(canAct, withDelegates(question, membersOf(question, first))) : []
  const steps = question.steps.map((one, at) => stateOf(question, one, at, { index, canAct }))
  const whyNot = (userId: number) =>
    canAct.some((decider) => decider.userId === userId) ? undefined : reasonFor(question, step, canAct, userId)
  const isStuck = members.length < missing
  const people = { canAct, byEscalation, waitsFor, leftOut: leftOutOf(question) }
  return { steps, current: index, ...people, onFallback, isStuck, whyNot }
}

function waitingForNobody(question: Narrowed, index: number, sentence: string): Authority {
  const states = question.steps.map((step, at) => stateOf(question, step, at, { index, canAct: [] }))
  const steps = states.map((state) => ({ ...state, canAct: [] }))
  const nothing = {
    current: null,
    canAct: [],
    byEscalation: [],
    waitsFor: null,
    leftOut: [],
    onFallback: false,
    isStuck: false,
  }
  return { ...nothing, steps, whyNot: () => sentence }
}

/** The holders of the escalation title once a step is overdue. */
function offeredTo({ isEscalated = false }: Question, { hurry }: RoutedStep): Approvers | undefined {
  const title = isEscalated ? hurry?.escalate_to : undefined
  return title ? { ...nobody, approval_title_ids: [title] } : undefined
}

function newcomers(all: readonly Decider[], before: readonly Decider[]): Decider[] {
  return all.filter(({ userId }) => before.every((decider) => decider.userId !== userId))
}

/** Whether one more approval completes the current step. */
export function completesStep({ steps, current }: Authority): boolean {
  const step = current === null ? undefined : steps[current]
  return step !== undefined && step.approvedBy.length + 1 >= step.needed
}

/** Whether this user is one of the approvers that a step names at this location. */
export function isNamed(approvers: Approvers, person: Approver, place: Place): boolean {
  return covers(person.scope, place) && isListed(approvers, person, place)
}

function isListed(approvers: Approvers, { userId, titles }: Approver, place: Place): boolean {
  if (approvers.anyone_in_scope || approvers.user_ids.includes(userId)) return true
  return titles.some(({ titleId, dealershipId }) => {
    const countsHere = dealershipId === null || dealershipId === place.dealershipId
    return countsHere && approvers.approval_title_ids.includes(titleId)
  })
}

function givenAt({ given }: Question, index: number): Approval[] {
  return given.filter(({ step }) => step === index)
}

function stateOf(
  question: Narrowed,
  step: Step,
  at: number,
  current: { readonly index: number; readonly canAct: readonly Decider[] },
): StepState {
  const approvedBy = givenAt(question, at)
  const { name } = step
  if (at < current.index) return { name, needed: approvedBy.length, approvedBy, canAct: [] }
  const needed = approvedBy.length + missingAt(question, step, at)
  const later = () => withDelegates(question, membersOf(question, step.approvers))
  return { name, needed, approvedBy, canAct: at === current.index ? current.canAct : later() }
}

/** The number of approvals missing from an incomplete step: at least one, even if 'all' has no one left. */
function missingAt(question: Narrowed, { approvers, needed }: Step, at: number): number {
  const left = needed === 'all' ? membersOf(question, approvers).length : needed - givenAt(question, at).length
  return Math.max(1, left)
}

function either(one: Approvers, other: Approvers): Approvers {
  const both = (part: 'user_ids' | 'approval_title_ids') =>
    [...new Set([...one[part], ...other[part]])].sort((a, b) => a - b)
  return {
    user_ids: both('user_ids'),
    approval_title_ids: both('approval_title_ids'),
    anyone_in_scope: one.anyone_in_scope || other.anyone_in_scope,
  }
}

function leftOutOf({ given, barredIds }: Question): number[] {
  const approved = given.flatMap(({ userId, forId }) => (forId === null ? userId : [userId, forId]))
  return [...new Set([...barredIds, ...approved])]
}

/** A question whose `people` are only those who aren't excluded. `here`: the people whose scope covers the request. */
interface Narrowed extends Question {
  readonly here: readonly Approver[]
}

function narrowed(question: Question): Narrowed {
  const leftOut = new Set(leftOutOf(question))
  const people = question.people.filter(({ userId }) => !leftOut.has(userId))
  return { ...question, people, here: people.filter(({ scope }) => covers(scope, question.place)) }
}

/** The approvers on a list. Each can give one approval, directly or through a delegate. */
function membersOf({ here, place }: Narrowed, approvers: Approvers): Approver[] {
  return here.filter((person) => isListed(approvers, person, place))
}

/** The members of a list and their delegates. Delegations from a delegate don't count. */
function withDelegates(question: Narrowed, members: readonly Approver[]): Decider[] {
  const deciders = new Map(
    members.map(({ userId, name }) => [userId, { userId, name, forId: null, forName: null } as Decider]),
  )
  for (const { fromId, toId } of question.delegations.filter(appliesAt(question.place))) {
    const person = members.find(({ userId }) => userId === fromId)
    const delegate = question.people.find(({ userId }) => userId === toId)
    if (!person || !delegate || deciders.has(toId) || !isOfGroup(delegate, question.place)) continue
    deciders.set(toId, { userId: toId, name: delegate.name, forId: fromId, forName: person.name })
  }
  return [...deciders.values()]
}

/** Returns a predicate for whether a delegation counts at a location. */
export function appliesAt({ dealershipId }: Place): (delegation: Delegation) => boolean {
  return ({ dealershipIds }) =>
    dealershipIds.length === 0 || (dealershipId !== null && dealershipIds.includes(dealershipId))
}

function isOfGroup({ scope }: Approver, { dealerGroupId }: Place): boolean {
  return scope.dealerGroupId === null || scope.dealerGroupId === dealerGroupId
}

function reasonFor(question: Question, step: Step, canAct: readonly Decider[], userId: number): string {
  if (question.barredIds.includes(userId)) return sentences.hadHand
  const own = question.given.find((approval) => approval.userId === userId || approval.forId === userId)
  if (own) return sentences.approvedAlready((question.steps[own.step] as Step).name, own.userId === userId)
  return canAct.length === 0 ? sentences.nobody(step.name) : sentences.waitsFor(step.name, canAct)
}

const mostNamed = 3

/** The refusals for users who can't approve now. Each says what the request is waiting for. */
const sentences = {
  complete: 'Every step of this request is approved.',
  ended: 'This request no longer needs approval. Reload the page to see its status.',
  hadHand: requestBars.decide[0].sentence,
  approvedAlready: (step: string, byThemselves: boolean) =>
    byThemselves
      ? `You already approved the step “${step}” of this request, and no one can approve the same request twice.`
      : `Your delegate already approved the step “${step}” of this request for you, and no one can approve the same request twice.`,
  nobody: (step: string) =>
    `No one can approve the step “${step}” now. An admin has to give someone one of the step’s approval titles, or give the Approver role to a user named in the step.`,
  waitsFor: (step: string, people: readonly { readonly name: string; readonly forName: string | null }[]) =>
    `This request is waiting for the step “${step}”: ${namesOf(people)}.`,
} as const

function namesOf(people: readonly { readonly name: string; readonly forName: string | null }[]): string {
  const names = people.map(({ name, forName }) => (forName === null ? name : `${name} (for ${forName})`))
  if (names.length <= mostNamed) return listWithOr(names)
  const others = names.length - mostNamed
  return listWithOr([...names.slice(0, mostNamed), others === 1 ? '1 other person' : `${others} other people`])
}
