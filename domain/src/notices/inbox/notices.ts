import { type RoleName, roles } from '../../access/roles.ts'
import { takenBackWithinDays } from '../../access/second-factor/rules.ts'
import { isPending, type StatusName } from '../../check-requests/lifecycle.ts'

/**
 * The notification topics. `label`: the name in a user's settings. `canBeOff`: false for pending requests, which
 * approvers and processors can't switch off.
 */
// biome-ignore format: a table, one row each
export const noticeTopics = [
  { name: 'waiting', label: 'A check request needs my action', canBeOff: false },
  { name: 'reminder', label: 'A request or check is overdue', canBeOff: true },
  { name: 'withdrawal', label: 'A check request that needed my action is withdrawn', canBeOff: true },
  { name: 'decision', label: 'A decision on my request', canBeOff: true },
  { name: 'handover', label: 'My check is ready or handed over', canBeOff: true },
  { name: 'hold', label: 'My request is put on hold, or the hold is lifted', canBeOff: true },
  { name: 'mention', label: 'Someone mentions me', canBeOff: true },
  { name: 'comment', label: 'A comment on my request', canBeOff: true },
  { name: 'bank-exception', label: 'A bank payment doesn’t match, or a bank refuses a file', canBeOff: true },
  { name: 'confirmation', label: 'A change to an account or control needs a second person', canBeOff: true },
  { name: 'shortage', label: 'An approval step or title has too few approvers', canBeOff: true },
  { name: 'standing-in', label: 'Someone delegates to me, or approves for me', canBeOff: true },
  { name: 'recurring', label: 'A recurring request is ready, late, or stopped', canBeOff: true },
  { name: 'incoming-mail', label: 'An email became drafts for me, or is kept for an admin', canBeOff: true },
  { name: 'installation', label: 'A problem with this installation, such as a failed backup', canBeOff: true },
] as const

export type NoticeTopic = (typeof noticeTopics)[number]['name']

/** Topics that users can't change: changes to how a user signs in are always emailed immediately. */
export type AnyTopic = NoticeTopic | 'security'

/** The events of notices, one row each. `words`: follows the request number or account name. */
// biome-ignore format: a table, one row each
export const noticeEvents = [
  { name: 'waiting-for-approval', topic: 'waiting', words: 'needs your approval' },
  { name: 'waiting-for-printing', topic: 'waiting', words: 'is approved and ready to print' },
  { name: 'escalated', topic: 'waiting', words: 'is overdue and now also needs your approval' },
  { name: 'reminder', topic: 'reminder', words: 'still needs your approval' },
  { name: 'withdrawn', topic: 'withdrawal', words: 'was withdrawn' },
  { name: 'approved', topic: 'decision', words: 'was approved' },
  { name: 'rejected', topic: 'decision', words: 'was rejected' },
  { name: 'sent-back', topic: 'decision', words: 'was sent back' },
  { name: 'ready', topic: 'handover', words: 'is ready for delivery or pickup' },
  { name: 'handed-over', topic: 'handover', words: 'was handed over' },
  { name: 'held', topic: 'hold', words: 'was put on hold' },
  { name: 'released', topic: 'hold', words: 'is no longer on hold' },
  { name: 'mentioned', topic: 'mention', words: 'has a comment that mentions you' },
  { name: 'commented', topic: 'comment', words: 'has a new comment' },
  { name: 'confirmation', topic: 'confirmation', words: 'has a change that needs a second person' },
  { name: 'control-asked', topic: 'confirmation', words: 'requested a change that loosens a control' },
  { name: 'control-loosened', topic: 'confirmation', words: 'made a change that loosens a control' },
  { name: 'control-left', topic: 'confirmation', words: 'added a program and is no longer an admin' },
  { name: 'changed-by-directory', topic: 'confirmation', words: 'was changed by a directory' },
  { name: 'short-of-people', topic: 'shortage', words: 'is at a step with too few approvers' },
  { name: 'title-unheld', topic: 'shortage', words: 'names a title that no one holds anymore' },
  { name: 'not-picked-up', topic: 'reminder', words: 'has a check that hasn’t been picked up yet' },
  { name: 'to-mail', topic: 'reminder', words: 'has a check that wasn’t picked up and must be mailed' },
  { name: 'stop-lapses', topic: 'reminder', words: 'has a stop payment that expires soon' },
  { name: 'stop-lapsed', topic: 'reminder', words: 'has an expired stop payment, so the bank can pay the check' },
  { name: 'clearing-overdue', topic: 'reminder', words: 'hasn’t been compared with the bank for 30 days' },
  { name: 'bank-exception', topic: 'bank-exception', words: 'made payments that don’t match the register' },
  { name: 'bank-file-refused', topic: 'bank-exception', words: 'refused a file' },
  { name: 'stands-in', topic: 'standing-in', words: 'is away, and you can approve for them' },
  { name: 'backup-failed', topic: 'installation', words: 'couldn’t create a backup' },
  { name: 'webhook-off', topic: 'installation', words: 'switched off a webhook because its calls failed' },
  { name: 'trail-broken', topic: 'installation', words: 'found a problem in the audit trail' },
  { name: 'stand-in-gone', topic: 'standing-in', words: 'can no longer approve for you' },
  { name: 'stood-in-for', topic: 'standing-in', words: 'approves for you' },
  { name: 'recurring-ready', topic: 'recurring', words: 'is ready to submit' },
  { name: 'recurring-held', topic: 'recurring', words: 'couldn’t be submitted automatically' },
  { name: 'recurring-submitted', topic: 'recurring', words: 'was submitted automatically' },
  { name: 'recurring-missed', topic: 'recurring', words: 'wasn’t submitted on time' },
  { name: 'recurring-stopped', topic: 'recurring', words: 'has stopped' },
  { name: 'email-drafted', topic: 'incoming-mail', words: 'became a draft' },
  { name: 'email-unusable', topic: 'incoming-mail', words: 'has no document that could become a draft' },
  { name: 'reply-incomplete', topic: 'incoming-mail', words: 'has a reply by email that couldn’t be added completely' },
  { name: 'email-kept', topic: 'incoming-mail', words: 'is kept for an admin' },
  { name: 'second-factor-reset', topic: 'security', words: 'no longer has a second factor because an admin reset it' },
  { name: 'factor-added', topic: 'security', words: 'has a new second factor' },
  { name: 'factor-removed', topic: 'security', words: 'had a second factor removed' },
  { name: 'factors-restored', topic: 'security', words: 'is using its previous second factors again' },
  { name: 'token-created', topic: 'security', words: 'has a new access token' },
  { name: 'chat-added', topic: 'security', words: 'now sends its notices to a chat' },
  { name: 'chat-off', topic: 'security', words: 'no longer sends its notices to a chat' },
  { name: 'new-device', topic: 'security', words: 'was used to sign in on a new device' },
] as const

