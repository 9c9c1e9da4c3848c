import type { ChosenColumns, FileColumn } from '@check-requests/domain/banking/clearing/columns.ts'
import type { ClearingField } from '@check-requests/domain/banking/clearing/csv.ts'
import { type DateForm, dateForms } from '@check-requests/domain/banking/positive-pay/dates.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { Option } from '#ui/option.ts'

/** The columns that a file can have, in the order of the form; the first three it must have. */
export const fieldWords = [
  { field: 'number', label: 'Check number', isRequired: true },
  { field: 'amount', label: 'Amount', isRequired: true },
  { field: 'date', label: 'Date paid by the bank', isRequired: true },
  { field: 'payee', label: 'Payee', isRequired: false },
  { field: 'reference', label: 'Bank reference', isRequired: false },
  { field: 'type', label: 'Kind of payment', isRequired: false },
] as const satisfies readonly { field: ClearingField; label: string; isRequired: boolean }[]

export const separatorOptions: readonly Option<ChosenColumns['separator']>[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]

export const amountOptions: readonly Option<ChosenColumns['amountForm']>[] = [
  { value: 'dollars', label: 'Dollars, such as 1234.50' },
  { value: 'cents', label: 'Cents, such as 123450' },
]

export const signOptions: readonly Option<ChosenColumns['paidSign']>[] = [
  { value: 'any', label: 'With any sign' },
  { value: 'minus', label: 'With a minus; others are credits' },
  { value: 'plus', label: 'Without a minus; others are credits' },
]

export const checksOptions = [
  { value: 'with a number', label: 'Those with a number' },
  { value: 'all', label: 'All lines' },
  { value: 'kinds', label: 'Those of some kinds' },
] as const

export const dateOptions: readonly Option<DateForm>[] = Object.entries(dateForms).map(([form, sample]) => ({
  value: form as DateForm,
  label: `${sample} (${form})`,
}))

/** The columns of a file to choose from, the first choice that of none. */
export function columnOptions(columns: readonly FileColumn[], isRequired: boolean): Option<number>[] {
  return [
    { value: 0, label: isRequired ? 'Choose a column' : 'Not in the file' },
    ...columns.map(({ name, values }, index) => ({
      value: index + 1,
      label: markHidden(`${index + 1}: ${name || (values[0] ?? 'empty')}`),
    })),
  ]
}

/** The first values of a column, for people to recognize it. */
export function valuesInWords(column: FileColumn | undefined): string | undefined {
  if (!column) return undefined
  const shown = column.values.slice(0, 3).map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value))
  return shown.length === 0 ? 'Empty in the first lines.' : markHidden(`In the file: ${shown.join(' · ')}`)
}
