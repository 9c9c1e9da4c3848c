import type { LedgerAccount } from '@check-requests/domain/accounting/replies.ts'
import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import type { Dealership, Purpose } from '@check-requests/domain/organisation/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Trash2 } from 'lucide-react'
import { AccountSelect } from '#accounting/account-select.tsx'
import { placeOptions } from '#organisation/place-options.ts'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { RowAction } from '#ui/row-action.tsx'
import { Select } from '#ui/select.tsx'

/** A default account as chosen so far. */
export interface DefaultRow {
  readonly key: string
  readonly purposeId: number | null
  /** Null for all dealerships. */
  readonly dealershipId: number | null
  readonly account: Pick<LedgerAccount, 'number' | 'name'> | null
}

export interface DefaultChoices {
  readonly purposes: readonly Purpose[]
  /** Those of the dealer group. */
  readonly dealerships: readonly Dealership[]
}

interface DefaultFieldsProps {
  number: number
  row: DefaultRow
  groupId: number
  choices: DefaultChoices
  faultOf(field: 'purpose_id' | 'dealership_id' | 'account'): string | undefined
  onChange(row: DefaultRow): void
  onRemove(): void
}

const everywhere = { value: 0, label: 'All dealerships' }

/** Which account the lines of a purpose begin with. */
export function DefaultFields({ number, row, groupId, choices, faultOf, onChange, onRemove }: DefaultFieldsProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_auto] max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-4">
      <legend className="sr-only">Default {number}</legend>
      <Field label="Purpose" className="max-sm:col-span-2" error={faultOf('purpose_id')}>
        <Select<number>
          searchable
          options={choices.purposes.map(({ id, name }) => ({ value: id, label: markHidden(capitalized(name)) }))}
          value={row.purposeId}
          onChange={(purposeId) => onChange({ ...row, purposeId })}
        />
      </Field>
      <Field label="Dealership" className="max-sm:col-span-2" error={faultOf('dealership_id')}>
        <NativeSelect<number>
          options={[everywhere, ...placeOptions(choices.dealerships)]}
          value={row.dealershipId ?? everywhere.value}
          onChange={(id) => onChange({ ...row, dealershipId: id === everywhere.value ? null : id })}
        />
      </Field>
      <Field label="Account" error={faultOf('account')}>
        <AccountSelect groupId={groupId} value={row.account} onChange={(account) => onChange({ ...row, account })} />
      </Field>
      <div className="mt-6.5">
        <RowAction icon={Trash2} label={`Remove default ${number}`} onClick={onRemove} />
      </div>
    </fieldset>
  )
}