export type NoticeEvent = (typeof noticeEvents)[number]['name']

/** The advice in notices about how a user signs in. */
export const ifItWasNotYou = 'If this wasn’t you, change your password, log out your other sessions, and tell an admin.'

/** The same advice if the email has a link that reverts the change. */
export const takeBackByEmail = `If this wasn’t you, undo it within ${takenBackWithinDays} days with the button in the email about it, then change your password.`

/** How long delivery is retried, and how long an email is kept, in days. */
export const mailsTriedForDays = 3
export const mailsKeptForDays = 30

/** How long notices are kept, in days. */
export const noticesKeptForDays = 180

const noticesByStatus: Partial<Record<StatusName, NoticeEvent>> = {
  approved: 'approved',
  rejected: 'rejected',
  sendback: 'sent-back',
  ready: 'ready',
  closed: 'handed-over',
}

/** The notice for the requester when their request gets this status; undefined for none. */
export function noticeOfStatus(status: StatusName): NoticeEvent | undefined {
  return noticesByStatus[status]
}

/** A status at which requests wait for a role to act, and its notice. */
export interface Waiting {
  readonly status: StatusName
  readonly event: NoticeEvent
}

const waitingFor: Partial<Record<RoleName, Waiting>> = {
  approver: { status: 'request', event: 'waiting-for-approval' },
  processor: { status: 'approved', event: 'waiting-for-printing' },
}

/** The status that waits for users with this role; undefined if none does. */
export function waitingForRole(role: RoleName): Waiting | undefined {
  return waitingFor[role]
}

/**
 * The role and the notice for requests waiting at this status; undefined if no role acts on them. Under an approval
 * policy, requests in Processing with remaining steps wait for approvers too.
 */
export function waitingAtStatus(
  status: StatusName,
  underPolicy = false,
): (Waiting & { readonly role: RoleName }) | undefined {
  const at = underPolicy && isPending(status) ? 'request' : status
  const role = roles.map(({ name }) => name).find((name) => waitingFor[name]?.status === at)
  const waiting = role && waitingFor[role]
  return waiting && { ...waiting, role }
}

/** The topic of an event. */
export function topicOf(event: NoticeEvent): AnyTopic {
  return noticeEvents.find(({ name }) => name === event)?.topic ?? 'decision'
}

/** The events of these topics. */
export function eventsOf(topics: readonly NoticeTopic[]): NoticeEvent[] {
  return noticeEvents.filter(({ topic }) => topics.some((one) => one === topic)).map(({ name }) => name)
}

/** The text of a notice after the request number or account name: `was approved`. */
export function noticeInWords(event: NoticeEvent): string {
  return noticeEvents.find(({ name }) => name === event)?.words ?? event
}
