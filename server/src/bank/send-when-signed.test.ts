import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, printed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { sendBankFiles } from './commands/send-positive-pay.ts'

const hour = 60 * 60_000
const destination = { kind: 'folder', folder: 'out', when: 'when signed' } as const

onOneDatabase('positive-pay files sent when checks are signed on $name', (kind) => {
  const base = mkdtempSync(join(tmpdir(), 'bank-files-'))
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    Object.assign(world.services.config, { bankFilesDir: base })
    account = await openAccount(world)
    const body = { positive_pay_template: shippedTemplates[0]?.template ?? null, destination }
    const params = { id: account.id }
    const saved = await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { params, body })
    expect(saved.status).toBe(200)
    await confirmControls(world)
  })
  afterAll(async () => {
    await world.close()
    rmSync(base, { recursive: true })
  })

  const processor = () => world.as('processor-group', 'processor')
  const printOn = async (on: BankAccountReply, ...amounts: readonly number[]) => {
    const requests = await Promise.all(amounts.map((amount) => approved(world, { amount })))
    return (await printed(world, on, requests)).checks.map(({ id }) => id)
  }
  const print = (...amounts: readonly number[]) => printOn(account, ...amounts)
  const saveForms = async (id: number, forms: object) => {
    const body = { positive_pay_template: shippedTemplates[0]?.template ?? null, ...forms }
    const saved = await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { params: { id }, body })
    expect(saved.status).toBe(200)
    await confirmControls(world)
  }
  const sign = async (...check_ids: readonly number[]) => {
    const body = { check_ids: [...check_ids] }
    const { status } = await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body })
    expect(status).toBe(200)
  }
  /** The number of rows in each file of the account, newest first, after the job has run. */
  const countsAfter = async (hours: number) => {
    await sendBankFiles({ ...world.services, clock: () => world.services.clock() + hours * hour })
    const { data } = await (await processor()).call(endpoints.listPositivePay, { params: { id: account.id } })
    return data.items.map(({ count }) => count)
  }

  test('creates one file for all checks of a run once none of them is unsigned', async () => {
    const [one = 0, two = 0, three = 0, four = 0] = await print(11, 12, 13, 14)
    await sign(one, two)
    expect(await countsAfter(0)).toEqual([])
    await sign(three)
    expect(await countsAfter(0)).toEqual([])
    const body = { reason: 'Torn', request_status: 'rejected' } as const
    await (await processor()).call(checkEndpoints.void, { params: { id: four }, body })
    expect(await countsAfter(0)).toEqual([3])
    expect(readdirSync(base)).toHaveLength(1)
  })

  test('doesn’t wait longer than a day for the signatures of a run', async () => {
    const [one = 0] = await print(15, 16)
    await sign(one)
    expect(await countsAfter(23)).toEqual([3])
    expect(await countsAfter(25)).toEqual([1, 3])
  })

  test('puts the signed checks of accounts that send no files into the same file if the destination says so', async () => {
    const parts = await openAccount(world, { name: 'Parts', account_number: '4410077881' })
    await saveForms(parts.id, {})
    const [own = 0] = await print(17)
    const [ready = 0] = await printOn(parts, 18)
    await sign(own, ready)
    expect(await countsAfter(0)).toEqual([1, 1, 3])

    await saveForms(account.id, { destination: { ...destination, with_companions: true } })
    const [unsigned = 0] = await printOn(parts, 19, 20)
    await sign(unsigned)
    expect(await countsAfter(0)).toEqual([1, 1, 3])
    expect(await countsAfter(25)).toEqual([2, 1, 1, 3])
    const { data } = await (await processor()).call(endpoints.listPositivePay, { params: { id: account.id } })
    expect(data.items[0]).toMatchObject({ other_account_ids: [parts.id], total: 37 })
    expect(data.items[0]?.made_by.name).toMatch(/\(automatic\)$/)

    const out = { ...destination, folder: 'parts' }
    await saveForms(parts.id, { destination: out })
    const [apart = 0] = await printOn(parts, 21)
    await sign(apart)
    expect(await countsAfter(50)).toEqual([2, 1, 1, 3])
  })
})
