import { expect, test } from 'vitest'
import { domainOf, refusalToConfirm } from './rules.ts'

test.each([
  ['Alma@Lakeside.Example', 'lakeside.example'],
  [' alma@mail.lakeside.example ', 'mail.lakeside.example'],
  ['alma@lakeside', undefined],
  ['alma@', undefined],
  ['alma', undefined],
  ['a@b@lakeside.example', undefined],
  ['', undefined],
])('reads the email domain of %j as %j', (email, domain) => {
  expect(domainOf(email)).toBe(domain)
})

test('refuses confirmation by the admin who proposed the identity provider', () => {
  const proposed = { byId: 7 }
  expect(refusalToConfirm(7, proposed)).toBe('You requested this change, so another admin has to confirm it.')
  expect(refusalToConfirm(8, proposed)).toBeUndefined()
})
