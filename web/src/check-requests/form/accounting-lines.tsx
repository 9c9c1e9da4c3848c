import type { ChartReply, LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import {
  type AccountingLine,
  type ChartAccount,
  defaultFor,
  faultsOf,
  mostLines,
  sumOf,
} from '@check-requests/domain/books/accounting/lines.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AccountSelect } from '#books/accounting/account-select.tsx'
import { useNumberedAccounts } from '#books/accounting/api.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { centsIn, type LineValues, typedLine } from '#check-requests/form/request-form-values.ts'
import type { LastCheck, RequestForm } from '#check-requests/form/use-request-form.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { setFollowing } from '#ui/form/form.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

interface AccountingLinesProps {
  form: RequestForm
  chart: ChartReply
  lastCheck: LastCheck
}

/** The accounting lines of a request, which add up to its amount, with buttons to add and remove lines. */
export function AccountingLines({ form, chart, lastCheck }: AccountingLinesProps) {
  const [lines, amount, purposeId, dealershipId] = useWatch({
    control: form.control,
    name: ['accounting', 'amount', 'purpose_id', 'dealership_id'],
  })
  const { accounts, isKnown, learn } = useAccountsOfLines(chart, lines)
  const typed = lines.map(typedLine)
  const faults = faultsOf(typed, centsIn(amount), accounts).filter(
    ({ line }) => line === null || isKnown(lines[line]?.account ?? ''),
  )
  const ofAll = faults.find(({ line }) => line === null)?.message
  const errors = form.formState.errors.accounting
  const [isTried, setTried] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (accounting: LineValues[]) => setFollowing(form, { accounting })
  function add() {
    const begun = purposeId === null ? undefined : defaultFor(defaultsIn(chart), { purposeId, dealershipId })
    const left = Math.max(0, centsIn(amount) - sumOf(typed))
    const rest = left > 0 ? centsToDollars(left).toFixed(2) : ''
    change([...lines, { account: begun ?? '', control_number: '', amount: rest }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('fieldset:last-of-type button')?.focus())
  }
  function remove(index: number) {
    change(lines.toSpliced(index, 1))
    requestAnimationFrame(() => addButton.current?.focus())
  }
  useEffect(() => {
    lastCheck.current = () => {
      setTried(true)
      const [first] = faults
      const fields = list.current?.querySelectorAll('fieldset')[first?.line ?? lines.length]
      if (first) (fields?.querySelector('button') ?? addButton.current)?.focus()
      return first === undefined
    }
    return () => {
      lastCheck.current = null
    }
  })
  const message = (isTried && ofAll) || errors?.message
  return (
    <RequestFormSection title="Accounting" hint="The accounts that the amount is charged to.">
      <div ref={list} className="grid gap-4 sm:col-span-2">
        {lines.map((line, index) => (
          <AccountingLineFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity except its position.
            key={index}
            number={index + 1}
            line={line}
            groupId={chart.id}
            name={accounts.get(line.account)?.name}
            error={errors?.[index]?.account?.message ?? faults.find((fault) => fault.line === index)?.message}
            amountError={errors?.[index]?.amount?.message}
            onChoose={(account) => {
              if (account) learn(account)
              change(lines.with(index, { ...line, account: account?.number ?? '' }))
            }}
            onChange={(changed) => change(lines.with(index, changed))}
            onRemove={() => remove(index)}
          />
        ))}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button ref={addButton} variant="secondary" disabled={lines.length >= mostLines} onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add Line
          </Button>
          <p role="status" className="text-ink-soft">
            {sumInWords(typed, centsIn(amount))}
          </p>
        </div>
        {message && (
          <p role="alert" className="text-danger">
            {message}
          </p>
        )}
      </div>
    </RequestFormSection>
  )
}

function defaultsIn({ defaults }: ChartReply) {
  const inUse = defaults.filter(({ is_active }) => is_active)
  return inUse.map(({ purpose_id, dealership_id, account }) => ({
    purposeId: purpose_id,
    dealershipId: dealership_id,
    account,
  }))
}

export function sumInWords(lines: readonly AccountingLine[], amount: Cents): string {
  if (lines.length === 0) return ''
  const left = amount - sumOf(lines)
  if (left === 0) return 'The lines add up to the amount.'
  const dollars = formatDollars(centsToDollars(Math.abs(left)))
  return left > 0 ? `${dollars} of the amount is left to assign.` : `The lines exceed the amount by ${dollars}.`
}

/**
 * The accounts named by lines, by number: chosen accounts and defaults immediately, others, such as those of a draft,
 * once the server has responded. `isKnown`: whether it has been determined if an account exists.
 */
function useAccountsOfLines(chart: ChartReply, lines: readonly LineValues[]) {
  const [chosen, setChosen] = useState<readonly ChartAccount[]>([])
  const begun = chart.defaults.map((one) => ({ number: one.account, name: one.account_name, isActive: one.is_active }))
  const here = new Map([...begun, ...chosen].map((account) => [account.number, account]))
  const others = lines.map(({ account }) => account).filter((number) => number !== '' && !here.has(number))
  const { accounts, isKnown } = useNumberedAccounts(chart.id, others)
  return {
    accounts: new Map([...accounts.map(seen).map((account) => [account.number, account] as const), ...here]),
    isKnown: (number: string) => number !== '' && (here.has(number) || isKnown),
    learn: (account: LedgerAccount) => setChosen((before) => [...before, seen(account)]),
  }
}

function seen({ number, name, is_active }: LedgerAccount): ChartAccount {
  return { number, name, isActive: is_active }
}

interface AccountingLineFieldsProps {
  number: number
  line: LineValues
  groupId: number
  /** The account's name, if known. */
  name: string | undefined
  error: string | undefined
  amountError: string | undefined
  onChoose(account: LedgerAccount | null): void
  onChange(line: LineValues): void
  onRemove(): void
}

/** One accounting line. */
function AccountingLineFields(props: AccountingLineFieldsProps) {
  const { number, line, name = '', onChange } = props
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_8rem_auto] max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-4">
      <legend className="sr-only">Line {number}</legend>
      <Field label="Account" className="max-sm:col-span-2" error={props.error}>
        <AccountSelect
          groupId={props.groupId}
          value={line.account === '' ? null : { number: line.account, name }}
          onChange={props.onChoose}
        />
      </Field>
      <Field label="Control Number" className="max-sm:col-span-2">
        <Input
          autoComplete="off"
          value={line.control_number}
          onChange={(event) => onChange({ ...line, control_number: event.target.value })}
        />
      </Field>
      <Field label="Amount" error={props.amountError}>
        <MoneyInput value={line.amount} onChange={(amount) => onChange({ ...line, amount })} />
      </Field>
      <div className="mt-6.5">
        <RowAction icon={Trash2} label={`Remove line ${number}`} onClick={props.onRemove} />
      </div>
    </fieldset>
  )
}
