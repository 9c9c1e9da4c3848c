import { expect, test } from 'vitest'
import { joinOf, payeesInWords, storedJoin } from './payee-names.ts'

test('joins payees by AND in older requests and in requests without a stored join', () => {
  expect(joinOf({})).toBe('and')
  expect(joinOf({ payee_join: null })).toBe('and')
  expect(joinOf({ payee_join: 'or' })).toBe('or')
  expect(storedJoin({ payee_name_2: 'Grace', payee_join: 'and' })).toBeNull()
  expect(storedJoin({ payee_name_2: 'Grace', payee_join: undefined })).toBeNull()
  expect(storedJoin({ payee_name_2: 'Grace', payee_join: 'or' })).toBe('or')
})

test('stores no join for a single payee', () => {
  expect(storedJoin({ payee_name_2: null, payee_join: 'or' })).toBeNull()
  expect(payeesInWords({ payee_name_1: 'Ada', payee_name_2: null, payee_join: 'or' })).toBe('Ada')
  expect(payeesInWords({ payee_name_1: 'Ada', payee_name_2: 'Grace' })).toBe('Ada and Grace')
  expect(payeesInWords({ payee_name_1: 'Ada', payee_name_2: 'Grace', payee_join: 'or' })).toBe('Ada or Grace')
})
