import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { expect, test } from 'vitest'
import {
  type AccountFormValues,
  accountFormSchema,
  blankAccount,
  storedValues,
  valuesOfAccount,
} from '#bank/accounts/account-form-model.ts'
import { changedFields } from '#platform/stored-row.ts'

const account = bankingExamples.one.reply
const complete: AccountFormValues = {
  ...blankAccount(1),
  name: 'Operating',
  bank_name: 'First Harbor Bank',
  routing_number: '021200025',
  account_number: '123456789012',
  next_check_number: '1001',
  dealership_ids: [1],
}

function messagesOf(values: AccountFormValues, exists = false): Record<string, string> {
  const { error } = accountFormSchema(exists).safeParse(values)
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]))
}

test('submits no change if the form was opened but not edited', () => {
  const named = { user_id: 7, name: 'Ana Ruiz', rights: ['sign' as const], most_to_sign: 5000.5 }
  const stored = { ...account, people: [named], void_after_days: null, on_us_at: 14, two_signers_above: 0.07 }
  const { dealer_group_id: _, account_number, ...body } = accountFormSchema(true).parse(valuesOfAccount(stored))
  expect(account_number).toBe('')
  expect(changedFields(storedValues(stored), body)).toEqual({})
})

test('starts with the pending values', () => {
  const waiting = { two_signers_above: null, next_check_number: 2000, dealerships: [{ id: 9, name: 'Kia' }] }
  expect(valuesOfAccount({ ...account, waiting })).toMatchObject({
    two_signers_above: '',
    next_check_number: '2000',
    dealership_ids: [9],
    account_number: '',
  })
})

test('reports every missing field of a blank form', () => {
  expect(messagesOf(blankAccount(null))).toEqual({
    dealer_group_id: 'Dealer Group is required',
    name: 'Account name is required',
    bank_name: 'Bank name is required',
    routing_number: 'Routing number is required',
    account_number: 'Account number is required',
    next_check_number: 'Next check number is required',
    dealership_ids: 'Choose the dealerships that draw on this account.',
  })
  expect(messagesOf(complete)).toEqual({})
})

test.each<[Partial<AccountFormValues>, Record<string, string | RegExp>]>([
  [{ fraction: '55-2/213' }, { fraction: /^The fraction 55-2\/213 is for the routing number/ }],
  [{ fraction: '55-2/213', routing_number: '1' }, { routing_number: /nine digits/ }],
  [{ on_us: 'PAS' }, { on_us: /needs A for the account number/ }],
  [{ auxiliary_on_us: 'PAS' }, { auxiliary_on_us: /^Move the account number to the right/ }],
  [{ on_us_at: '40' }, { on_us_at: 'Enter an on-us symbol position from 14 to 31.' }],
  [{ offset_x: '-' }, { offset_x: '“-” isn’t a whole number. Enter digits only.' }],
  [{ stale_after_days: '1e3' }, { stale_after_days: '“1e3” isn’t a whole number. Enter digits only.' }],
  [{ next_check_number: '1,5' }, { next_check_number: '“1,5” isn’t a whole number. Enter digits only.' }],
  [{ limit_per_check: '1,5' }, { limit_per_check: '“1,5” isn’t an amount in dollars. Enter 1.50.' }],
  [{ offset_y: '51' }, { offset_y: 'Enter an offset of at most half an inch.' }],
  [{ stale_after_days: '' }, { stale_after_days: 'Enter 1 to 3,650 days.' }],
  [{ limit_per_check: '0' }, { limit_per_check: 'Amount must be at least 0.01.' }],
  [
    { people: [{ user_id: null, rights: [], most_to_sign: '' }] },
    { 'people.0.user_id': 'Choose a user.', 'people.0.rights': 'Choose at least one permission.' },
  ],
  [
    { people: [1, 1].map((user_id) => ({ user_id, rights: ['sign'], most_to_sign: '' })) },
    { people: 'Add each user only once.' },
  ],
])('refuses the values %j with the message from the server rules', (changes, messages) => {
  const found = messagesOf({ ...complete, ...changes })
  expect(Object.keys(found).sort()).toEqual(Object.keys(messages).sort())
  for (const [field, message] of Object.entries(messages)) expect(found[field]).toMatch(message)
})

test('keeps the account number if the field is left blank, and refuses a partial number', () => {
  expect(messagesOf({ ...complete, account_number: '' }, true)).toEqual({})
  expect(messagesOf({ ...complete, account_number: '12' }, true)).toEqual({
    account_number: 'Enter an account number of 4 to 17 digits.',
  })
})
