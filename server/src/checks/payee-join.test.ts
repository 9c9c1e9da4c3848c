import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { bodyAt, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('two payees of a check on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const detail = async (id: number) =>
    (await (await world.as('requester-group')).call(endpoints.detail, { params: { id } })).data
  const joined = (payee_join?: 'and' | 'or') => ({ payee_name_2: 'Grace Hopper', ...(payee_join && { payee_join }) })

  test('joins two payees on the check with the request’s conjunction, AND by default', async () => {
    const [one, two, three] = [
      await approved(world, { payee_name_1: 'Ada One', ...joined('or') }),
      await approved(world, { payee_name_1: 'Ada Two', ...joined() }),
      await approved(world, { payee_name_1: 'Ada Three', payee_join: 'or' }),
    ]
    expect([(await detail(one.id)).payee_join, (await detail(two.id)).payee_join]).toEqual(['or', 'and'])
    expect(await detail(three.id)).not.toHaveProperty('payee_join')
    const run = await openRun(world, account, [one, two, three])
    const names = ['Ada One OR Grace Hopper', 'Ada Two AND Grace Hopper', 'Ada Three']
    expect(run.checks.map(({ payee_name }) => payee_name)).toEqual(names)
    const client = await world.as('processor-group', 'processor')
    const { bytes } = await client.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
    const text = (await readPdf(bytes)).map((page) => page.texts.map((part) => part.text).join(' ')).join(' ')
    for (const name of names) expect(text).toContain(name)
    const query = { search: 'ada one or grace' }
    const { items } = (await client.call(checkEndpoints.list, { query })).data
    expect(items.map(({ number }) => number)).toEqual([run.checks[0]?.number])
  })

  test('warns of each payee that the account’s positive-pay files can’t contain', async () => {
    const client = await world.as('processor-group', 'processor')
    const warned = await openAccount(world, { name: 'Warned', account_number: '5550001234' })
    const template = shippedTemplates[0]?.template
    const omits = async () =>
      (await client.call(bankingEndpoints.one, { params: { id: warned.id } })).data.omits_foreign_payees
    const save = async (positive_pay_template: typeof template) => {
      const admin = await world.as('admin-group', 'admin')
      const body = { positive_pay_template: positive_pay_template ?? null }
      await admin.call(bankFileEndpoints.saveForms, { params: { id: warned.id }, body })
      await confirmControls(world)
    }
    const print = async () => {
      const requests = [await approved(world, { payee_name_2: 'Омега' }), await approved(world)] as const
      const body = { bank_account_id: warned.id, check_request_ids: requests.map(({ id }) => id) }
      const { data } = await client.call(printRunEndpoints.make, { body })
      await client.call(printRunEndpoints.confirm, { params: { id: data.id }, body: {} })
      return { warnings: data.warnings, joined: requests[0].id }
    }
    expect([warned.positive_pay, await omits(), (await print()).warnings]).toEqual(['none', false, []])
    await save(template)
    expect(await omits()).toBe(true)
    const { warnings, joined: id } = await print()
    const message = expect.stringMatching(
      /: No bank file can contain “О”.*, so positive-pay files leave this check out/,
    )
    expect(warnings).toEqual([{ check_request_id: id, message }])
    await save(template && { ...template, unknown_letters: 'question mark' })
    expect([await omits(), (await print()).warnings]).toEqual([false, []])
  })

  test('records a change of the conjunction in the history and counts its user as a participant', async () => {
    const request = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Ada Four', ...joined() })
    await move(await world.as('approver-group', 'approver'), request.id, 9)
    const { version } = await detail(request.id)
    const { requester_id: _requester, ...body } = bodyAt(world.ids, 'NWG/TOY/SVC', { payee_name_1: 'Ada Four' })
    const edited = await (await world.as('requester-group')).call(endpoints.update, {
      params: { id: request.id },
      body: { ...body, ...joined('or'), version },
    })
    expect(edited.status).toBe(200)
    const { status_history, payee_join, hands } = await detail(request.id)
    expect(payee_join).toBe('or')
    expect(status_history.at(-1)?.changes).toEqual([{ field: 'payee_join', from: 'AND', to: 'OR' }])
    expect(hands).toContainEqual({ user_id: world.ids.people['requester-group'], part: 'edited' })
  })

  test('finds a duplicate payment however the payees are joined', async () => {
    const place = { dealer_group_id: world.ids.places.NWG }
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Ada Five', amount: 55.5, ...joined('or') })
    const query = { ...place, payee_name_1: 'Ada Five', amount: '55.50' }
    const { data } = await (await world.as('requester-group')).call(endpoints.duplicates, { query })
    expect(data.requests.map(({ alike }) => alike)).toEqual([['payment']])
  })

  test('rejects any other conjunction', async () => {
    const client = await world.as('requester-group')
    const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC', joined()), payee_join: 'and/or' }
    const refused = await client.send('POST', '/api/v1/check-requests/create-check-req', { body })
    expect([refused.status, JSON.parse(refused.text).error.fields]).toEqual([422, { payee_join: 'Choose AND or OR.' }])
  })
})
