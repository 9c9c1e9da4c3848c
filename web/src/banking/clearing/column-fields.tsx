import { type ChosenColumns, columnsOfFile } from '@check-requests/domain/banking/clearing/columns.ts'
import type { ClearingField } from '@check-requests/domain/banking/clearing/csv.ts'
import { useState } from 'react'
import {
  amountOptions,
  checksOptions,
  columnOptions,
  dateOptions,
  fieldWords,
  separatorOptions,
  signOptions,
  valuesInWords,
} from '#banking/clearing/column-words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface ColumnFieldsProps {
  text: string
  chosen: ChosenColumns
  /** Somebody tried to save: what is missing is said. */
  hasTried: boolean
  onChange(chosen: ChosenColumns): void
}

/** What the columns of a file are, each with what stands in it. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { text, chosen, hasTried, onChange } = props
  const columns = columnsOfFile(text, chosen)
  const place = (field: ClearingField, at: number) => onChange({ ...chosen, places: { ...chosen.places, [field]: at } })
  return (
    <>
      <ShapeFields {...props} />
      <section aria-label="Columns" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {fieldWords.map(({ field, label, isRequired }) => (
          <Field
            key={field}
            label={label}
            required={isRequired}
            hint={valuesInWords(columns[chosen.places[field] - 1])}
            error={hasTried ? missing(chosen, field, isRequired) : undefined}
          >
            <NativeSelect
              className="w-full"
              options={columnOptions(columns, isRequired)}
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
  if (places[field] > 0) return undefined
  if (field === 'type' && Array.isArray(checks)) return 'Choose the column that has the kinds'
  return isRequired ? 'Choose the column' : undefined
}

/** How the lines are told apart from their columns and from what stands before them. */
function ShapeFields({ chosen, onChange }: ColumnFieldsProps) {
  return (
    <section aria-label="Lines of the file" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Between columns is a">
        <NativeSelect
          className="w-full"
          options={separatorOptions}
          value={chosen.separator}
          onChange={(separator) => onChange({ ...chosen, separator })}
        />
      </Field>
      <Field label="Lines to leave out at the top">
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
        label="The first line has the names of the columns"
        checked={chosen.hasNames}
        onChange={(hasNames) => onChange({ ...chosen, hasNames })}
      />
    </section>
  )
}

/** How amounts and days are written, and which lines are paid checks. */
function FormFields({ chosen, hasTried, onChange }: ColumnFieldsProps) {
  const [typed, setTyped] = useState(Array.isArray(chosen.checks) ? chosen.checks.join(', ') : '')
  const kinds = Array.isArray(chosen.checks)
  return (
    <section aria-label="How they are written" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Days are written as">
        <NativeSelect
          className="w-full"
          options={dateOptions}
          value={chosen.dateForm}
          onChange={(dateForm) => onChange({ ...chosen, dateForm })}
        />
      </Field>
      <Field label="Amounts are in">
        <NativeSelect
          className="w-full"
          options={amountOptions}
          value={chosen.amountForm}
          onChange={(amountForm) => onChange({ ...chosen, amountForm })}
        />
      </Field>
      <Field label="Paid checks are written">
        <NativeSelect
          className="w-full"
          options={signOptions}
          value={chosen.paidSign}
          onChange={(paidSign) => onChange({ ...chosen, paidSign })}
        />
      </Field>
      <Field label="Lines that are checks">
        <NativeSelect
          className="w-full"
          options={checksOptions}
          value={Array.isArray(chosen.checks) ? 'kinds' : chosen.checks}
          onChange={(checks) => onChange({ ...chosen, checks: checks === 'kinds' ? kindsOf(typed) : checks })}
        />
      </Field>
      {kinds && (
        <Field
          label="Kinds that are checks"
          required
          className="sm:col-span-2"
          hint="Separate the values of the kind column with commas."
          error={hasTried && kindsOf(typed).length === 0 ? 'Say at least one, such as CHECK PAID' : undefined}
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
