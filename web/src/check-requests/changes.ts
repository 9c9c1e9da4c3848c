import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { deliveryFailure, checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { BulkResult, HistoryEntry, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { approvedStep, doneInWords, stepDoneInWords } from '#check-requests/status/transition-labels.ts'
import type { InputOf } from '#platform/call.ts'
import { type Handlers, useWrite, useWriteWithNotices } from '#platform/use-write.ts'

// This file is separate because lists load without it. It is needed only for changes.
const refreshes = ['check-requests'] as const

/** Submits a new request (R077, R211). */
export function useCreateCheckRequest(handlers?: Handlers<typeof endpoints.create>) {
  const notices = {
    done: 'Check Request Submitted',
    failed: 'Check create error',
    detail: (_: unknown, { body }: InputOf<typeof endpoints.create>) => formatDollars(Number(body.amount)),
    refreshes,
  }
  return useWriteWithNotices(endpoints.create, notices, handlers)
}

/** Resubmits a sent-back request with edits (A14). */
export function useEditCheckRequest(handlers?: Handlers<typeof endpoints.update>) {
  return useWriteWithNotices(
    endpoints.update,
    { done: 'Check Request Updated', failed: 'Check update error', refreshes },
    handlers,
  )
}

const deliveryRow = { ...endpoints.update, failure: deliveryFailure }

/** Changes the delivery details of a request at Ready (R151, R213). */
export function useUpdateDelivery(handlers?: Handlers<typeof deliveryRow>) {
  return useWriteWithNotices(
    deliveryRow,
    { done: 'Check delivery details updated', failed: 'Check delivery details not updated', refreshes },
    handlers,
  )
}

/** Deletes a request (R106, R232). */
export function useDeleteCheckRequest(handlers?: Handlers<typeof endpoints.remove>) {
  return useWriteWithNotices(
    endpoints.remove,
    { done: 'Check Req removed.', failed: 'Check Req not removed', detail: () => 'Check Req deleted...', refreshes },
    handlers,
  )
}

/** Changes a request's priority (R176, R215). */
export function useChangePriority(handlers?: Handlers<typeof endpoints.changePriority>) {
  return useWriteWithNotices(
    endpoints.changePriority,
    { done: 'Priority Updated.', failed: 'Priority update error', refreshes },
    handlers,
  )
}

/** Puts a request on hold. */
export function useHold(handlers?: Handlers<typeof endpoints.hold>) {
  return useWriteWithNotices(
    endpoints.hold,
    { done: 'Check request put on hold', failed: 'Couldn’t put this check request on hold', refreshes },
    handlers,
  )
}

/** Lifts the hold on a request. */
export function useLiftHold() {
  return useWriteWithNotices(endpoints.liftHold, { done: 'Hold lifted', failed: 'Couldn’t lift the hold', refreshes })
}

/** Reroutes a request through the current policy. */
export function useRouteAgain(handlers?: Handlers<typeof approvalEndpoints.routeAgain>) {
  return useWriteWithNotices(
    approvalEndpoints.routeAgain,
    { done: 'Check request routed again', failed: 'Couldn’t route this check request again', refreshes },
    handlers,
  )
}

/** Makes a transition on a request (R178, R216). */
export function useChangeStatus(request: ListedRequest, handlers?: Handlers<typeof endpoints.changeStatus>) {
  const detail = (entry: HistoryEntry) => {
    const step = approvedStep(entry)
    return step ? stepDoneInWords(step, request) : doneInWords(entry.status_name, request)
  }
  return useWriteWithNotices(
    endpoints.changeStatus,
    { done: 'Comment Added', failed: 'Check update error', detail, refreshes },
    handlers,
  )
}

/** Withdraws the user's own request. */
export function useWithdraw(handlers?: Handlers<typeof endpoints.changeStatus>) {
  return useWriteWithNotices(
    endpoints.changeStatus,
    { done: 'Check request withdrawn', failed: 'Couldn’t withdraw this check request', refreshes },
    handlers,
  )
}

/** Makes one transition on several requests. The review dialog shows each result. */
export function useChangeStatuses(onSuccess: (results: BulkResult[]) => void) {
  return useWrite(endpoints.changeStatuses, { refreshes, onSuccess })
}
