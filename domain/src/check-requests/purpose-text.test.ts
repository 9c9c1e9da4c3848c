import { expect, test } from 'vitest'
import { purposeText } from './fields-in-words.ts'

test.each([
  ['Payoff', null, 'Payoff'],
  ['other', 'Charity event', 'other Charity event'],
  ['other', null, 'other'],
])('formats the purpose %s with the description %j as %s', (purpose_name, purpose_other, text) => {
  expect(purposeText({ purpose_name, purpose_other })).toBe(text)
})
