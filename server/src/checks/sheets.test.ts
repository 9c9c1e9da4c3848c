import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('sheets of a print run on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const processor = () => world.as('processor-group', 'processor')

  test('starts a run at the first free check of a sheet with three, in every file of the run', async () => {
    const three = { layout: 'three', stock: 'preprinted', name: 'Three', account_number: '5550003334' } as const
    const account = await openAccount(world, { ...three, dealership_ids: [world.ids.places['NWG/HON']] })
    const requests = [1, 2, 3].map(() => approved(world, {}, 'NWG/HON/SVC'))
    const check_request_ids = (await Promise.all(requests)).map(({ id }) => id)
    const client = await processor()
    const body = { bank_account_id: account.id, check_request_ids, first_position: 3 }
    const { id } = (await client.call(printRunEndpoints.make, { body })).data
    const file = () => client.send('GET', `/api/v1/print-runs/${id}/pdf`)
    const { bytes } = await file()
    // The third of a sheet's checks is 504 points down, and the payee is 102 points below its upper edge.
    const payees = (await readPdf(bytes)).map(({ texts }) =>
      texts.filter(({ text, x }) => text.startsWith('Harbor Paint Supply') && x > 80).map(({ y }) => Math.round(y)),
    )
    expect(payees).toEqual([[504 + 102], [102, 252 + 102]])
    expect((await file()).bytes).toEqual(bytes)
    await client.call(printRunEndpoints.confirm, { params: { id }, body: {} })
  })

  test('refuses a position that the sheets of the account don’t have', async () => {
    const dealership_ids = [world.ids.places['NWG/HON']]
    const account = await openAccount(world, { name: 'One', account_number: '5550003335', dealership_ids })
    const { id } = await approved(world, {}, 'NWG/HON/SVC')
    const make = async (first_position: number) => {
      const body = { bank_account_id: account.id, check_request_ids: [id], first_position }
      const { status, error } = await (await processor()).call(printRunEndpoints.make, { body })
      return [status, error.fields]
    }
    expect(await make(2)).toEqual([
      422,
      { first_position: 'The account’s sheets have one check each, so the run starts at position 1.' },
    ])
    expect((await make(4))[1]).toEqual({ first_position: 'Choose the first free position on the sheet, from 1 to 3.' })
  })

  test('dates a spoiled sheet with the current day at its dealership', async () => {
    const params = { id: world.ids.places['NWG/TOY'] }
    await (await world.as('admin-group', 'admin')).call(organizationEndpoints.updateDealership, {
      params,
      body: { time_zone: 'Pacific/Auckland' },
    })
    const account = await openAccount(world)
    const { id, checks } = await openRun(world, account, [await approved(world)])
    const client = await processor()
    const spoiled = checks.map(({ number }) => ({ number, reason: 'The sheet jammed' }))
    await client.call(printRunEndpoints.confirm, { params: { id }, body: { spoiled } })
    const { data } = await client.call(checkEndpoints.one, { params: { id: checks[0]?.id ?? 0 } })
    expect(data).toMatchObject({ state: 'spoiled', reason: 'The sheet jammed', ended_on: '2026-11-21' })
  })

  test('prints the signers’ names if the account determines the signers', async () => {
    const account = await openAccount(world, {
      name: 'Service',
      account_number: '5550001112',
      dealership_ids: [world.ids.places['NWG/HON']],
      two_signers_above: 1000,
      people: [
        { user_id: world.ids.people.everyone, rights: ['sign'] },
        { user_id: world.ids.people['approver-group'], rights: ['sign'], most_to_sign: 50 },
        { user_id: world.ids.people['processor-dealership'], rights: ['sign'] },
      ],
    })
    // Deactivated users can't sign.
    const left = { id: world.ids.people['processor-dealership'], active: false }
    expect((await (await world.as('admin-super', 'admin')).call(userEndpoints.update, { body: left })).status).toBe(200)
    const linesOf = async (amount: number) => {
      const { id } = await openRun(world, account, [await approved(world, { amount }, 'NWG/HON/SVC')])
      const client = await processor()
      const { bytes } = await client.send('GET', `/api/v1/print-runs/${id}/pdf`)
      await client.call(printRunEndpoints.confirm, { params: { id }, body: {} })
      const texts = (await textsOf(bytes)).flat()
      const names = ['everyone Tester', 'AUTHORIZED SIGNATURE']
      return names.map((name) => texts.filter((text) => text === name).length)
    }
    expect(await linesOf(100)).toEqual([1, 0])
    expect(await linesOf(40)).toEqual([0, 1])
    // Only one of the two required signers exists, so no number is taken (J2).
    await expect(linesOf(2000)).rejects.toThrow(/No one could sign this request’s check/)
  })
})
