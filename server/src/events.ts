import { routeRequest } from './approvals/listeners/route.ts'
import { recordInJournal } from './books/journal/listeners/record.ts'
import { keepCommentsSearched, removeComments } from './check-requests/comments/listeners/comments.ts'
import {
  announceRequest,
  auditRequest,
  recordHistory,
  rememberDecision,
  rememberHands,
} from './check-requests/listeners/history.ts'
import type {
  RequestChanged,
  RequestDeleted,
  RequestEvent,
  RequestListener,
} from './check-requests/listeners/request-event.ts'
import { updateMatches, updateSearch } from './check-requests/listeners/search.ts'
import type { HistoryRow } from './check-requests/queries/detail/history.ts'
import { adoptDocuments, recordDocuments } from './documents/attachments/listeners/documents.ts'
import { tellOfWithdrawal, tellRequester } from './notices/inbox/listeners/changed-requests.ts'
import { mailWhomItWaitsFor } from './notices/mail/listeners/waiting.ts'
import { linkPayee } from './payees/listeners/link.ts'
import { together } from './platform/threads/promises.ts'
import type { Unit } from './services.ts'

/**
 * The listeners for check request events, besides the history. They write in the transaction of the command; only the
 * last one sends its updates after the commit. Listeners on one line run in order, because each needs the result of the
 * one before; the lines run in parallel. A new listener needs one line here and no change to commands.
 */
const listeners: readonly (readonly RequestListener[])[] = [
  [updateSearch, keepCommentsSearched],
  [updateMatches],
  [routeRequest],
  [linkPayee],
  [rememberDecision],
  [rememberHands],
  [recordInJournal],
  [removeComments, auditRequest, adoptDocuments, recordDocuments],
  [tellRequester],
  [tellOfWithdrawal],
  [mailWhomItWaitsFor],
  [announceRequest],
]

/** Announces a created or changed request. Returns its new history entry, which some calls return. */
export async function publishChange(unit: Unit, event: RequestChanged): Promise<HistoryRow> {
  const [entry] = await together(recordHistory(unit, event), publish(unit, event))
  return entry
}

/** Announces a deleted request, whose history is deleted with it. */
export async function publishDeletion(unit: Unit, event: RequestDeleted): Promise<void> {
  await publish(unit, event)
}

function publish(unit: Unit, event: RequestEvent): Promise<unknown> {
  return together(...listeners.map((line) => inTurn(line, unit, event)))
}

async function inTurn(line: readonly RequestListener[], unit: Unit, event: RequestEvent): Promise<void> {
  for (const listener of line) await listener(unit, event)
}
