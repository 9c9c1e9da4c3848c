import { decideStep } from './approvals/listeners/decide.ts'
import { routeRequest } from './approvals/listeners/route.ts'
import { recordInJournal } from './books/journal/listeners/record.ts'
import { keepCommentsSearched, removeComments } from './check-requests/comments/listeners/comments.ts'
import { continueNumbers } from './check-requests/listeners/group-code.ts'
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
  StatusAsked,
  Submitted,
} from './check-requests/listeners/request-event.ts'
import { updateMatches, updateSearch } from './check-requests/listeners/search.ts'
import type { FoundRequest } from './check-requests/queries/detail/find.ts'
import type { HistoryRow } from './check-requests/queries/detail/history.ts'
import { dayToSubmit, settleDay } from './check-requests/recurring/listeners/settle-day.ts'
import {
  clearChecks,
  requireUndoable,
  restoreChecks,
  spoilSkipped,
  takeBackCheck,
  unclearChecks,
} from './checks/listeners/bank.ts'
import {
  adoptDocuments,
  missingItemsOf,
  passTaxForms,
  recordDocuments,
  refuseIncomplete,
  refuseTakenAway,
} from './documents/attachments/listeners/documents.ts'
import { keepValues } from './documents/readings/listeners/keep-values.ts'
import { tellOfWithdrawal, tellRequester } from './notices/inbox/listeners/changed-requests.ts'
import { mailOfNewDevice, mailWhomItWaitsFor } from './notices/mail/listeners/enqueue.ts'
import { callWebhooks, callWebhooksOfExceptions } from './notices/webhooks/listeners/enqueue.ts'
import { linkPayee } from './payees/listeners/link.ts'
import { askPayeeToSubmit, refusePayeeAt } from './payees/listeners/refuse-status.ts'
import { together } from './platform/threads/promises.ts'
import type { Unit } from './services.ts'

/**
 * The listeners for check request events, in addition to the history. Listeners write in the command's transaction;
 * only the last one sends its updates after the commit. Listeners on one line run in order, because each needs the
 * result of the one before. The lines run in parallel. A new listener needs one line here and no change to commands.
 */
const listeners: readonly (readonly RequestListener[])[] = [
  [updateSearch, keepCommentsSearched],
  [updateMatches],
  [routeRequest],
  [linkPayee],
  [rememberDecision],
  [rememberHands],
  [recordInJournal],
  [removeComments, auditRequest, adoptDocuments, keepValues, recordDocuments],
  [tellRequester],
  [tellOfWithdrawal],
  [mailWhomItWaitsFor],
  [callWebhooks],
  [announceRequest],
]

/** Announces a created or changed request. Returns its new history entry, which some calls return. */
export async function publishChange(unit: Unit, event: RequestChanged): Promise<HistoryRow> {
  const [entry] = await together(recordHistory(unit, event), publish(unit, event))
  return entry
}

/** Announces a deleted request. The request's history is deleted, too. */
export async function publishDeletion(unit: Unit, event: RequestDeleted): Promise<void> {
  await publish(unit, event)
}

function publish(unit: Unit, event: RequestEvent): Promise<unknown> {
  return together(...listeners.map((line) => inTurn(line, unit, event)))
}

async function inTurn(line: readonly RequestListener[], unit: Unit, event: RequestEvent): Promise<void> {
  for (const listener of line) await listener(unit, event)
}

/** Runs before a request is submitted or resubmitted, in the command's transaction. Throws to refuse the submission. */
export async function askBeforeSubmitting(unit: Unit, submitted: Submitted): Promise<void> {
  await refuseIncomplete(unit, submitted)
}

/** Run in this order before a request changes its status. The first one to throw refuses the change. */
const askedBeforeStatus: readonly ((unit: Unit, asked: StatusAsked) => Promise<void>)[] = [
  refusePayeeAt,
  refuseTakenAway,
]

export async function askBeforeStatus(unit: Unit, asked: StatusAsked): Promise<void> {
  for (const refuse of askedBeforeStatus) await refuse(unit, asked)
}

/**
 * What speaks against submitting a stored request without its requester: its payee, and the labels of missing items.
 */
export async function factsOfSubmitted(unit: Unit, request: FoundRequest) {
  return { payee: await askPayeeToSubmit(unit, request), missing: await missingItemsOf(unit.trx, request) }
}

/** The day of a recurring request from which a draft came. Throws if its request was already submitted. */
export const findRecurringDay = dayToSubmit

/** Announces that the request for a day of a recurring request was submitted. */
export const publishRecurring = settleDay

/** Lets the approval policy decide on a status change that needs approvals. */
export const decideUnderPolicy = decideStep

/** Announces that the bank paid checks. The check register clears those checks in the same transaction. */
export const publishPaid = clearChecks

/** Announces that the clearings of checks were undone. The register makes those checks outstanding again. */
export const publishUnpaid = unclearChecks

/** Asks the register whether it can undo a bank file. Throws if it can't. */
export const askToUndo = requireUndoable

/** Announces that the bank took the payment of a check back. The register keeps the days on which it was cleared. */
export const publishTakenBack = takeBackCheck

/** Announces bank payments that don’t match the register. */
export const publishExceptions = callWebhooksOfExceptions

/** Announces that a bank file was undone. The register clears the checks again whose payments it had taken back. */
export const publishRestored = restoreChecks

/**
 * Announces that an account's check stock continues at a higher number. The check register records the skipped numbers
 * as spoiled.
 */
export const publishSkipped = spoilSkipped

/**
 * Announces that a payee was merged into another one. Returns the names of the W-9 documents that the remaining payee
 * takes over.
 */
export const publishMerged = passTaxForms

/** Announces a dealer group's new code, under which its request numbers continue. */
export const publishNewCode = continueNumbers

/** Announces that a user logged in on a device on which they had never logged in. */
export const publishNewDevice = mailOfNewDevice
