import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import {
  groupings,
  isApproved,
  isPending,
  type StatusName,
  trackerStep,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import type { RecurringMark } from '@check-requests/domain/check-requests/recurring/fields.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CirclePause, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { ApprovalChain } from '#approvals/approval-chain.tsx'
import { approvalMeans } from '#approvals/chain-words.ts'
import { ActivityLog, ChangeNews } from '#check-requests/detail/activity-log.tsx'
import { RefusalBanner } from '#check-requests/detail/refusal-banner.tsx'
import { useRequestActs, useRequestDialogs } from '#check-requests/detail/request-acts.tsx'
import { payeeTarget, RequestInformation } from '#check-requests/detail/request-information.tsx'
import { offersRouteAgain, RouteAgain } from '#check-requests/detail/route-again.tsx'
import { useDocumentViewer } from '#check-requests/detail/use-document-viewer.tsx'
import { PaidBoth } from '#check-requests/duplicates/reason-to-pay-both.tsx'
import { stopIn } from '#check-requests/findings/findings.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import type { ApprovalQueue } from '#check-requests/list/request-link.tsx'
import { RequestFoot } from '#check-requests/print/request-foot.tsx'
import { afterDecision } from '#check-requests/queue/approval-queue.ts'
import { ApprovalQueueBar, useOpenInPlace } from '#check-requests/queue/approval-queue-bar.tsx'
import { RequirementList } from '#check-requests/required/requirement-list.tsx'
import { OnHoldBadge, PriorityBadge, StatusBadge } from '#check-requests/status/badges.tsx'
import { lastRefusal } from '#check-requests/status/status-steps.ts'
import { StatusTracker } from '#check-requests/status/status-tracker.tsx'
import { choicesFor } from '#check-requests/status/transition-labels.ts'
import { UpdateStatus } from '#check-requests/status/update-status.tsx'
import { Documents } from '#documents/attachments/document-list.tsx'
import { checkRequestPath, paths } from '#paths.ts'
import { useOfferActs } from '#platform/offered-acts.ts'
import { Card } from '#ui/card.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { optional } from '#ui/optional.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const UnroutedApproval = optional(
  async () => (await import('#check-requests/detail/unrouted-approval.tsx')).UnroutedApproval,
)

const Comments = optional(async () => (await import('#check-requests/comments/comments.tsx')).Comments)

// Stays in place while the page scrolls. Scrolls separately if it is taller than the window.
const besideViewer =
  'lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:max-h-[calc(100dvh-var(--header-height)-2rem)] lg:overflow-y-auto'

interface RequestDetailProps {
  request: DetailedRequest
  queue: ApprovalQueue | undefined
  /** The request's route through its dealer group's policy; null or undefined if no policy applies. */
  approval: ApprovalReply | null | undefined
}

/** Everything that the user can see and do about a check request (R072). */
export function RequestDetail({ request, queue, approval }: RequestDetailProps) {
  const person = usePerson()
  const openNext = useOpenNext(queue, request)
  const view = useView(request.id)
  const choices = choicesFor(person, request, approval?.refusal, stopIn(request.findings))
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const decides = request.findings !== undefined && isPending(request.status_name)
  const { viewer, show } = useDocumentViewer(request, { opens: decides, foot: <div ref={setSlot} /> })
  const isWithdrawn = lastRefusal(request)?.action === 'withdrawn'
  const isOnItsWay = trackerStep(request.status_name) !== undefined
  const comments = <Comments key={request.id} requestId={request.id} />
  return (
    <div className={clsx('grid gap-5 print:gap-3 print:pb-0', decides ? 'max-lg:pb-36' : 'max-lg:pb-16')}>
      {queue && <ApprovalQueueBar queue={queue} currentId={request.id} />}
      <div>
        <PageHeader
          title="Check Request Details"
          subtitle={
            <span className="flex flex-wrap items-center gap-2">
              <span className="text-base font-medium text-ink">{request.request_number}</span>
              <StatusBadge status={request.status_name} />
              <OnHoldBadge hold={request.hold} />
              <PriorityBadge priority={request.priority_level} />
            </span>
          }
          actions={<RequestActions request={request} />}
        />
        <ChangeNews request={request} />
      </div>
      <RefusalBanner request={request} />
      <HoldBanner hold={request.hold} />
      {!request.findings && <PayeeBanner request={request} />}
      {request.recurring && <RecurringBanner mark={request.recurring} />}
      {request.check?.draws && isApproved(request.status_name) && <PaidBoth request={request} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] print:gap-3">
        <div className="grid min-w-0 gap-5 print:gap-3">
          {viewer}
          <RequestInformation request={request} />
          <RequestRequirements request={request} />
          <Documents requestId={request.id} onOpen={show} />
        </div>
        {isOnItsWay && (
          <div className={clsx('grid gap-5 lg:row-span-2 print:gap-3', viewer && besideViewer)}>
            <UpdateStatus
              request={request}
              choices={choices}
              approvalMeans={approval ? approvalMeans(approval) : undefined}
              slot={slot}
              isBeside={viewer !== undefined}
              onMoved={openNext}
              onView={queue && view}
            />
            {decides && comments}
            {approval && (
              <ApprovalChain approval={approval} status={request.status_name}>
                <RouteAgain request={request} />
              </ApprovalChain>
            )}
            {approval === null && offersRouteAgain(person, request) && <UnroutedApproval request={request} />}
            <StatusTracker request={request} />
          </div>
        )}
        <div className="grid gap-5 print:hidden">
          {!isOnItsWay && approval && (
            <ApprovalChain approval={approval} status={request.status_name} isWithdrawn={isWithdrawn} />
          )}
          {!decides && comments}
          <ActivityLog history={request.status_history} />
        </div>
      </div>
      <RequestFoot request={request} />
    </div>
  )
}

