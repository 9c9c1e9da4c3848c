import { changesInWords, type NamesById } from '@check-requests/domain/check-requests/changes-in-words.ts'
import type { DetailedRequest, HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { MoveRight } from 'lucide-react'
import { useMemo } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { entryInWords } from '#check-requests/status/entry-words.ts'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { isMove } from '#check-requests/status/status-steps.ts'
import { useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { Card } from '#ui/card.tsx'

/** The history of the request: who, in which role, when, what, from what to what; newest first. */
export function ActivityLog({ history }: { history: DetailedRequest['status_history'] }) {
  const names = useNames()
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
  /** The entry that set the status from which this one changed. */
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

function useNames(): NamesById {
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const purposes = usePurposes().data
  const deliveryMethods = useDeliveryMethods().data
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
