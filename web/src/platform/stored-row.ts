import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiFailure } from '#platform/api-failure.ts'

interface Versioned {
  readonly id: number
  readonly version: number
}

interface List<Row> {
  refetch(): Promise<{ data: readonly Row[] | undefined }>
}

/**
 * The row that a form changes, as it was when the form opened; null for a new row. `readAgain`: handles a failed save.
 * If another user has changed the row, loads the stored row into the form and keeps the entered values.
 */
export function useStoredRow<Row extends Versioned, Values extends FieldValues, Output, Opened extends Row | null>(
  form: UseFormReturn<Values, unknown, Output>,
  opened: Opened,
  valuesOf: (row: Row) => Values,
  list: List<Row>,
) {
  const [row, setRow] = useState<Row | Opened>(opened)
  const readAgain = async ({ status, fields }: ApiFailure): Promise<void> => {
    if (status !== 409 || fields || !row) return
    const stored = (await list.refetch()).data?.find(({ id }) => id === row.id)
    if (!stored) return
    const typed = changedFields(valuesOf(row), form.getValues())
    setRow(stored)
    form.reset(valuesOf(stored))
    form.reset({ ...valuesOf(stored), ...typed }, { keepDefaultValues: true })
  }
  return { row, readAgain }
}

/** The values that differ from before: an update with only these doesn't overwrite other users' changes. */
export function changedFields<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const name in after)
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name]
  return changed
}
