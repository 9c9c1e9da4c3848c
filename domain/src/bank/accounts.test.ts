import { expect, test } from 'vitest'
import { byDefaultAccount, type DrawnAccount, defaultAccountOf } from './accounts.ts'

const [ford, kia, toyota] = [1, 2, 3] as const

interface Named extends DrawnAccount {
  readonly name: string
}

const account = (
  name: string,
  drawing: readonly number[],
  defaults: readonly number[],
  changes: object = {},
): Named => ({
  name,
  state: 'active' as const,
  dealerships: drawing.map((id) => ({ id })),
  default_dealerships: defaults.map((id) => ({ id })),
  ...changes,
})

test('prints a dealership’s checks on its default account, or on its only account', () => {
  const operating = account('Operating', [ford, kia], [ford])
  const payoffs = account('Payoffs', [ford, kia, toyota], [])
  const of = (id: number, ...accounts: Named[]) => defaultAccountOf(id, accounts)?.name
  expect(of(ford, payoffs, operating)).toBe('Operating')
  expect(of(toyota, payoffs, operating)).toBe('Payoffs')
  expect(of(kia, payoffs, operating)).toBeUndefined()
  expect(of(4, payoffs, operating)).toBeUndefined()
})

test('ignores accounts that aren’t in use', () => {
  const proposed = account('Proposed', [ford], [ford], { state: 'proposed' })
  const closed = account('Closed', [ford], [ford], { state: 'closed' })
  expect(defaultAccountOf(ford, [proposed, closed])).toBeUndefined()
  expect(defaultAccountOf(ford, [proposed, account('Operating', [ford], []), closed])?.name).toBe('Operating')
})

test('groups dealerships in the order of their accounts and lists dealerships without a default last', () => {
  const operating = account('Operating', [ford, kia], [])
  const payoffs = account('Payoffs', [kia, toyota], [toyota])
  const groups = byDefaultAccount([toyota, kia, ford], [operating, payoffs])
  expect(groups.map(({ account: one, dealershipIds }) => [one?.name, dealershipIds])).toEqual([
    ['Operating', [ford]],
    ['Payoffs', [toyota]],
    [undefined, [kia]],
  ])
})
