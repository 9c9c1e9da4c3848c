import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiFailure } from '#platform/api-failure.ts'
import { useStoredRow } from '#platform/stored-row.ts'
import { useZodForm } from '#ui/form/form.tsx'

interface Row {
  id: number
  version: number
  name: string
  code: string
}

const opened: Row = { id: 1, version: 1, name: 'Lakeside', code: 'LAG' }
const theirs: Row = { id: 1, version: 2, name: 'Lakeside Auto', code: 'LAK' }
const valuesOf = ({ name, code }: Row) => ({ name, code })
const schema = z.object({ name: z.string(), code: z.string() })
const conflict = new ApiFailure('Another user has changed it.', 409, 'CONFLICT')

function openForm(row: Row | null, stored: Row[]) {
  const { result } = renderHook(() => {
    const form = useZodForm(schema, row ? valuesOf(row) : { name: '', code: '' })
    return {
      form,
      isDirty: form.formState.isDirty,
      ...useStoredRow(form, row, valuesOf, { refetch: async () => ({ data: stored }) }),
    }
  })
  return result
}

test('loads the other user’s version, and keeps the entered values', async () => {
  const form = openForm(opened, [theirs])
  act(() => form.current.form.setValue('name', 'Lakeside Group', { shouldDirty: true }))
  await act(() => form.current.readAgain(conflict))
  expect(form.current.form.getValues()).toEqual({ name: 'Lakeside Group', code: 'LAK' })
  expect(form.current.row?.version).toBe(2)
  expect(form.current.isDirty).toBe(true)
})

test.each<[string, ApiFailure]>([
  ['another failure', new ApiFailure('Failed', 500, 'X')],
  ['a refused field', new ApiFailure('Check the form.', 409, 'CONFLICT', { code: 'This code is taken' })],
])('doesn’t reload the row after %s', async (_, failure) => {
  const form = openForm(opened, [theirs])
  await act(() => form.current.readAgain(failure))
  expect(form.current.row?.version).toBe(1)
  expect(form.current.form.getValues()).toEqual(valuesOf(opened))
})

test('keeps the form unchanged if the row no longer exists', async () => {
  const form = openForm(opened, [])
  await act(() => form.current.readAgain(conflict))
  expect(form.current.row?.version).toBe(1)
})

test('reloads nothing in the form for a new row', async () => {
  const form = openForm(null, [theirs])
  await act(() => form.current.readAgain(conflict))
  expect(form.current.row).toBeNull()
  expect(form.current.form.getValues()).toEqual({ name: '', code: '' })
})
