import { changesInWords, type NamesById, namesNeeded } from '@check-requests/domain/check-requests/changes-in-words.ts'
import { eventInWords } from '@check-requests/domain/check-requests/events.ts'
import type { DetailedRequest, HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { MoveRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { isMove } from '#check-requests/status/status-steps.ts'
import { approvedStep } from '#check-requests/status/transition-labels.ts'
import { useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** The request's history, newest first: user, role, time, action, and the old and new values. */
export function ActivityLog({ history }: { history: DetailedRequest['status_history'] }) {
  const names = useNames(history)
  const latestFirst = history.map((entry, index) => ({ entry, before: previousMove(history, index) })).reverse()
  return (
    <Card title="Activity Log" className="print:hidden">
      <ol className="grid divide-y divide-line">
        {latestFirst.map(({ entry, before }) => (
          <Activity key={entry.id} entry={entry} before={before} names={names} />
        ))}
      </ol>
    </Card>
  )
}

interface ActivityProps {
  entry: HistoryEntry
  /** The entry that set the previous status. */
  before: HistoryEntry | undefined
  names: NamesById
}

function Activity({ entry, before, names }: ActivityProps) {
  const changes = changesInWords(entry, names)
  return (
    <li className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        <p>
          <span className="font-medium">{markHidden(entry.user_name)}</span>{' '}
          <span className="text-ink-soft">({entry.role})</span> {entryInWords(entry)}
        </p>
        <time className="text-[0.8125rem] text-ink-soft" dateTime={entry.timestamp}>
          {formatMoment(entry.timestamp)}
        </time>
      </div>
      {isMove(entry) && before && before.status_id !== entry.status_id && (
        <p className="flex items-center gap-1.5">
          <StatusBadge status={before.status_name} />
          <Arrow />
          <StatusBadge status={entry.status_name} />
        </p>
      )}
      {entry.check_number && <p className="text-[0.8125rem]">Check number {entry.check_number}</p>}
      {changes.length > 0 && (
        <ul className="grid gap-0.5 text-[0.8125rem]">
          {changes.map(({ field, from, to }) => (
            <li key={field} className="wrap-anywhere">
              <span className="text-ink-soft">{field}: </span>
              {from !== undefined && (
                <>
                  {from} <Arrow />{' '}
                </>
              )}
              <span className="font-medium">{to}</span>
            </li>
          ))}
        </ul>
      )}
      {entry.note && (
        <blockquote className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line">
          {markHidden(entry.note)}
        </blockquote>
      )}
    </li>
  )
}

function Arrow() {
  return (
    <>
      <MoveRight aria-hidden className="inline size-4 text-ink-soft" />
      <span className="sr-only"> changed to </span>
    </>
  )
}

function previousMove(history: readonly HistoryEntry[], index: number): HistoryEntry | undefined {
  return history.slice(0, index).findLast(isMove)
}

/** The names of the ids in the history. Most histories contain no ids. */
function useNames(history: readonly HistoryEntry[]): NamesById {
  const needed = namesNeeded(history)
  const dealerships = useDealerships({ enabled: needed.has('dealerships') }).data
  const departments = useDepartments({ enabled: needed.has('departments') }).data
  const purposes = usePurposes({ enabled: needed.has('purposes') }).data
  const deliveryMethods = useDeliveryMethods({ enabled: needed.has('deliveryMethods') }).data
  return useMemo(
    () => ({
      dealerships: nameById(dealerships),
      departments: nameById(departments),
      purposes: nameById(purposes),
      deliveryMethods: nameById(deliveryMethods),
    }),
    [dealerships, departments, purposes, deliveryMethods],
  )
}

function nameById(rows: readonly { id: number; name: string }[] = []): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

type Entry = Pick<HistoryEntry, 'action' | 'status_name' | 'changes'>

/**
 * The predicate after the user's name. An approval with remaining steps doesn't count as moving the request into
 * processing.
 */
export function entryInWords(entry: Entry): string {
  return approvedStep(entry) === undefined ? eventInWords(entry.action, entry.status_name) : 'approved a step'
}

/** Announces another user's changes to the request on the screen. */
export function ChangeNews({ request }: { request: DetailedRequest }) {
  const { id } = usePerson()
  const [seen, setSeen] = useState(request.version)
  const latest = request.status_history.at(-1)
  const isNews = request.version > seen && latest !== undefined && latest.user_id !== id
  return (
    <div role="status" className="print:hidden">
      {isNews && (
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-accent-soft px-4 py-2 sm:px-5">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {latest.user_name} ({latest.role}) {entryInWords(latest)}, {formatMoment(latest.timestamp)}.
          </span>
          <Button variant="ghost" size="sm" onClick={() => setSeen(request.version)}>
            OK
          </Button>
        </p>
      )}
    </div>
  )
}
