import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestExamples } from '@check-requests/domain/check-requests/examples.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { expect, test } from 'vitest'
import type { Person } from '#access/sessions/session-state.ts'
import { defaultOfAll, groupsOf, requestGroups } from '#checks/printing/default-accounts.ts'

const ford = { id: 1, name: 'Lakeside Ford' }
const kia = { id: 2, name: 'Lakeside Kia' }
const example = bankingExamples.one.reply

function account(id: number, dealerships: BankAccountReply['dealerships'], defaults: BankAccountReply['dealerships']) {
  return { ...example, id, dealerships, default_dealerships: defaults }
}

const operating = account(1, [ford, kia], [ford])
const title = account(2, [ford, kia], [kia])
const place = { dealer_group_id: example.dealer_group_id, dealership_id: [] as number[], department_id: [] }
const ofGroup = { ...place, access_level: 1 } as unknown as Person
const ofKia = { ...ofGroup, access_level: 2, dealership_id: [kia.id] } as Person

test('preselects the default account for a user of one dealership, and asks a user of several', () => {
  expect(defaultOfAll(ofKia, [operating, title])?.id).toBe(title.id)
  expect(defaultOfAll(ofGroup, [operating, title])).toBeUndefined()
  expect(groupsOf(ofGroup, [operating, title]).map((group) => [group.account?.id, group.dealershipIds])).toEqual([
    [operating.id, [ford.id]],
    [title.id, [kia.id]],
  ])
})

test('preselects nothing for a dealership with several accounts and no default', () => {
  expect(defaultOfAll(ofKia, [operating, account(2, [kia], [])])).toBeUndefined()
  expect(defaultOfAll(ofKia, [account(2, [kia], [])])?.id).toBe(2)
})

test('lists requests with another default account last, after requests with this account or none', () => {
  const [listed] = checkRequestExamples.list.reply.items
  const row = (id: number, { name }: typeof ford) =>
    ({ ...listed, id, dealership_name: name }) as unknown as ListedRequest
  const rows = [row(1, ford), row(2, kia), row(3, ford)]
  const idsOf = (groups: ReturnType<typeof requestGroups>) =>
    groups.map(({ account: other, rows: own }) => [other?.id, own.map(({ id }) => id)])
  expect(idsOf(requestGroups(rows, title, [operating, title]))).toEqual([
    [undefined, [2]],
    [operating.id, [1, 3]],
  ])
  const free = account(1, [ford, kia], [])
  expect(idsOf(requestGroups(rows, free, [free, title]))).toEqual([
    [undefined, [1, 3]],
    [title.id, [2]],
  ])
})
