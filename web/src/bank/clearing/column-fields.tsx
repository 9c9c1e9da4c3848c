import { type ChosenColumns, columnsOfFile, type FileColumn } from '@check-requests/domain/bank/clearing/columns.ts'
import { type ClearingField, fieldLabels } from '@check-requests/domain/bank/clearing/profile.ts'
import { linesOf } from '@check-requests/domain/bank/clearing/records.ts'
import {
  type AmountForm,
  type ClearingDateForm,
  clearingDateForms,
} from '@check-requests/domain/bank/clearing/values.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { WidthRuler } from '#bank/clearing/profile-fields.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'

interface ColumnFieldsProps {
  text: string
  chosen: ChosenColumns
  /** True after an attempt to save, which makes missing values visible. */
  hasTried: boolean
  onChange(chosen: ChosenColumns): void
}

/** The fields that give each column of a file its meaning, with sample values. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { text, chosen, hasTried, onChange } = props
  const columns = columnsOfFile(text, chosen)
  const place = (field: ClearingField, at: number) => onChange({ ...chosen, places: { ...chosen.places, [field]: at } })
  return (
    <>
      <ShapeFields {...props} />
      <section aria-label="Columns" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {fieldsInForm.map((field, index) => (
          <Field
            key={field}
            label={fieldLabels[field]}
            required={index < 3}
            hint={valuesInWords(columns[chosen.places[field] - 1])}
            error={hasTried ? missing(chosen, field, index < 3) : undefined}
          >
            <NativeSelect
              className="w-full"
              options={columnOptions(columns, index < 3)}
              value={chosen.places[field]}
              onChange={(at) => place(field, at)}
            />
          </Field>
        ))}
      </section>
      <FormFields {...props} />
    </>
  )
}

function missing({ places, checks }: ChosenColumns, field: ClearingField, isRequired: boolean): string | undefined {
  if (places[field] > 0 || (field === 'number' && places.description > 0)) return undefined
  if (field === 'type' && Array.isArray(checks)) return 'Choose the payment type column'
  return isRequired ? 'Choose the column' : undefined
}

/** The fields for how to split lines into columns and how many lines to skip at the top. */
function ShapeFields({ text, chosen, onChange }: ColumnFieldsProps) {
  return (
    <section aria-label="File layout" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Column Separator">
        <NativeSelect
          className="w-full"
          options={separatorOptions}
          value={chosen.separator}
          onChange={(separator) => onChange({ ...chosen, separator })}
        />
      </Field>
      {chosen.separator === 'widths' && <WidthsField chosen={chosen} onChange={onChange} />}
      <Field label="Lines to Skip at the Top">
        <Input
          inputMode="numeric"
          maxLength={2}
          value={String(chosen.linesBefore)}
          onChange={({ target }) => {
            const lines = Number(target.value.replace(/\D/g, ''))
            onChange({ ...chosen, linesBefore: Math.min(lines, 50) })
          }}
        />
      </Field>
      <Checkbox
        className="lg:pt-8"
        label="The first line contains column names"
        checked={chosen.hasNames}
        onChange={(hasNames) => onChange({ ...chosen, hasNames })}
      />
      {chosen.separator === 'widths' && (
        <WidthRuler
          className="sm:col-span-2 lg:col-span-3"
          lines={linesOf(text).slice(chosen.linesBefore)}
          widths={chosen.widths}
          onChange={(widths) => onChange({ ...chosen, widths })}
        />
      )}
    </section>
  )
}

/** The field for where the columns of a fixed-width file begin. */
function WidthsField({ chosen, onChange }: Pick<ColumnFieldsProps, 'chosen' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const positionsIn = (words: string) => (words.match(/\d+/g) ?? []).map(Number)
  const isTyped = positionsIn(typed).join() === chosen.widths.join()
  return (
    <Field label="Columns Begin At" hint="Mark them on the ruler, or enter positions separated by commas.">
      <Input
        value={isTyped ? typed : chosen.widths.join(', ')}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange({ ...chosen, widths: positionsIn(target.value) })
        }}
      />
    </Field>
  )
}

