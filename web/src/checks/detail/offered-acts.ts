import { mayRole } from '@check-requests/domain/access/permissions.ts'
import type { RoleName } from '@check-requests/domain/access/roles.ts'
import { type Did, refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { didAbout, refusalToTakeBack, waitsForAnswer } from '@check-requests/domain/checks/custody.ts'
import { checkBars, didByEvents, stopTakesTwo } from '@check-requests/domain/checks/duties.ts'
import { actWhenConfirmed, refusalToConfirmAs } from '@check-requests/domain/checks/entered/rules.ts'
import { checkActs, refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'

/** The actions on a check's page. */
export type CheckAct =
  | 'hand over'
  | 'allow'
  | 'refuse'
  | 'take back'
  | 'agree'
  | 'void'
  | 'stop'
  | 'confirm stop'
  | 'renew stop'
  | 'confirm entry'
  | 'discard entry'
  | 'undo clearing'
  | 'confirm undo'
  | 'keep clearing'

interface Looking {
  readonly id: number
  readonly role: RoleName
  readonly audits?: boolean | undefined
}

/** The facts that decide which actions are offered. */
interface Offerable
  extends Pick<WholeCheckReply, 'number' | 'kind' | 'state' | 'stop_number' | 'void_asked' | 'entered_by'> {
  readonly raised_by: readonly number[]
  readonly exception?: WholeCheckReply['exception']
  readonly clearing?: WholeCheckReply['clearing']
  readonly events: readonly Pick<WholeCheckReply['events'][number], 'act' | 'user_id'>[]
}

type RequestOfCheck = Pick<DetailedRequest, 'status_name' | 'hold'> & Partial<Pick<DetailedRequest, 'check'>>

/** The actions to offer, and the reasons why other expected actions are missing. */
export interface OfferedActs {
  readonly acts: readonly CheckAct[]
  readonly refusals: readonly string[]
}

/** This user's actions on a check now. `request`: the request that it pays, once loaded. */
export function actsOn(check: Offerable, person: Looking, request: RequestOfCheck | undefined): OfferedActs {
  if (person.audits) return nothing
  if (check.void_asked) return agreeing(check, person)
  if (actWhenConfirmed(check)) return confirmingEntry(check, person)
  const parts = [
    answering(check, person),
    takingBack(check, person),
    handingOver(check, person, request),
    confirmingStop(check, person),
    ending(check, person),
    undoing(check, person),
  ]
  return { acts: parts.flatMap(({ acts }) => acts), refusals: parts.flatMap(({ refusals }) => refusals) }
}

const nothing: OfferedActs = { acts: [], refusals: [] }

function agreeing(check: Offerable, { id, role }: Looking): OfferedActs {
  if (!mayRole(role, 'checks.agree-to-void')) return nothing
  return either(refusalToAgreeNow(check, id), ['agree'])
}

/**
 * The actions on a requested exception. The recipient of the check can refuse the exception but not allow it; its
 * author can do neither.
 */
function answering({ exception, ...check }: Offerable, { id, role }: Looking): OfferedActs {
  const waits = exception && waitsForAnswer(exception) && refusalAt('issue', check) === undefined
  if (!waits || !mayRole(role, 'checks.allow-exception')) return nothing
  const did = didAbout(exception)
  const refusal = refusalByDuty(checkBars['allow exception'], id, did, check)
  if (refusal === undefined) return { acts: ['allow', 'refuse'], refusals: [] }
  return { acts: refusalByDuty(checkBars['refuse exception'], id, did, check) ? [] : ['refuse'], refusals: [refusal] }
}

function takingBack({ exception, ...check }: Offerable, { id, role }: Looking): OfferedActs {
  const stands = exception && !exception.refused && refusalAt('issue', check) === undefined
  if (!stands || !mayRole(role, 'checks.hand-over')) return nothing
  return refusalToTakeBack(id, { number: check.number, exception }) ? nothing : { acts: ['take back'], refusals: [] }
}

/** The actions on an unconfirmed entry. The user who entered the check can discard the entry but not confirm it. */
function confirmingEntry(check: Offerable, { id, role }: Looking): OfferedActs {
  if (!mayRole(role, 'checks.confirm-entered')) return nothing
  const refusal = refusalToConfirm({ id, role }, check)
  if (refusal) return { acts: ['discard entry'], refusals: [refusal] }
  return { acts: ['confirm entry', 'discard entry'], refusals: [] }
}

function handingOver(check: Offerable, { id, role }: Looking, request: RequestOfCheck | undefined): OfferedActs {
  if (!request || !mayRole(role, 'checks.hand-over') || refusalAt('issue', check) !== undefined) return nothing
  const diverter = request.check?.diverted_by_id
  const did: Did[] = diverter ? [{ userId: diverter, duty: 'diverted' }] : []
  return either(refusalToHandOver(check, request) ?? refusalByDuty(checkBars['hand over'], id, did, check), [
    'hand over',
  ])
}

/** The action of entering the bank's number for a stop payment, after which the request can be paid again. */
function confirmingStop(check: Offerable, { id, role }: Looking): OfferedActs {
  const waits = check.state === stateAfter('stop') && check.stop_number === null
  if (!waits || !mayRole(role, 'checks.agree-to-void')) return nothing
  return either(refusalToConfirmStop(check, id), ['confirm stop'])
}

/** The actions that void or stop a check. Gives no reason for checks that are already voided or stopped. */
function ending(check: Offerable, { role }: Looking): OfferedActs {
  if (!mayRole(role, 'checks.void') || check.state === stateAfter('void')) return nothing
  if (check.state === stateAfter('stop'))
    return check.stop_number === null ? nothing : either(undefined, ['renew stop'])
  return either(refusalAt('void', check), ['void', 'stop'])
}

/** The actions on the clearing of a check. The server says whether this user can undo it. */
function undoing({ clearing }: Offerable, { id, role }: Looking): OfferedActs {
  if (!clearing || !mayRole(role, 'checks.reconcile')) return nothing
  const { undo_asked: asked, refusal } = clearing
  if (!asked) return either(refusal ?? undefined, ['undo clearing'])
  if (refusal === null) return { acts: ['confirm undo', 'keep clearing'], refusals: [] }
  return { acts: asked.by.id === id ? ['keep clearing'] : [], refusals: [refusal] }
}

function either(refusal: string | undefined, acts: readonly CheckAct[]): OfferedActs {
  return refusal === undefined ? { acts, refusals: [] } : { acts: [], refusals: [refusal] }
}

/** Why this user can't confirm an entry. */
export function refusalToConfirm(
  { id, role }: Looking,
  { number, kind, entered_by, raised_by }: Pick<Offerable, 'number' | 'kind' | 'entered_by' | 'raised_by'>,
) {
  const did: Did[] = [
    ...(entered_by ? [{ userId: entered_by.id, duty: 'entered' as const }] : []),
    ...raised_by.map((userId): Did => ({ userId, duty: 'raised' })),
  ]
  return refusalToConfirmAs(role, { number, kind }) ?? refusalByDuty(checkBars['confirm entry'], id, did, { number })
}

/** Why this user can't approve a void; the check's history names the users involved. */
function refusalToAgreeNow({ number, events }: Offerable, userId: number): string | undefined {
  return refusalByDuty(checkBars.agree, userId, didByEvents(events), { number })
}

/** Why this user can't enter the bank’s number for a stop payment. */
function refusalToConfirmStop({ number, events }: Offerable, userId: number): string | undefined {
  const did = didByEvents(events)
  return stopTakesTwo(did) ? refusalByDuty(checkBars['confirm stop'], userId, did, { number }) : undefined
}

/** Why a signed check can't be handed over yet. */
function refusalToHandOver({ number }: Offerable, request: RequestOfCheck): string | undefined {
  const [ready] = checkActs.issue.request
  if (request.hold)
    return `${request.hold.by_name} put the request for check ${number} on hold. Someone else has to lift the hold before the check can be handed over.`
  if (request.status_name !== ready)
    return `Check ${number} is signed. Choose its delivery on the request’s page; then it can be handed over here.`
  return undefined
}
