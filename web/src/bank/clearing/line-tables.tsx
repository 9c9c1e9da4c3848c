import type { ClearingPreview } from '@check-requests/domain/bank/files/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'
import { KindBadge } from '#bank/clearing/clearing-words.tsx'
import { checkPath } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

type Found = ClearingPreview['exceptions'][number]
type Paid = ClearingPreview['repeated_lines'][number] & { readonly check?: Found['check'] }

/** A table of lines with problems. `count`: the total number, of which only the first are listed. */
export function FoundLines({ title, lines, count }: { title: string; lines: readonly Found[]; count: number }) {
  const { shown, more } = usePortion(lines)
  if (lines.length === 0) return null
  return (
    <Lines title={title}>
      <DataTable
        caption={`File lines: ${title}`}
        columns={foundColumns}
        rows={shown}
        rowKey={({ line }) => line}
        empty={null}
        more={more}
      />
      <Unlisted listed={lines.length} count={count} />
    </Lines>
  )
}

/** A table of lines without problems. `count`: the total number, of which only the first are listed. */
export function PaidLines({ title, lines, count }: { title: string; lines: readonly Paid[]; count: number }) {
  const { shown, more } = usePortion(lines)
  if (lines.length === 0) return null
  return (
    <Lines title={title}>
      <DataTable
        caption={`File lines: ${title}`}
        columns={paidColumns}
        rows={shown}
        rowKey={({ line }) => line}
        empty={null}
        more={more}
      />
      <Unlisted listed={lines.length} count={count} />
    </Lines>
  )
}

function Unlisted({ listed, count }: { listed: number; count: number }) {
  if (count <= listed) return null
  return (
    <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">
      {`The first ${listed.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} are listed; the totals include all lines.`}
    </p>
  )
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line">
      <h3 className="px-4 pt-3 pb-1 font-semibold sm:px-5">{title}</h3>
      {children}
    </section>
  )
}

const number: Column<Paid> = {
  key: 'number',
  header: 'Check #',
  onCard: 'title',
  cell: ({ number, check }) => {
    if (number === null) return 'No number'
    return check ? <TextLink to={checkPath(check.id)}>{number}</TextLink> : number
  },
}
const payee: Column<Paid> = {
  key: 'payee',
  header: 'Payee',
  cell: ({ payee, check }) => (
    <span className="wrap-anywhere">{markHidden(check?.payee_name ?? payee ?? 'Not in the file')}</span>
  ),
}
const amount: Column<Paid> = {
  key: 'amount',
  header: 'Amount',
  align: 'end',
  className: 'figure',
  cell: ({ amount }) => formatDollars(amount),
}
const day: Column<Paid> = {
  key: 'paid',
  header: 'Paid',
  className: 'sm:whitespace-nowrap',
  cell: ({ paid_on }) => formatDate(paid_on),
}
const line: Column<Paid> = { key: 'line', header: 'Line', align: 'end', cell: ({ line }) => line }

const paidColumns: readonly Column<Paid>[] = [number, payee, amount, day, line]
const foundColumns: readonly Column<Found>[] = [
  number,
  { key: 'kind', header: 'Problem', cell: (found) => <KindBadge kind={found.kind} /> },
  amount,
  day,
  {
    key: 'sentence',
    header: 'What to Do',
    cell: ({ sentence }) => <span className="wrap-anywhere">{markHidden(sentence)}</span>,
  },
  line,
]
