import { expect, test } from 'vitest'
import { answerForm, noAnswer } from '#bank/positive-pay/answer-dialog.tsx'

const file = { count: 12, total: 48_211.9 }

function messages(values: object): Record<string, string> {
  const { error } = answerForm(file).safeParse({ ...noAnswer, ...values })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('sends only the relevant fields of a matching response', () => {
  const accepted = { answer: 'accepted', count: ' 12 ', total: '48211.90', reason: 'typed before' }
  expect(answerForm(file).parse(accepted)).toEqual({ answer: 'accepted', count: 12, total: 48_211.9 })
  const refused = { answer: 'refused', count: '3', total: '1', reason: ' Wrong date ' }
  expect(answerForm(file).parse(refused)).toEqual({ answer: 'refused', reason: 'Wrong date' })
})

test('shows missing values at their fields and a difference as a sentence', () => {
  expect(messages({})).toEqual({ answer: 'Choose whether the bank accepted the file.' })
  expect(Object.keys(messages({ answer: 'accepted' }))).toEqual(['count', 'total'])
  expect(Object.keys(messages({ answer: 'accepted', count: '1.5', total: '0' }))).toEqual(['count'])
  expect(messages({ answer: 'refused', reason: ' ' })).toEqual({ reason: 'Enter the reason for the refusal.' })
  expect(messages({ answer: 'accepted', count: '11', total: '48211.90' }).count).toMatch(
    /^The file has 12 rows and issues totaling \$48,211\.90, but the bank counted 11 rows and \$48,211\.90\./,
  )
})