/** The fields for how to read amounts and dates and for which lines are paid checks. */
function FormFields({ chosen, hasTried, onChange }: ColumnFieldsProps) {
  const [typed, setTyped] = useState(Array.isArray(chosen.checks) ? chosen.checks.join(', ') : '')
  const kinds = Array.isArray(chosen.checks)
  return (
    <section aria-label="Value formats" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Date Format">
        <NativeSelect
          className="w-full"
          options={dateOptions}
          value={chosen.dateForm}
          onChange={(dateForm) => onChange({ ...chosen, dateForm })}
        />
      </Field>
      <Field label="Amount Format">
        <NativeSelect
          className="w-full"
          options={amountOptions}
          value={chosen.amountForm}
          onChange={(amountForm) => onChange({ ...chosen, amountForm })}
        />
      </Field>
      <Field label="Sign of Paid Checks">
        <NativeSelect
          className="w-full"
          options={signOptions}
          value={chosen.paidSign}
          onChange={(paidSign) => onChange({ ...chosen, paidSign })}
        />
      </Field>
      <Field label="Lines to Read as Checks">
        <NativeSelect
          className="w-full"
          options={checksOptions}
          value={Array.isArray(chosen.checks) ? 'kinds' : chosen.checks}
          onChange={(checks) => onChange({ ...chosen, checks: checks === 'kinds' ? kindsOf(typed) : checks })}
        />
      </Field>
      {kinds && (
        <Field
          label="Check Types"
          required
          className="sm:col-span-2"
          hint="Values of the payment type column, separated by commas."
          error={hasTried && kindsOf(typed).length === 0 ? 'Enter at least one, such as CHECK PAID' : undefined}
        >
          <Input
            value={typed}
            maxLength={200}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange({ ...chosen, checks: kindsOf(target.value) })
            }}
          />
        </Field>
      )}
    </section>
  )
}

function kindsOf(typed: string): string[] {
  return typed
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '')
}

/** The possible columns in form order; the first three are required. */
const fieldsInForm: readonly ClearingField[] = [
  'number',
  'amount',
  'date',
  'credit',
  'description',
  'account',
  'payee',
  'reference',
  'type',
]

const separatorOptions: readonly Option<ChosenColumns['separator']>[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
  { value: 'widths', label: 'None (fixed-width columns)' },
]

const amountOptions: readonly Option<AmountForm>[] = [
  { value: 'dollars', label: 'Dollars, such as 1,234.50' },
  { value: 'decimal comma', label: 'Decimal comma, such as 1.234,50' },
  { value: 'cents', label: 'Cents, such as 123450' },
]

const signOptions: readonly Option<ChosenColumns['paidSign']>[] = [
  { value: 'any', label: 'Any sign' },
  { value: 'minus', label: 'Negative; others are credits' },
  { value: 'plus', label: 'Positive; others are credits' },
]

const checksOptions = [
  { value: 'with a number', label: 'Lines with a check number' },
  { value: 'all', label: 'All lines' },
  { value: 'kinds', label: 'Lines of certain types' },
] as const

const dateOptions: readonly Option<ClearingDateForm>[] = Object.entries(clearingDateForms).map(([form, sample]) => ({
  value: form as ClearingDateForm,
  label: `${sample} (${form})`,
}))

/** The columns of a file as options, beginning with an option for none. */
function columnOptions(columns: readonly FileColumn[], isRequired: boolean): Option<number>[] {
  return [
    { value: 0, label: isRequired ? 'Choose a column' : 'Not in the file' },
    ...columns.map(({ name, values }, index) => ({
      value: index + 1,
      label: markHidden(`${index + 1}: ${name || (values[0] ?? 'empty')}`),
    })),
  ]
}

/** The first values of a column, to help users recognize it. */
function valuesInWords(column: FileColumn | undefined): string | undefined {
  if (!column) return undefined
  const shown = column.values.slice(0, 3).map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value))
  return shown.length === 0
    ? 'This column is empty in the first lines.'
    : markHidden(`In the file: ${shown.join(' · ')}`)
}
