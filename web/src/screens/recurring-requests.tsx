import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import type {
  RecurringList as RecurringData,
  RecurringReply,
  RecurringState,
} from '@check-requests/domain/check-requests/recurring/fields.ts'
import { differencesInWords } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { scheduleInWords } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CircleStop, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { recurringNotices, useRecurring } from '#check-requests/recurring/api.ts'
import { ChangeRecurringDialog, RecurringLimit, RepeatDialog } from '#check-requests/recurring/repeat-dialog.tsx'
import { checkRequestPath, paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { LinkButton, TextLink } from '#ui/link-button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type DialogFor, isFocusInDialog, useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowAction, RowActions } from '#ui/table/row-controls.tsx'

/** Requests that repeat on a schedule, and their drafts that wait. */
export function RecurringRequestsScreen() {
  const recurring = useRecurring()
  const { error, onRetry } = useLoadFailure(recurring)
  const { data } = recurring
  const { like } = useLocation().state
  const { role } = usePerson()
  const navigate = useNavigate()
  // Without the request in the history, the dialog doesn't open again after a reload.
  const close = () => void navigate({ to: paths.recurring, replace: true, ignoreBlocker: true })
  return (
    <>
      <PageHeader title="Recurring Requests" actions={role === 'requester' && <ChooseRequest />} />
      <div className="grid max-w-4xl gap-5">
        {error && (
          <Card flush>
            <ErrorState message={error} onRetry={onRetry} />
          </Card>
        )}
        {data && <RecurringPanels data={data} />}
        {like && data && <RepeatDialog request={like} open onOpenChange={close} />}
      </div>
    </>
  )
}

/** Leads to the requests that can repeat, because a schedule repeats one of them. */
function ChooseRequest() {
  return <LinkButton to={paths.checkRequests}>Choose a Request to Repeat</LinkButton>
}

/** Drafts that wait, schedules, and, for admins, what is submitted automatically. */
export function RecurringPanels({ data: { items, limit } }: { data: RecurringData }) {
  const { role } = usePerson()
  return (
    <>
      <ReadyDrafts items={items} />
      <RecurringList items={items} />
      {limit && role === 'admin' && <RecurringLimit key={limit.version} limit={limit} />}
    </>
  )
}

type Unsent = RecurringReply['unsent'][number]
interface Ready {
  readonly item: RecurringReply
  readonly day: Unsent
  readonly draft: NonNullable<Unsent['draft']>
}

/** The drafts that wait for their requester, oldest first. The first one has the focus, so one key submits it. */
function ReadyDrafts({ items }: { items: readonly RecurringReply[] }) {
  const ready = items
    .flatMap((item) => item.unsent.map((day) => ({ item, day })))
    .flatMap(({ item, day }): Ready[] => (day.draft ? [{ item, day, draft: day.draft }] : []))
    .toSorted((one, other) => one.day.due_on.localeCompare(other.day.due_on))
  if (ready.length === 0) return null
  return (
    <Card title="Ready to Submit" flush>
      <ul aria-label="Ready to submit">
        {ready.map((one, index) => (
          <ReadyDraft key={one.draft.id} ready={one} isFirst={index === 0} />
        ))}
      </ul>
    </Card>
  )
}

const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 sm:px-5'

function ReadyDraft({ ready: { item, day, draft }, isFirst }: { ready: Ready; isFirst: boolean }) {
  const submit = useWriteWithNotices(endpoints.submit, recurringNotices.submit)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst && !isFocusInDialog()) button.current?.focus()
  }, [isFirst])
  const name = markHidden(draft.payee_name)
  const changed = item.former ? differencesInWords(draft.differences, item.former) : ''
  return (
    <li className={rowClass}>
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {name}, {amountInWords(draft.amount)}
          {day.is_missed && <Badge color="red">Missed</Badge>}
          {draft.differences.length > 0 && <Badge color="yellow">Changed</Badge>}
        </p>
        <p className="text-ink-soft">
          For {formatDate(day.due_on)}. {scheduleInWords(item)}.
        </p>
        {changed !== '' && <p className="wrap-anywhere">{markHidden(changed)}</p>}
        {day.held_because !== null && (
          <p className="wrap-anywhere">Not submitted automatically: {markHidden(day.held_because)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.newCheckRequest} variant="secondary" aria-label={`Edit draft for ${name}`}>
          Edit Draft
        </LinkButton>
        <Button
          ref={button}
          pending={submit.isPending}
          aria-label={`Submit ${name}, ${formatDate(day.due_on)}`}
          onClick={() =>
            submit.mutate({ params: { id: item.id }, body: { due_on: day.due_on, version: draft.version } })
          }
        >
          Submit
        </Button>
      </div>
    </li>
  )
}

function amountInWords(typed: string): string {
  const plain = plainAmount(typed)
  return plain === undefined ? `“${typed}”` : formatDollars(Number(plain))
}

const badges: Readonly<Record<RecurringState, { text: string; color: BadgeColor }>> = {
  active: { text: 'Active', color: 'green' },
  paused: { text: 'Paused', color: 'yellow' },
  ended: { text: 'Ended', color: 'gray' },
}

/** Recurring requests with their schedules: the user's own or, for admins, everyone's in their scope. */
function RecurringList({ items }: { items: readonly RecurringReply[] }) {
  const { role } = usePerson()
  const change = useDialogFor<RecurringReply>(ChangeRecurringDialog)
  const end = useDialogFor<RecurringReply>(EndDialog)
  return (
    <Card title="Schedules" flush>
      {items.length === 0 && role === 'admin' && (
        <EmptyState text="No recurring requests yet. Requesters set them up for their own requests." />
      )}
      {items.length === 0 && role !== 'admin' && (
        <EmptyState text="No recurring requests yet. In My Requests, open one that repeats, such as last month’s rent, and choose Repeat. A draft is then ready for you on each date." />
      )}
      <ul aria-label="Schedules">
        {items.map((item) => (
          <RecurringRow
            key={item.id}
            item={item}
            onChange={() => change.openFor(item)}
            onEnd={() => end.openFor(item)}
          />
        ))}
      </ul>
      {change.dialog}
      {end.dialog}
    </Card>
  )
}

interface RecurringRowProps {
  item: RecurringReply
  onChange(): void
  onEnd(): void
}

function RecurringRow({ item, onChange, onEnd }: RecurringRowProps) {
  const isAdmin = usePerson().role === 'admin'
  const update = useWriteWithNotices(endpoints.update, recurringNotices.update)
  const { id, version, state, end_reason, former } = item
  const name = markHidden(item.payee_name)
  const set = (next: RecurringState) => update.mutate({ params: { id }, body: { version, state: next } })
  const missed = item.unsent.filter(({ is_missed }) => is_missed)
  return (
    <li className={rowClass}>
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {name}, {formatDollars(item.amount)} <Badge color={badges[state].color}>{badges[state].text}</Badge>
          {item.is_automatic && <Badge color="blue">Automatic</Badge>}
          {missed.length > 0 && <Badge color="red">Missed</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-soft">{placeAndSchedule(item)}</p>
        {isAdmin && <p className="wrap-anywhere">Requester: {markHidden(item.requester.name)}</p>}
        {missed.length > 0 && <p>Not submitted: {missed.map(({ due_on }) => formatDate(due_on)).join('; ')}</p>}
        {end_reason !== null && <p className="wrap-anywhere">{markHidden(end_reason)}</p>}
        {former && (
          <p>
            Last approved: <TextLink to={checkRequestPath(former.id)}>{former.request_number}</TextLink>
          </p>
        )}
      </div>
      {state !== 'ended' && (
        <RowActions>
          {!isAdmin && <RowAction icon={Pencil} label={`Change ${name}`} onClick={onChange} />}
          {state === 'active' && <RowAction icon={CirclePause} label={`Pause ${name}`} onClick={() => set('paused')} />}
          {state === 'paused' && !isAdmin && (
            <RowAction icon={CirclePlay} label={`Resume ${name}`} onClick={() => set('active')} />
          )}
          <RowAction icon={CircleStop} danger label={`End ${name}`} onClick={onEnd} />
        </RowActions>
      )}
    </li>
  )
}

function placeAndSchedule(item: RecurringReply): string {
  const next = item.next_on === null ? [] : [`Next: ${formatDate(item.next_on)}`]
  const until = item.until_on === null ? '' : `, until ${formatDate(item.until_on)}`
  const place = item.dealership_name === null ? [] : [markHidden(item.dealership_name)]
  return [item.purpose_name, ...place, `${scheduleInWords(item)}${until}`, ...next].join(' · ')
}

function EndDialog({ subject: item, open, onOpenChange }: DialogFor<RecurringReply>) {
  const end = useWriteWithNotices(endpoints.update, recurringNotices.update, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="End Recurring Request"
      text={`No more drafts for ${markHidden(item.payee_name)} will be created. This can’t be undone. Existing drafts stay.`}
      confirmLabel="End"
      danger
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id: item.id }, body: { version: item.version, state: 'ended' } })}
    />
  )
}
