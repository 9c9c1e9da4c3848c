import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, signed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { move, type Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const ready = 6
const address = '12 Dock Street\nTacoma, WA 98421'
const mailed = { delivery_method_id: 1, mailing_method: 'USPS' } as const

onOneDatabase('address of a mailed check on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let harborId: number
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    await setPayees(world, { payee_list: 'on', purposes: [{ purpose_id: 1, verified_needed: 'no' }] })
    harborId = (await addPayee(world, 'Harbor Paint', { address })).id
    await addPayee(world, 'Nobody Looked', { address: '1 New Way\nTacoma, WA 98421' })
    await addPayee(world, 'Without Address')
    const verifier = await world.as('everyone', 'admin')
    const verified = await verifier.call(payeeEndpoints.verify, {
      params: { id: harborId },
      body: { how: 'Called them' },
    })
    expect(verified.status).toBe(200)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = () => world.as('processor-group', 'processor')
  const print = async (payees: readonly Parameters<typeof approved>[1][]) => {
    const requests: Raised[] = []
    for (const [index, payee] of payees.entries())
      requests.push(await approved(world, { ...mailed, amount: 300 + index, ...payee }))
    await signed(world, account, requests)
    for (const { id } of requests) await move(await processor(), id, ready)
  }
  /** The text of each page. */
  const textsOf = async (path: string) => {
    const { bytes } = await (await processor()).send('GET', `/api/v1${path}`)
    return (await readPdf(bytes)).map((page) => page.texts.map(({ text }) => text).join(' '))
  }
  const listed = async () => {
    const { data } = await (await processor()).call(leavingEndpoints.toMail, {})
    return Object.fromEntries(data.map(({ payee_name, address }) => [payee_name, address]))
  }

  test('prints the payee’s address on a check to be mailed, but not on one to be picked up', async () => {
    const run = await openRun(world, account, [
      await approved(world, { ...mailed, payee_name_1: 'Harbor Paint' }),
      await approved(world, { delivery_method_id: 2, payee_name_1: 'Harbor Paint', amount: 250 }),
    ])
    const [first, second, ...others] = (await textsOf(`/print-runs/${run.id}/pdf`)).filter((text) => {
      return text.includes('Harbor Paint')
    })
    const settled = await (await processor()).call(printRunEndpoints.confirm, { params: { id: run.id }, body: {} })
    expect([settled.status, others]).toEqual([200, []])
    expect(first).toContain(address.replace('\n', ' '))
    expect(second).not.toContain(address.split('\n')[0])
  })

  test('uses the verified payee’s address at the time of printing if the request has none', async () => {
    await print([
      { payee_name_1: 'Harbor Paint' },
      { payee_name_1: 'Nobody Looked' },
      { payee_name_1: 'Without Address' },
      { payee_name_1: 'Harbor Paint', payee_name_2: 'Bay Bank', mailing_address: 'PO Box 7\nSeattle, WA 98101' },
    ])
    const expected = {
      'Harbor Paint': address.split('\n'),
      'Nobody Looked': [],
      'Without Address': [],
      'Harbor Paint AND Bay Bank': ['PO Box 7', 'Seattle, WA 98101'],
    }
    expect(await listed()).toEqual(expected)
    const admin = await world.as('admin-group', 'admin')
    const payee = (await admin.call(payeeEndpoints.one, { params: { id: harborId } })).data
    const moved = { version: payee.version, address: '99 Elsewhere\nReno, NV 89501' }
    expect((await admin.call(payeeEndpoints.update, { params: { id: harborId }, body: moved })).status).toBe(200)
    expect(await listed()).toEqual(expected)
  })

  test('prints the payee’s address on an address label', async () => {
    const text = (await textsOf(`/checks/address-labels?bank_account_id=${account.id}`)).join(' ')
    expect(text).toContain(`Harbor Paint ${address.replace('\n', ' ')}`)
    expect(text).not.toContain('99 Elsewhere')
  })
})
