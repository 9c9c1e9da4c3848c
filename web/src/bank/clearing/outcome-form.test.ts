import { expect, test } from 'vitest'
import { outcomeForm } from '#bank/clearing/resolve-dialog.tsx'

test('requires a decision whether a payment stands, if it can', () => {
  const undecided = outcomeForm(true).safeParse({ outcome: null, note: 'Called them' })
  expect(undecided.error?.issues).toMatchObject([{ path: ['outcome'], message: 'Say whether the payment stands' }])
  expect(outcomeForm(false).parse({ outcome: null, note: ' Called them ' })).toEqual({ note: 'Called them' })
})

test('sends only an accepted payment as accepted', () => {
  const note = 'Our invoice'
  expect(outcomeForm(true).parse({ outcome: 'stands', note })).toEqual({ note, bank_stands: true })
  expect(outcomeForm(true).parse({ outcome: 'outstanding', note })).toEqual({ note })
  expect(outcomeForm(true).safeParse({ outcome: 'stands', note: ' ' }).error?.issues[0]?.message).toBe(
    'Say what came out of it',
  )
})
