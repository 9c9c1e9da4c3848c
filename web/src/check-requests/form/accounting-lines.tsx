import { mostLines } from '@check-requests/domain/accounting/fields.ts'
import { type AccountingLine, defaultFor, faultsOf, sumOf } from '@check-requests/domain/accounting/lines.ts'
import type { ChartReply } from '@check-requests/domain/accounting/replies.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AccountingLineFields } from '#check-requests/form/accounting-line-fields.tsx'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { LineValues } from '#check-requests/form/request-form-values.ts'
import { centsIn, typedLine } from '#check-requests/form/typed-lines.ts'
import { useAccountsOfLines } from '#check-requests/form/use-accounts-of-lines.ts'
import type { LastCheck } from '#check-requests/form/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { setFollowing } from '#ui/form.tsx'

interface AccountingLinesProps {
  form: RequestForm
  chart: ChartReply
  lastCheck: LastCheck
}

/** The lines of a request, which add up to its amount; more of them are added and removed. */
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
    <RequestFormSection title="Accounting" hint="Which accounts the amount is charged to.">
      <div ref={list} className="grid gap-4 sm:col-span-2">
        {lines.map((line, index) => (
          <AccountingLineFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place and what is typed there.
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

function sumInWords(lines: readonly AccountingLine[], amount: Cents): string {
  if (lines.length === 0) return ''
  const left = amount - sumOf(lines)
  if (left === 0) return 'The lines add up to the amount.'
  const dollars = formatDollars(centsToDollars(Math.abs(left)))
  return left > 0 ? `${dollars} of the amount is left.` : `The lines are ${dollars} more than the amount.`
}
