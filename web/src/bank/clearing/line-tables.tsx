import type { ClearingPreview } from '@check-requests/domain/bank/files/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'
import { counted, KindBadge } from '#bank/clearing/clearing-words.tsx'
import { ProblemList } from '#operation/imports/line-lists.tsx'
import { checkPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

type Found = ClearingPreview['exceptions'][number]
type Paid = ClearingPreview['repeated_lines'][number] & {
  readonly check?: Found['check'] | ClearingPreview['matched_lines'][number]['check']
}

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

/** A warning about a file that was read as detected, because it doesn't look like the saved profile. */
export function MisfitNote({ onProfile }: { onProfile(): void }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-orange-soft px-3 py-2.5 text-orange">
      <p>
        This file doesn’t look like the saved profile, so it was read with a detected one. Review the detected profile
        before you confirm the file. The saved profile is kept for files that it fits.
      </p>
      <Button size="sm" variant="secondary" onClick={onProfile}>
        Review Detected Profile
      </Button>
    </div>
  )
}

/** The first checks, each as it is in the file and as it is read. */
export function SampleLines({ sample }: { sample: ClearingPreview['sample'] }) {
  if (sample.length === 0) return null
  return (
    <section aria-label="Lines as Read" className="grid gap-2">
      <h3 className="font-semibold">Lines as Read</h3>
      <ul className="grid gap-2">
        {sample.map(({ line, text, check }) => (
          <li key={line} className="grid gap-0.5 wrap-anywhere">
            <code className="text-[0.8125rem] text-ink-soft">{markHidden(text)}</code>
            {check && (
              <span>
                {markHidden(
                  `→ ${check.number === null ? 'A check without a number' : `Check ${check.number}`}, ${formatDollars(check.amount)}, ${formatDate(check.paid_on)}`,
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OtherAccountsProps {
  accounts: ClearingPreview['other_accounts']
  onRead: ((account: { readonly id: number; readonly name: string }) => void) | undefined
}

/** The other accounts in a file, with a button for those that the user can reconcile. */
export function OtherAccounts({ accounts, onRead }: OtherAccountsProps) {
  if (accounts.length === 0) return null
  return (
    <section aria-label="Other Accounts" className="grid gap-2">
      <h3 className="font-semibold">Other Accounts in This File</h3>
      <ul className="grid gap-2">
        {accounts.map(({ last4, lines, bank_account }) => (
          <li key={`${bank_account?.id} ${last4} ${lines}`} className="flex flex-wrap items-center gap-2">
            <span>
              {markHidden(`${counted(lines, 'line')} of ${bank_account?.name ?? 'an account'} ending in ${last4}`)}
            </span>
            {bank_account && onRead && (
              <Button variant="secondary" onClick={() => onRead(bank_account)}>
                {markHidden(`Read ${bank_account.name} Too`)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lines that are no paid checks, with the reasons, to be opened. */
export function LeftOutLines({ leftOut: { count, lines } }: { leftOut: ClearingPreview['left_out'] }) {
  if (count === 0) return null
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{`${counted(count, 'line')} left out`}</summary>
      <div className="grid gap-2 pt-2">
        <ProblemList problems={lines} />
        <Unlisted listed={lines.length} count={count} />
      </div>
    </details>
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
    <>
      <span className="wrap-anywhere">{markHidden(check?.payee_name ?? payee ?? 'Not in the file')}</span>
      {check && 'open_exception' in check && check.open_exception && (
        <p className="flex flex-wrap items-center gap-1.5 text-[0.8125rem]">
          <KindBadge kind={check.open_exception} /> Exception still open
        </p>
      )}
    </>
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

/** The numbers of lines in a bank file, by what confirming the file does with them. */
export function Figures({ preview }: { preview: ClearingPreview }) {
  const { matched, doubtful, unknown, repeated, repeated_total, not_ours } = preview
  return (
    <DescriptionList
      columns={2}
      items={[
        { label: 'Matched: will be cleared', value: sumInWords(matched.count, matched.total) },
        { label: 'Exceptions: details differ', value: sumInWords(doubtful.count, doubtful.total) },
        { label: 'Unknown: not in the register', value: sumInWords(unknown.count, unknown.total) },
        { label: 'Already known: confirmed before', value: sumInWords(repeated, repeated_total) },
        { label: 'Other payments: ignored', value: sumInWords(not_ours.count, not_ours.total) },
      ]}
    />
  )
}

function sumInWords(count: number, total: number): string {
  return count === 0 ? 'None' : `${counted(count, 'line')}, ${formatDollars(total)}`
}
