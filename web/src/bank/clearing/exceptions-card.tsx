import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ClearingReply, ExceptionReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { assignNotices, useExceptions } from '#bank/clearing/api.ts'
import { isGrave, KindBadge, paymentInWords } from '#bank/clearing/clearing-words.tsx'
import { formatDay, formatMoment } from '#check-requests/list/moments.ts'
import { checkPath } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { choiceValue, useUrlState } from '#platform/url-state.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

const ResolveDialog = lazy(async () => ({
  default: (await import('#bank/clearing/resolve-dialog.tsx')).ResolveDialog,
}))

const address = { exceptions: choiceValue(['open', 'resolved'], 'open') }
const mostListed = 200

const choices = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

const empty = {
  open: 'No open exceptions: every bank payment matches the register.',
  resolved: 'No exceptions have been resolved yet.',
}

/** Open and resolved exceptions in the bank's payments. */
export function ExceptionsCard({ account, clearing }: { account: BankAccountReply; clearing: ClearingReply }) {
  const [{ exceptions: state }, change] = useUrlState(address)
  const query = useExceptions(account.id, state)
  const { error, onRetry } = useLoadFailure(query)
  const { shown, more } = usePortion(query.data)
  const resolve = useDialogFor<ExceptionReply>(ResolveDialog)
  return (
    <Card
      title="Exceptions"
      description="Bank payments that don’t match the register, newest first."
      actions={
        <NativeSelect<'open' | 'resolved'>
          aria-label="Exceptions to show"
          options={choices}
          value={state}
          onChange={(exceptions) => change({ exceptions })}
        />
      }
      flush
    >
      <DataTable
        caption={`${state === 'open' ? 'Open' : 'Resolved'} exceptions`}
        columns={exceptionColumns(clearing.refusal === null, resolve.openFor)}
        rows={shown}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState text={empty[state]} />}
        more={more}
        skeletonRows={3}
      />
      {query.data?.length === mostListed && (
        <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">{`The newest ${mostListed} are listed.`}</p>
      )}
      {resolve.dialog}
    </Card>
  )
}

/**
 * `mayReconcile`: whether the user can reconcile the account. If so, the server's response can still say why they can't
 * resolve an exception.
 */
function exceptionColumns(
  mayReconcile: boolean,
  onResolve: (exception: ExceptionReply) => void,
): readonly Column<ExceptionReply>[] {
  return [
    {
      key: 'number',
      header: 'Check #',
      onCard: 'title',
      cell: ({ number, check }) =>
        check ? <TextLink to={checkPath(check.id)}>{check.number}</TextLink> : (number ?? 'No number'),
    },
    { key: 'kind', header: 'Problem', cell: ({ kind }) => <KindBadge kind={kind} /> },
    {
      key: 'amount',
      header: 'Bank Paid',
      align: 'end',
      cell: (exception) => (
        <span className={clsx('tabular-nums', isGrave(exception.kind) && 'font-semibold text-danger')}>
          {formatDollars(exception.amount)}
        </span>
      ),
    },
    {
      key: 'register',
      header: 'Register',
      align: 'end',
      cell: ({ check }) => <span className="tabular-nums">{check ? formatDollars(check.amount) : '–'}</span>,
    },
    {
      key: 'since',
      header: 'Paid',
      className: 'sm:whitespace-nowrap',
      cell: ({ paid_on }) => formatDate(paid_on),
    },
    {
      key: 'story',
      header: 'Details',
      onCard: 'actions',
      cell: (exception) => (
        <Story exception={exception} mayReconcile={mayReconcile} onResolve={() => onResolve(exception)} />
      ),
    },
  ]
}

interface StoryProps {
  exception: ExceptionReply
  mayReconcile: boolean
  onResolve(): void
}

function Story({ exception, mayReconcile, onResolve }: StoryProps) {
  const { kind, sentence, created_at, owner, resolution, refusal } = exception
  const since = `Open since ${formatDay(created_at)}. ${owner ? `Assigned to ${markHidden(owner.name)}.` : 'No one is assigned yet.'}`
  return (
    <div className="grid gap-1.5">
      <p className={clsx('wrap-anywhere', isGrave(kind) && resolution === null && 'font-medium text-danger')}>
        {markHidden(sentence)}
      </p>
      {resolution === null ? <p className="text-ink-soft">{since}</p> : <Outcome exception={exception} />}
      {resolution === null && mayReconcile && refusal !== null && (
        <p className="text-ink-soft">{markHidden(refusal)}</p>
      )}
      {resolution === null && mayReconcile && refusal === null && (
        <ExceptionActions exception={exception} onResolve={onResolve} />
      )}
    </div>
  )
}

/** The outcome and the user who recorded it. */
function Outcome({ exception }: { exception: ExceptionReply }) {
  const { kind, stands, resolution, resolved_by, resolved_at } = exception
  const accepted =
    kind === 'taken back by the bank'
      ? 'The bank’s reversal was accepted: the check is outstanding again.'
      : `${paymentInWords(exception)} was accepted: the check is cleared.`
  return (
    <>
      {stands && <p>{accepted}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{markHidden(resolution ?? '')}</p>
      <p className="text-ink-soft wrap-anywhere">
        {`Resolved ${formatMoment(resolved_at ?? '')} by ${markHidden(resolved_by?.name ?? 'another user')}`}
      </p>
    </>
  )
}

function ExceptionActions({ exception, onResolve }: { exception: ExceptionReply; onResolve(): void }) {
  const { id: own } = usePerson()
  const { id, version, number, owner } = exception
  const take = useWriteWithNotices(bankFileEndpoints.resolveException, assignNotices)
  const of = number === null ? 'the payment without a number' : `check ${number}`
  return (
    <div className="flex flex-wrap gap-2 pt-0.5">
      <Button size="sm" variant="primary" aria-label={`Resolve: ${of}`} onClick={onResolve}>
        Resolve
      </Button>
      {owner?.id !== own && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Assign to Me: ${of}`}
          pending={take.isPending}
          onClick={() => take.mutate({ params: { id }, body: { owner_id: own, version } })}
        >
          Assign to Me
        </Button>
      )}
    </div>
  )
}
