import { expect, test } from 'vitest'
import { namesIn } from '#operation/set-up/people-step.tsx'

test.each([
  ['rita.harbor@harbor.example', { first_name: 'Rita', last_name: 'Harbor' }],
  ['ANNA_maria-lopez@harbor.example', { first_name: 'Anna', last_name: 'Maria Lopez' }],
  ['rharbor2@harbor.example', { first_name: '', last_name: '' }],
  ['abel@harbor.example', { first_name: 'Abel', last_name: '' }],
  ['', { first_name: '', last_name: '' }],
])('suggests the names in %s', (email, names) => {
  expect(namesIn(email)).toEqual(names)
})
