import { covers, type Place, type Scope } from '../access/scope.ts'
import { requestBars } from '../check-requests/duties.ts'
import { type Approvers, nobody, type RoutedStep, type Step } from './policy.ts'

/** An active person who holds the role of approver, in force, with the approval titles they hold. */
export interface Approver {
  readonly userId: number
  readonly name: string
  readonly scope: Scope
  /** A title counts at one dealership, or, with null, wherever its holder approves. */
  readonly titles: readonly { readonly titleId: number; readonly dealershipId: number | null }[]
}

/** Somebody stands in for an absent approver, now. `dealershipIds`: empty for all. */
export interface Delegation {
  readonly fromId: number
  readonly toId: number
  readonly dealershipIds: readonly number[]
}

/** One approval that was given, in order. `forId`: the absent person for whom a delegate gave it. */
export interface Approval {
  readonly step: number
  readonly userId: number
  readonly forId: number | null
  /** True for the approval with which the step was complete, as people were then: nobody who leaves completes one. */
  readonly completes: boolean
}

/** A request as its approval sees it. */
export interface Subject {
  readonly id: number
  readonly place: Place
  /** It awaits a decision: nothing has ended its chain, and nobody has to send it in again first. */
  readonly isPending: boolean
  /** Who had a hand in the request and decides nothing about it (D1, E9); empty where that is lifted. */
  readonly barredIds: readonly number[]
  /** It has the highest priority, and its own clock. */
  readonly isCritical: boolean
}

/** What decides who can approve: the request and its frozen steps, the people as they are now, and what has happened. */
export interface Question extends Omit<Subject, 'id' | 'isCritical'> {
  readonly steps: readonly RoutedStep[]
  readonly fallback: Approvers
  readonly people: readonly Approver[]
  readonly delegations: readonly Delegation[]
  readonly given: readonly Approval[]
  /** The current step has waited so long that it is offered to the title that its rule names as well. */
  readonly isEscalated?: boolean
}

/** Who can approve the current step, and in whose name. */
export interface Decider {
  readonly userId: number
  readonly name: string
  readonly forId: number | null
  readonly forName: string | null
}

/** How far a step is. */
export interface StepState {
  readonly name: string
  /** How many approvals it takes, now: 'all' is as many as there are. */
  readonly needed: number
  readonly approvedBy: readonly Approval[]
  /** Who can approve it now or, of a later step, who could by now; none of a step that is complete. */
  readonly canAct: readonly Decider[]
}

/** What the policy says about a request now. */
export interface Authority {
  readonly steps: readonly StepState[]
  /** The step that waits, from 0; null when all are approved, or when the chain has ended otherwise. */
  readonly current: number | null
  readonly canAct: readonly Decider[]
  /** Those of them who can only because the step has waited too long. */
  readonly byEscalation: readonly Decider[]
  /** Whom the current step waits for, before anybody is left out; null when none waits. */
  readonly waitsFor: Approvers | null
  /** Who approves nothing more of this request: who did already, in whatever name, and who had a hand in it. */
  readonly leftOut: readonly number[]
  /** The current step has not enough people of its own, and the fallback can approve it as well. */
  readonly onFallback: boolean
  /** Not even with the fallback are there enough: an admin has to help. */
  readonly isStuck: boolean
  /** Why this person cannot decide on the request now; undefined when they can. */
  readonly whyNot: (userId: number) => string | undefined
}

/**
 * Who can approve a request now, and for anybody else why not: in the transaction of a decision, beside the buttons,
 * and in the queue. Nobody approves twice, in whatever name, and nobody with a hand in the request (approval control).
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

/** The holders of the title that is asked as well, once a step has waited too long. */
function offeredTo({ isEscalated = false }: Question, { hurry }: RoutedStep): Approvers | undefined {
  const title = isEscalated ? hurry?.escalate_to : undefined
  return title ? { ...nobody, approval_title_ids: [title] } : undefined
}

function newcomers(all: readonly Decider[], before: readonly Decider[]): Decider[] {
  return all.filter(({ userId }) => before.every((decider) => decider.userId !== userId))
}

/** Does one more approval complete the current step? */
export function completesStep({ steps, current }: Authority): boolean {
  const step = current === null ? undefined : steps[current]
  return step !== undefined && step.approvedBy.length + 1 >= step.needed
}

/** Is this person one of the approvers that a step names, at this place? */
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

/** How many approvals a step lacks that is not complete: at least one, also when nobody is left of 'all'. */
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

/** A question whose `people` are those who are not left out; `here`: those of them who cover the request. */
interface Narrowed extends Question {
  readonly here: readonly Approver[]
}

function narrowed(question: Question): Narrowed {
  const leftOut = new Set(leftOutOf(question))
  const people = question.people.filter(({ userId }) => !leftOut.has(userId))
  return { ...question, people, here: people.filter(({ scope }) => covers(scope, question.place)) }
}

/** The people whom a list names. Each can give one approval, by themselves or through a delegate. */
function membersOf({ here, place }: Narrowed, approvers: Approvers): Approver[] {
  return here.filter((person) => isListed(approvers, person, place))
}

/** The members, and those who stand in for one of them. A delegate of a delegate is nobody. */
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

/** Tells whether a delegation counts at a place. */
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

const listFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })
const mostNamed = 3

/** What people are told who cannot approve now: what a request waits for instead. */
const sentences = {
  complete: 'Every step of this request is approved.',
  ended: 'This request waits for no approval now.',
  hadHand: requestBars.decide[0].sentence,
  approvedAlready: (step: string, byThemselves: boolean) =>
    byThemselves
      ? `You approved the step “${step}” of this request, and nobody approves one request twice.`
      : `Your delegate approved the step “${step}” of this request for you, and nobody approves one request twice.`,
  nobody: (step: string) =>
    `Nobody can approve the step “${step}” now. An admin has to give someone a title that the step names, or make someone whom it names an approver.`,
  waitsFor: (step: string, people: readonly { readonly name: string; readonly forName: string | null }[]) =>
    `This request waits for the step “${step}”: ${namesOf(people)}.`,
} as const

function namesOf(people: readonly { readonly name: string; readonly forName: string | null }[]): string {
  const names = people.map(({ name, forName }) => (forName === null ? name : `${name} (for ${forName})`))
  if (names.length <= mostNamed) return listFormat.format(names)
  const others = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')} or ${others} ${others === 1 ? 'other' : 'others'}`
}
