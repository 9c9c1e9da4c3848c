import type { LedgerAccount } from '@check-requests/domain/accounting/replies.ts'
import { Trash2 } from 'lucide-react'
import { AccountSelect } from '#accounting/account-select.tsx'
import type { LineValues } from '#check-requests/form/request-form-values.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface AccountingLineFieldsProps {
  number: number
  line: LineValues
  groupId: number
  /** The name of its account, as far as it is known. */
  name: string | undefined
  error: string | undefined
  amountError: string | undefined
  onChoose(account: LedgerAccount | null): void
  onChange(line: LineValues): void
  onRemove(): void
}

/** What a part of the amount is charged to. */
export function AccountingLineFields(props: AccountingLineFieldsProps) {
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
