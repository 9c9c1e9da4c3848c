import { expect, test } from 'vitest'
import { formAddress, malformedAddress } from './address.ts'

test('formats valid address fields and leaves invalid ones unchanged', () => {
  const typed = { name: 'Salem', state: 'oregon', zip: '973011234', phone: '503 555 0100' }
  expect(formAddress(typed)).toEqual({ name: 'Salem', state: 'OR', zip: '97301-1234', phone: '(503) 555-0100' })
  expect(formAddress({ state: 'Bavaria', phone: '555-0100' })).toEqual({ state: 'Bavaria', phone: '555-0100' })
  expect(formAddress({})).toEqual({})
})

test('reports each invalid address field with its own message', () => {
  expect(malformedAddress({ state: 'Bavaria', zip: '9730', phone: '555-0100' })).toEqual({
    state: 'Enter a state, such as OR or Oregon.',
    zip: 'Enter a ZIP Code of 5 or 9 digits, such as 97301 or 97301-1234.',
    phone: 'Enter a phone number with its area code, such as (503) 555-0100.',
  })
  expect(malformedAddress({ state: 'or', zip: '97301 1234', phone: '+1 503-555-0100 x12' })).toEqual({})
  expect(malformedAddress({ state: ' ', zip: '' })).toEqual({})
})
