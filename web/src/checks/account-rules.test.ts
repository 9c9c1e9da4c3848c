import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { expect, test } from 'vitest'
import { refusalOfAccount, refusalOfCheck } from '#checks/account-rules.ts'
import { personAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const { events: _events, hand_over: _handOver, paper: _paper, ...signed } = checkExamples.one.reply
const printed: CheckReply = { ...signed, state: 'printed', signed_by: [] }
const named = (user_id: number, changes: Partial<BankAccountReply['people'][number]> = {}) => ({
  user_id,
  name: 'Somebody',
  rights: [...(['print', 'sign', 'reconcile'] as const)],
  most_to_sign: null,
  ...changes,
})

test.each([
  ['print', 'processor', undefined],
  ['print', 'approver', 'Your role cannot print checks of the account Operating.'],
  ['sign', 'approver', undefined],
  ['sign', 'requester', 'Your role cannot sign checks of the account Operating.'],
  ['reconcile', 'processor', undefined],
  ['reconcile', 'admin', 'Your role cannot reconcile the account Operating.'],
] as const)('decides by role who may %s an account that names nobody: %s', (right, role, refusal) => {
  expect(refusalOfAccount(right, personAs(role), account)).toBe(refusal)
})

test('lets only named people use an account that names some', () => {
  const people = [named(7)]
  expect(refusalOfAccount('print', personAs('admin'), { ...account, people })).toBeUndefined()
  expect(refusalOfAccount('print', personAs('processor', { id: 8 }), { ...account, people })).toBe(
    'The account Operating names who may print checks of it, and you are not among them.',
  )
})

test('decides by role for a right without named users', () => {
  const people = [named(8, { rights: ['sign'] })]
  expect(refusalOfAccount('print', personAs('processor'), { ...account, people })).toBeUndefined()
})

test('lets auditors use no account', () => {
  expect(refusalOfAccount('print', personAs('processor', { audits: true }), account)).toBe(
    'You audit this dealer group: you read everything and change nothing.',
  )
})

const signing = (check = printed, changes: Partial<BankAccountReply> = {}, person = personAs('approver')) =>
  refusalOfCheck(person, check, { account: { ...account, ...changes }, runs: [] })

test('lets an approver sign a printed check', () => {
  expect(signing()).toBeUndefined()
})

test('says nothing about a check before its account is known', () => {
  expect(refusalOfCheck(personAs('requester'), printed, { account: undefined, runs: [] })).toBeUndefined()
})

test('refuses by the account’s rights first', () => {
  expect(signing(printed, {}, personAs('requester'))).toBe('Your role cannot sign checks of the account Operating.')
})

const ada = { id: 7, name: 'Ada Moreno' }
const priya = { id: 41, name: 'Priya Nair' }

test.each([
  ['made the run', { made_by: ada, settled_by: priya }, true],
  ['settled the run', { made_by: priya, settled_by: ada }, true],
  ['had no part in the run', { made_by: priya, settled_by: priya }, false],
  ['had no part in a run that is not settled', { made_by: priya, settled_by: null }, false],
])('refuses a signature of the person who %s: %j', (_, people, refused) => {
  const runs = [{ id: 127, ...people }]
  const refusal = refusalOfCheck(personAs('approver'), printed, { account, runs })
  expect(refusal !== undefined).toBe(refused)
})

test('ignores who made another run', () => {
  const runs = [{ id: 128, made_by: ada, settled_by: ada }]
  expect(refusalOfCheck(personAs('approver'), printed, { account, runs })).toBeUndefined()
})

test('refuses a second signature of the same person', () => {
  expect(signing({ ...printed, amount: 30_000, signed_by: [ada] })).toBe(
    'You have signed check 10041. Someone else has to be its second signer.',
  )
  expect(signing({ ...printed, amount: 30_000, signed_by: [priya] })).toBeUndefined()
})

test('refuses a check above the person’s limit, to the cent', () => {
  const people = [named(7, { most_to_sign: 1250.49 })]
  expect(signing(printed, { people })).toBe('Check 10041 is above the amount up to which you may sign.')
  expect(signing(printed, { people: [named(7, { most_to_sign: 1250.5 })] })).toBeUndefined()
})
