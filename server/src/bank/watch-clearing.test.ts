import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount } from '../testing/checks.ts'
import { testsBegin } from '../testing/clock.ts'
import { formOf } from '../testing/documents.ts'
import { inboxOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { watchClearing } from './commands/reconciliation.ts'

const day = 86_400_000

onOneDatabase('reminders about unreconciled accounts on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const columns = {
      has_names: true,
      number: 'Check',
      amount: 'Amount',
      date: 'Date',
      date_form: 'YYYY-MM-DD',
    } as const
    const body = { clearing_columns: columns }
    await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { params: { id: account.id }, body })
  })
  afterAll(() => world.close())

  /** Runs the job this many days after the tests begin. */
  const watch = (days: number) => watchClearing({ ...world.services, clock: () => testsBegin + days * day })
  const notified = async (name: PersonName) => {
    const { items } = await inboxOf(await world.as(name), { limit: 100 })
    return items.filter(({ event }) => event === 'clearing-overdue').map(({ text }) => text)
  }

  test('reminds the users who reconcile an account after thirty days, and again after thirty more days', async () => {
    await watch(100)
    expect(await notified('processor-group')).toEqual([])
    const check = await handedOver(world, account, await approved(world))
    await watch(29)
    expect(await notified('processor-group')).toEqual([])
    await watch(30)
    await watch(31)
    const [text, ...more] = await notified('processor-group')
    expect(text).toMatch(
      /^Operating \(account ending in 4655\) hasn’t been reconciled with its bank since its first check on .* Download/,
    )
    expect(more).toEqual([])
    expect([await notified('approver-group'), await notified('processor-eastside')]).toEqual([[], []])

    const { body, headers } = await formOf({
      name: 'bank.csv',
      content: Buffer.from(`Check,Amount,Date\n${check.number},1.00,2026-11-20`),
    })
    const reader = await world.as('everyone', 'processor')
    const look = { params: { id: account.id }, body: body as never }
    const { data } = await reader.with(headers).call(endpoints.previewClearing, look)
    await reader.call(endpoints.confirmClearing, { params: { id: account.id, file: data.id ?? 0 }, body: {} })
    await watch(29)
    await watch(31)
    await watch(32)
    const all = await notified('processor-group')
    expect(all).toHaveLength(2)
    expect(all[0]).toMatch(/with its bank since [A-Z][a-z]{2} /)
  })
})
