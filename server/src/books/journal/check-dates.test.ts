import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount } from '../../testing/checks.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const day = 86_400_000

onOneDatabase('check journal with check dates on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const as = (name: PersonName) => world.logIn(emailOf(name))
  const params = () => ({ id: world.ids.places.NWG })
  const begin = async (begins_on: string) => {
    const body = { begins_on, template: { ...usualTemplate } }
    return (await (await as('admin-group')).call(endpoints.save, { params: params(), body })).status
  }
  const makeExport = async (up_to: string) =>
    (await as('admin-group')).call(endpoints.makeExport, { params: params(), body: { up_to } })
  const events = async () => {
    const rows = world.database.read.selectFrom('journal_events').select(['kind', 'day', 'issued_on', 'check_number'])
    return rows.orderBy('id').execute()
  }

  test('records an issue on the check date, and dates an earlier void to the check date', async () => {
    expect(await begin('2026-11-01')).toBe(200)
    const account = await openAccount(world)
    const requests = [await approved(world, { amount: 10 }), await approved(world, { amount: 20 })]
    const byHand = await approved(world, { amount: 30 })
    const processor = await as('processor-group')
    const run = {
      bank_account_id: account.id,
      check_request_ids: requests.map(({ id }) => id),
      check_date: '2026-11-24',
    }
    const { id, checks } = (await processor.call(printRunEndpoints.make, { body: run })).data
    expect((await processor.call(printRunEndpoints.confirm, { params: { id }, body: {} })).status).toBe(200)
    const dated = { day: '2026-11-24', issued_on: '2026-11-24' }
    const issues = [
      { kind: 'issue', ...dated, check_number: '1001' },
      { kind: 'issue', ...dated, check_number: '1002' },
    ]
    expect(await events()).toEqual(issues)
    expect((await makeExport('2026-11-20')).status).toBe(409)
    // Restores the state that an earlier version left.
    await world.database.transact((trx) => trx.deleteFrom('journal_events').execute())
    expect(await begin('2026-11-02')).toBe(200)
    expect(await events()).toEqual(issues)
    world.clock.advance(2 * day)
    const voided = await (await as('processor-group')).call(checkEndpoints.void, {
      params: { id: checks[0]?.id ?? 0 },
      body: { reason: 'Wrong store', request_status: 'approved' },
    })
    expect(voided.status, voided.text).toBe(200)
    expect((await events()).at(-1)).toEqual({ kind: 'void', ...dated, check_number: '1001' })
    world.clock.advance(2 * day)
    const made = await makeExport('2026-11-24')
    expect(made.data).toMatchObject({ lines: 3, issued: 30, voided: 10 })

    // This check was handwritten on the day before and is entered now.
    const body = { bank_account_id: account.id, check_request_id: byHand.id, check_date: '2026-11-23' }
    const entered = await (await as('processor-group')).call(enteredCheckEndpoints.manual, { body })
    expect(entered.status, entered.text).toBe(201)
    const second = await as('approver-super')
    const confirmed = await second.call(enteredCheckEndpoints.confirm, { params: { id: entered.data.id }, body: {} })
    expect(confirmed.status, confirmed.text).toBe(200)
    expect((await events()).at(-1)).toMatchObject({ kind: 'issue', day: '2026-11-23', issued_on: '2026-11-23' })
    expect((await makeExport('2026-11-24')).data).toMatchObject({ lines: 1, issued: 30 })
  })
})
