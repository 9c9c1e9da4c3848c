import { expect, test } from 'vitest'
import { outcomeForm } from '#bank/clearing/resolve-dialog.tsx'

test('requires a decision about a payment that can be accepted', () => {
  const undecided = outcomeForm(true).safeParse({ outcome: null, note: 'Called them' })
  expect(undecided.error?.issues).toMatchObject([{ path: ['outcome'], message: 'Choose the effect on the check.' }])
  expect(outcomeForm(false).parse({ outcome: null, note: ' Called them ' })).toEqual({ note: 'Called them' })
})

test('reports a payment as accepted only if the user accepted it', () => {
  const note = 'Our invoice'
  expect(outcomeForm(true).parse({ outcome: 'stands', note })).toEqual({ note, bank_stands: true })
  expect(outcomeForm(true).parse({ outcome: 'outstanding', note })).toEqual({ note })
  expect(outcomeForm(true).safeParse({ outcome: 'stands', note: ' ' }).error?.issues[0]?.message).toBe(
    'Enter the resolution.',
  )
})
