import { expect, test } from 'vitest'
import { missingOther } from './other-texts.ts'

const purpose = { purpose_other: 'Please describe the purpose' }
const delivery = { delivery_method_other: 'Please describe the delivery' }

test.each([
  ['the purpose “other” without a text', { purpose: 'other' }, {}, purpose],
  ['the purpose “other” with a blank text', { purpose: 'other' }, { purpose_other: '  ' }, purpose],
  ['the purpose “other” with a text', { purpose: 'other' }, { purpose_other: 'Raffle prize' }, {}],
  ['another purpose', { purpose: 'Parts' }, {}, {}],
  ['the delivery method “other” without a text', { delivery: 'other' }, { delivery_method_other: null }, delivery],
  ['the delivery method “other” with a text', { delivery: 'other' }, { delivery_method_other: 'Ask for Jo' }, {}],
  ['a pickup', { delivery: 'pickup' }, {}, {}],
  ['both', { purpose: 'other', delivery: 'other' }, {}, { ...purpose, ...delivery }],
  ['nothing chosen', {}, {}, {}],
] as const)('requires a text for the choice "other" (%s)', (_name, chosen, texts, missing) => {
  expect(missingOther(chosen, texts)).toEqual(missing)
})