/**
 * After a decision, opens the next approval, or the list if no approval is left, so that a second click can't repeat
 * the decision.
 */
function useOpenNext(queue: ApprovalQueue | undefined, { id, amount }: DetailedRequest) {
  const openInPlace = useOpenInPlace()
  return (to: StatusName) => {
    document.getElementById('main')?.focus({ preventScroll: true })
    const stillPending = groupings.pending.some((pending) => pending === to)
    if (!queue || stillPending) return
    const { rest, next } = afterDecision(queue, { id, to, amount })
    const ended = { decided: rest.decided, left: rest.total }
    const target =
      next === undefined
        ? { to: paths.pending, state: { ended } }
        : { to: checkRequestPath(next), state: { queue: rest, from: paths.pending } }
    void openInPlace(target, { ignoreBlocker: true })
  }
}

function useView(id: number) {
  const navigate = useNavigate()
  return () => void navigate({ to: checkRequestPath(id) })
}

/** The requirements of the request's purpose with check marks; nothing if there are none. */
function RequestRequirements({ request: { demands, purpose_name } }: { request: DetailedRequest }) {
  if (!demands) return null
  return (
    <Card title={`Requirements for ${markHidden(capitalized(purpose_name))}`}>
      <RequirementList
        demands={demands.map(({ is_met, by_payee, ...one }) => ({ ...one, isMet: is_met, isByPayee: by_payee }))}
      />
    </Card>
  )
}

/** A banner with the reason for a hold and the user who placed it. */
function HoldBanner({ hold }: Pick<DetailedRequest, 'hold'>) {
  if (!hold) return null
  return (
    <section
      aria-label="On Hold"
      className="flex gap-3 rounded-lg border border-red bg-red-soft px-4 py-3 text-red sm:px-5"
    >
      <CirclePause aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">
        <h2 className="text-base font-semibold">On Hold</h2>
        <p className="text-base wrap-anywhere whitespace-pre-line text-ink">{markHidden(hold.reason)}</p>
        <p className="text-[0.8125rem]">
          {markHidden(hold.by_name)}, {formatMoment(hold.at)}
        </p>
      </div>
    </section>
  )
}

/**
 * Buttons for this user's actions on the request other than transitions; the command palette also offers these actions.
 */
function RequestActions({ request }: { request: DetailedRequest }) {
  const dialogs = useRequestDialogs(request)
  const acts = useRequestActs(request, dialogs.open)
  useOfferActs(
    'others',
    acts.filter(({ refusal }) => !refusal),
  )
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end print:hidden">
      {acts.map(({ text, icon: Icon, primary, refusal, perform }) => (
        <ReasonButton
          key={text}
          variant={primary && !refusal ? 'primary' : 'secondary'}
          size="sm"
          refusal={refusal}
          onClick={perform}
        >
          <Icon aria-hidden className="size-4" />
          {text}
        </ReasonButton>
      ))}
      {dialogs.shown}
    </div>
  )
}

/** A banner that says why the payee blocks the request's next step, with a link to the payee. */
function PayeeBanner({ request }: { request: DetailedRequest }) {
  const person = usePerson()
  const refusal = refusalFor(request)
  if (!request.payee || !refusal) return null
  return (
    <section
      aria-label="Payee"
      className="flex gap-3 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 text-yellow sm:px-5 print:hidden"
    >
      <UserRoundX aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="text-base wrap-anywhere text-ink">{markHidden(refusal)}</p>
        {may(person, 'payees.read') && (
          <LinkButton {...payeeTarget(request.payee)} size="sm" variant="secondary">
            View Payee
          </LinkButton>
        )}
      </div>
    </section>
  )
}

function refusalFor({ payee, status_name }: DetailedRequest): string | null | undefined {
  if (isApproved(status_name)) return payee?.refusal_to_print
  return groupings.pending.some((pending) => pending === status_name) ? payee?.refusal_to_approve : null
}

/** Says that a request comes from a recurring request, and what differs from the last approved one. */
function RecurringBanner({ mark: { in_words } }: { mark: RecurringMark }) {
  const { origin, warnings, same } = in_words
  return (
    <section
      aria-label="Recurring request"
      className={clsx(
        'rounded-lg border px-4 py-3 wrap-anywhere sm:px-5 print:hidden',
        warnings.length > 0 ? 'border-yellow bg-yellow-soft' : 'border-line bg-surface',
      )}
    >
      {warnings.map((warning) => (
        <p key={warning} className="text-base font-semibold">
          {markHidden(warning)}
        </p>
      ))}
      {origin} {same}
    </section>
  )
}
