import { type StatusName, statusNamed } from './lifecycle.ts'

/**
 * The events of a check request, one row each. `name`: the event's name in the request's history, in which a deletion
 * never appears. `action` and `label`: the name in the audit trail and its display text. `comment`: the audit field
 * that holds the comment. `past`: the predicate after the user's name on the request's own page; `pastInFull`: the same
 * on pages that don't name the request. For a status change, both depend on the status.
 */
// biome-ignore format: a table, one row each
export const requestEvents = [
  { name: 'created', action: 'check-request.create', label: 'Raised', comment: null, past: 'raised this request', pastInFull: 'raised this request' },
  { name: 'status', action: 'check-request.change-status', label: 'Changed the status', comment: 'note', past: null, pastInFull: null },
  { name: 'resubmitted', action: 'check-request.resubmit', label: 'Edited and resubmitted', comment: null, past: 'edited and resubmitted it', pastInFull: 'edited and resubmitted this request' },
  { name: 'withdrawn', action: 'check-request.withdraw', label: 'Withdrew', comment: 'note', past: 'withdrew it', pastInFull: 'withdrew this request' },
  { name: 'priority', action: 'check-request.change-priority', label: 'Changed the priority', comment: 'message', past: 'changed the priority', pastInFull: 'changed the priority of this request' },
  { name: 'delivery', action: 'check-request.update-delivery', label: 'Changed the delivery details', comment: null, past: 'changed the delivery details', pastInFull: 'changed the delivery details of this request' },
  { name: 'diverted', action: 'check-request.divert', label: 'Allowed handover instead of mailing', comment: 'reason', past: 'allowed the check to be handed over instead of mailed', pastInFull: 'allowed the check of this request to be handed over instead of mailed' },
  { name: 'held', action: 'check-request.hold', label: 'Put on hold', comment: null, past: 'put it on hold', pastInFull: 'put this request on hold' },
  { name: 'released', action: 'check-request.lift-hold', label: 'Lifted the hold', comment: null, past: 'lifted the hold', pastInFull: 'lifted the hold on this request' },
  { name: 'explained', action: 'check-request.pay-though-alike', label: 'Explained why both requests are paid', comment: null, past: 'explained why both requests are paid', pastInFull: 'explained why both requests are paid' },
  { name: 'attached', action: 'check-request.attach', label: 'Added a document', comment: null, past: 'added a document', pastInFull: 'added a document to this request' },
  { name: 'detached', action: 'check-request.detach', label: 'Removed a document', comment: null, past: 'removed a document', pastInFull: 'removed a document from this request' },
  { name: 'routed', action: 'check-request.route-anew', label: 'Routed again', comment: 'reason', past: 'routed it again', pastInFull: 'routed this request again' },
  { name: 'voided', action: 'check-request.void-check', label: 'Voided the check', comment: 'reason', past: 'voided the check', pastInFull: 'voided the check of this request' },
  { name: 'stopped', action: 'check-request.stop-check', label: 'Stopped the check', comment: 'reason', past: 'stopped the check', pastInFull: 'stopped the check of this request' },
  { name: 'deleted', action: 'check-request.delete', label: 'Deleted', comment: null, past: 'deleted it', pastInFull: 'deleted this request' },
] as const

export type RequestEventRow = (typeof requestEvents)[number]
export type RequestEventName = RequestEventRow['name']

/** The predicate after the name of the user who set a status. */
const statusPasts: Readonly<Record<StatusName, string>> = {
  request: 'resubmitted it',
  processing: 'started processing it',
  approved: 'approved it',
  printed: 'printed the check',
  signed: 'had the check signed',
  ready: 'marked it as ready for delivery or pickup',
  closed: 'completed it',
  rejected: 'rejected it',
  sendback: 'sent it back',
}

/** Events that can appear in a request's history, which is all except deletion. */
export const historyActions = requestEvents.map(({ name }) => name).filter((name) => name !== 'deleted')
export type HistoryAction = (typeof historyActions)[number]

/** The event with this name. */
export function eventNamed(name: RequestEventName): RequestEventRow {
  return requestEvents.find((event) => event.name === name) as RequestEventRow
}

/** The predicate after the user's name on the request's own page. */
export function eventInWords(name: RequestEventName, status: StatusName): string {
  return eventNamed(name).past ?? statusPasts[status]
}

/** The predicate after the user's name on pages that don't name the request. */
export function eventInFull(name: RequestEventName, status: StatusName): string {
  return eventNamed(name).pastInFull ?? `set this request to ${statusNamed(status).badge}`
}
