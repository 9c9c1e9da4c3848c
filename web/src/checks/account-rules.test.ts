import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { expect, test } from 'vitest'
import { refusalOfAccount, refusalOfCheck, signersInWords } from '#checks/account-rules.ts'
import { personAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const { events: _events, hand_over: _handOver, paper: _paper, ...signed } = checkExamples.one.reply
const printed: CheckReply = { ...signed, state: 'printed', signed_by: [] }
const named = (user_id: number, changes: Partial<BankAccountReply['people'][number]> = {}) => ({
  user_id,
  name: 'Ada Moreno',
  rights: [...(['print', 'sign', 'reconcile'] as const)],
  most_to_sign: null,
  ...changes,
})

test.each([
  ['print', 'processor', undefined],
  ['print', 'approver', 'Your role can’t print checks for the account “Operating”.'],
  ['sign', 'approver', undefined],
  ['sign', 'requester', 'Your role can’t sign checks for the account “Operating”.'],
  ['reconcile', 'processor', undefined],
  ['reconcile', 'admin', 'Your role can’t reconcile the account “Operating”.'],
] as const)(
  'gives the right to %s by role if the account lists no users (role: %s; refusal: %s)',
  (right, role, refusal) => {
    expect(refusalOfAccount(right, personAs(role), account)).toBe(refusal)
  },
)

test('lets only listed users use an account that lists users', () => {
  const people = [named(7)]
  expect(refusalOfAccount('print', personAs('admin'), { ...account, people })).toBeUndefined()
  expect(refusalOfAccount('print', personAs('processor', { id: 8 }), { ...account, people })).toBe(
    'Only Ada Moreno can print checks for the account “Operating”.',
  )
})

test.each([
  ['one person', [named(7)], 'Ada Moreno signs for Operating.'],
  ['two people', [named(7), named(9, { name: 'Denise Carver' })], 'Ada Moreno and Denise Carver sign for Operating.'],
  ['the user', [named(8)], undefined],
  ['no one', [], 'Your role can’t sign checks for the account “Operating”.'],
])('names who signs for an account that lists %s', (_, people, words) => {
  expect(signersInWords(personAs('requester', { id: 8 }), { ...account, people })).toBe(words)
})

test('gives a right by role if the account lists no users for that right', () => {
  const people = [named(8, { rights: ['sign'] })]
  expect(refusalOfAccount('print', personAs('processor'), { ...account, people })).toBeUndefined()
})

test('doesn’t let auditors use any account', () => {
  expect(refusalOfAccount('print', personAs('processor', { audits: true }), account)).toBe(
    'You are an auditor of this dealer group. Auditors can view everything but can’t make changes.',
  )
})

const signing = (check = printed, changes: Partial<BankAccountReply> = {}, person = personAs('approver')) =>
  refusalOfCheck(person, check, { account: { ...account, ...changes }, runs: [] })

test('lets an approver sign a printed check', () => {
  expect(signing()).toBeUndefined()
})

test('gives no refusal until the account of a check is known', () => {
  expect(refusalOfCheck(personAs('requester'), printed, { account: undefined, runs: [] })).toBeUndefined()
})

test('checks the account’s rights before any other rule', () => {
  expect(signing(printed, {}, personAs('requester'))).toBe('Your role can’t sign checks for the account “Operating”.')
})

const ada = { id: 7, name: 'Ada Moreno' }
const priya = { id: 41, name: 'Priya Nair' }

test.each([
  ['made the run', { made_by: ada, settled_by: priya }, true],
  ['settled the run', { made_by: priya, settled_by: ada }, true],
  ['had no part in the run', { made_by: priya, settled_by: priya }, false],
  ['had no part in a run that isn’t settled', { made_by: priya, settled_by: null }, false],
])('refuses a signature by the person who %s (expected: $2)', (_, people, refused) => {
  const runs = [{ id: 127, ...people }]
  const refusal = refusalOfCheck(personAs('approver'), printed, { account, runs })
  expect(refusal !== undefined).toBe(refused)
})

test('ignores who created a different run', () => {
  const runs = [{ id: 128, made_by: ada, settled_by: ada }]
  expect(refusalOfCheck(personAs('approver'), printed, { account, runs })).toBeUndefined()
})

test('refuses a second signature by the same person', () => {
  expect(signing({ ...printed, amount: 30_000, signed_by: [ada] })).toBe(
    'You have signed check 10041. Someone else has to be its second signer.',
  )
  expect(signing({ ...printed, amount: 30_000, signed_by: [priya] })).toBeUndefined()
})

test('refuses a check above the person’s limit, to the cent', () => {
  const people = [named(7, { most_to_sign: 1250.49 })]
  expect(signing(printed, { people })).toBe('Check 10041 exceeds your signing limit.')
  expect(signing(printed, { people: [named(7, { most_to_sign: 1250.5 })] })).toBeUndefined()
})
