import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars, sumDollars } from '@check-requests/domain/values/money.ts'
import { type ReactNode, useMemo } from 'react'
import { Marked, MarksOf } from '#check-requests/list/marked.tsx'
import { checkPath } from '#paths.ts'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { RowLink } from '#ui/table/row-controls.tsx'
import { SelectAllBox, SelectBox } from '#ui/table/row-selection.tsx'

/** The maximum number of checks that can be printed or signed together. */
const mostAtOnce = 500

interface ChosenBarProps {
  chosen: readonly { readonly amount: number }[]
  /** The number of checks that left the list since they were chosen. */
  lost: number
  /** The instruction shown while nothing is chosen. */
  choose: string
  act: string
  pending: boolean
  /** Why the action isn't possible, apart from an empty selection. */
  refusal?: string | undefined
  /** Why the action failed. */
  failure: string | undefined
  /** The rows that the last action left out, each with the reason. */
  leftOut?: readonly { readonly message: string }[] | undefined
  onAct(): void
  children?: ReactNode
}

/** A bar with the number and total of the chosen checks and the button for the action, always visible at the bottom. */
export function ChosenBar(props: ChosenBarProps) {
  const { chosen, lost, choose, act, pending, failure, onAct } = props
  const tooMany = chosen.length > mostAtOnce ? `Choose at most ${mostAtOnce} checks at a time.` : undefined
  return (
    <section
      aria-label="Chosen checks"
      data-bottom-bar="always"
      className="sticky bottom-0 z-20 grid gap-2 rounded-b-lg border-t border-line-strong bg-raised px-4 py-2.5 shadow-popup sm:px-5 print:hidden"
    >
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <LeftOut rows={props.leftOut} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="me-auto text-[0.9375rem] font-semibold" aria-live="polite">
          {chosen.length === 0 ? choose : countAndTotal(chosen)}
        </p>
        {lost > 0 && <p className="text-[0.8125rem] text-ink-soft">{lostInWords(lost)}</p>}
        <ReasonButton
          variant="primary"
          className="w-full sm:w-auto"
          pending={pending}
          refusal={chosen.length === 0 ? choose : (tooMany ?? props.refusal)}
          onClick={onAct}
        >
          {act}
        </ReasonButton>
      </div>
    </section>
  )
}

interface LeftOutProps {
  rows?: readonly { readonly message: string }[] | undefined
  title?: (count: number) => string
}

/** The rows that an action on several left out, or that need attention, each with the reason. */
export function LeftOut({ rows = [], title = leftOutInWords }: LeftOutProps) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <div role="alert" tabIndex={0} className="max-h-40 overflow-auto text-danger wrap-anywhere">
      <p className="font-semibold">{title(rows.length)}</p>
      <ul className="list-disc ps-5">
        {rows.map(({ message }) => (
          <li key={message}>{markHidden(message)}</li>
        ))}
      </ul>
    </div>
  )
}

/** `1 was left out.` */
export function leftOutInWords(count: number): string {
  return count === 1 ? '1 was left out.' : `${count} were left out.`
}

function countAndTotal(checks: readonly { readonly amount: number }[]): string {
  const total = formatDollars(sumDollars(checks.map(({ amount }) => amount)))
  return `${checks.length === 1 ? '1 check' : `${checks.length} checks`}, ${total}`
}

function lostInWords(lost: number): string {
  return lost === 1 ? '1 selected row is no longer listed.' : `${lost} selected rows are no longer listed.`
}

/** The column of checkboxes. Rows that can't be chosen have a disabled checkbox and a note with the reason. */
export function chooseColumn<Row>(
  nameOf: (row: Row) => string,
  refusalOf: (row: Row) => string | undefined,
): Column<Row> {
  return {
    key: 'select',
    header: 'Select',
    headerCell: <SelectAllBox label="Select all shown" hideLabel />,
    onCard: 'corner',
    width: 28,
    className: 'select-column visible',
    cell: (row) =>
      refusalOf(row) ? (
        <Checkbox
          label={`${nameOf(row)} can’t be selected`}
          hideLabel
          className="-mx-1 min-w-6 justify-center opacity-50 print:hidden"
          disabled
        />
      ) : (
        <SelectBox row={row} name={nameOf(row)} />
      ),
  }
}

type ListedCheck = Pick<
  CheckReply,
  'id' | 'number' | 'payee_name' | 'amount' | 'bank_account_name' | 'dealership_names'
>

interface MarkedChecksProps<Row> {
  checks: readonly Row[] | undefined
  requestsOf(check: Row): readonly number[]
  children: ReactNode
}

/** Marks what speaks against the requests of these checks. */
export function MarkedChecks<Row extends ListedCheck>({ checks, requestsOf, children }: MarkedChecksProps<Row>) {
  const rows = useMemo(
    () => (checks ?? []).flatMap((check) => requestsOf(check).map((id) => ({ id, payee_name_1: check.payee_name }))),
    [checks, requestsOf],
  )
  return (
    <Marked rows={rows} isMarked>
      {children}
    </Marked>
  )
}

/** The columns of checks to sign, mail, or hand over. */
export function checkColumns<Row extends ListedCheck>(requestsOf: (check: Row) => readonly number[]) {
  return {
    number: {
      key: 'number',
      header: 'Check #',
      width: 84,
      onCard: 'detail',
      cell: (check) => (
        <>
          <RowLink to={checkPath(check.id)} stateNow={() => ({})} className="row-link">
            {check.number}
          </RowLink>
          <span className="marks-below">
            <MarksOf ids={requestsOf(check)} />
          </span>
        </>
      ),
    },
    payee: {
      key: 'payee',
      header: 'Payee',
      width: 180,
      grows: true,
      tellsInFull: true,
      onCard: 'title',
      cell: ({ payee_name: name }) => markHidden(name),
    },
    risk: {
      key: 'risk',
      header: 'Risk',
      width: 72,
      givesWay: 4,
      className: 'marks-column',
      cell: (check) => <MarksOf ids={requestsOf(check)} />,
    },
    amount: {
      key: 'amount',
      header: 'Amount',
      width: 104,
      align: 'end',
      className: 'figure',
      onCard: 'figure',
      cell: ({ amount }) => formatDollars(amount),
    },
    dealership: {
      key: 'dealership',
      header: 'Dealership',
      width: 116,
      givesWay: 3,
      cell: ({ dealership_names: names }) => markHidden(names.join(', ')),
    },
    accountName: {
      key: 'account',
      header: 'Account',
      width: 110,
      givesWay: 1,
      cell: ({ bank_account_name: name }) => markHidden(name),
    },
  } as const satisfies Record<string, Column<Row>>
}
