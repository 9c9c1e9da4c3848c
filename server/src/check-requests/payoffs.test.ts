import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../testing/checks.ts'
import { addAccounts } from '../testing/ledger.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee } from '../testing/payees.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { bodyAt, type CreateBody, move } from '../testing/requests.ts'
import { unzip } from '../testing/unzip.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { isAboveProofLimit } from './queries/detail/checks.ts'

const day = 86_400_000
const place = 'NWG/TOY/SVC'

onOneDatabase('payoffs on $name', (kind) => {
  let world: World
  let payoff: Partial<CreateBody>
  let passed = 0
  beforeAll(async () => {
    // The tests begin on November 20 at a time that is the same day in all US time zones.
    world = await startWorld(kind)
    const purposes = (await (await world.as('admin-super')).call(organizationEndpoints.purposes, {})).data
    const purpose_id = purposes.find(({ name }) => name === 'Payoff')?.id ?? 0
    payoff = { purpose_id, amount: 18_250.75, good_through: '2026-11-21', per_diem: 4.12, payee_name_1: 'First Bank' }
  })
  afterEach(() => {
    world.clock.advance(-passed)
    passed = 0
  })
  afterAll(() => world.close())

  function pass(days: number): void {
    world.clock.advance(days * day)
    passed += days * day
  }

  const requester = () => world.as('requester-department', 'requester')
  const approver = () => world.as('approver-group', 'approver')
  const processor = () => world.as('processor-group', 'processor')

  async function submit(changes: Partial<CreateBody> = {}) {
    const body = bodyAt(world.ids, place, { ...payoff, due_date: undefined, ...changes })
    return (await requester()).call(endpoints.create, { body })
  }

  async function detailOf(id: number) {
    return (await (await approver()).call(endpoints.detail, { params: { id } })).data
  }

  async function approve(id: number, approved_through?: string, person = approver()) {
    const { version } = await detailOf(id)
    const body = { status_id: 3, version, ...(approved_through && { approved_through }) } as const
    return (await person).call(endpoints.changeStatus, { params: { id }, body })
  }

  test('exports the good-through date, the per diem, the approved maximum, and the days left', async () => {
    const { data } = await submit({ payee_name_1: 'Exported Bank' })
    const payoffCells = async () => {
      const query = { search: 'Exported Bank', time_zone: 'America/Chicago' }
      const { text } = await (await approver()).send('GET', '/api/v1/check-requests/export/csv', { query })
      return text.trimEnd().split('\r\n')[1]?.split(',').slice(-4)
    }
    expect(await payoffCells()).toEqual(['2026-11-21', '4.12', '', '1'])
    expect((await approve(data.id, '2026-11-24')).status).toBe(201)
    pass(2)
    expect(await payoffCells()).toEqual(['2026-11-21', '4.12', '18263.11', '-1'])
    const query = { search: 'Exported Bank' }
    const { bytes } = await (await approver()).send('GET', '/api/v1/check-requests/export/xlsx', { query })
    const sheet = unzip(bytes, 'xl/worksheets/sheet1.xml')
    for (const number of ['4.12', '18263.11', '-1']) expect(sheet).toContain(`<v>${number}</v>`)
    const rejected = await submit({ payee_name_1: 'Exported Bank' })
    await move(await approver(), rejected.data.id, 8)
    expect(await payoffCells()).toEqual(['2026-11-21', '4.12', '', ''])
  })

  test('sets the due date of a payoff to its good-through date', async () => {
    const { data } = await submit({ due_date: '2026-12-24' })
    expect(await detailOf(data.id)).toMatchObject({
      due_date: '2026-11-21',
      good_through: '2026-11-21',
      payoff: { per_diem: 4.12, approved_up_to: null },
    })
    const listed = await (await approver()).call(endpoints.list, { query: { search: data.request_number } })
    expect(listed.data.items).toMatchObject([{ due_date: '2026-11-21', good_through: '2026-11-21' }])
  })

  test('shows the good-through date in the inbox and on the payee page for payoffs only', async () => {
    const { id } = await addPayee(world, 'Clocked Bank')
    const clocked = (await submit({ payee_name_1: 'Clocked Bank' })).data
    const other = (await submit({ payee_name_1: 'Clocked Bank', purpose_id: 10 })).data
    const { data: inbox } = await (await approver()).call(inboxEndpoints.list, { query: { limit: 100 } })
    const { data: page } = await (await approver()).call(payeeEndpoints.payments, { params: { id } })
    for (const shown of [inbox.items.map(({ request }) => request), page.items]) {
      expect(shown.find((request) => request?.id === clocked.id)).toHaveProperty('good_through', '2026-11-21')
      expect(shown.find((request) => request?.id === other.id)).toBeDefined()
      expect(shown.find((request) => request?.id === other.id)).not.toHaveProperty('good_through')
    }
  })

  test('shows no payoff dates for other purposes or without a good-through date', async () => {
    const { data } = await submit({ purpose_id: 10 })
    const other = await detailOf(data.id)
    expect([other.good_through, other.due_date]).toEqual([null, '2026-11-27'])
    expect(other).not.toHaveProperty('payoff')
    const { data: undated } = await submit({ good_through: null, per_diem: null })
    expect(await detailOf(undated.id)).toMatchObject({ good_through: null, due_date: '2026-11-27' })
    const refused = await approve(undated.id, '2026-12-01')
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, ['approved_through']])
  })

  test.each([
    [{ good_through: '2026-11-18' }, 'This date has passed. Ask the lender for a new payoff letter.'],
    [{ good_through: null }, 'Enter the good-through date for this per diem.'],
    [{ good_through: '11/21/2026' }, 'Enter a date as YYYY-MM-DD.'],
  ])('rejects the payoff fields %j', async (changes, message) => {
    const refused = await submit(changes)
    expect([refused.status, refused.body.error.fields]).toEqual([422, { good_through: message }])
  })

  test('approves a payoff through a later day, and prints the check for the amount owed on the check date', async () => {
    const { id } = (await submit()).data
    const approved = await approve(id, '2026-11-23')
    expect(approved.status, approved.text).toBe(201)
    expect(approved.data.changes).toEqual([
      { field: 'approved_up_to', from: null, to: '$18,258.99, through Nov 23, 2026' },
    ])
    expect((await detailOf(id)).payoff).toEqual({ per_diem: 4.12, approved_up_to: 18_258.99 })
    pass(2)
    const printed = await move(await processor(), id, 4)
    expect(printed.data.changes).toEqual([{ field: 'amount', from: '$18,250.75', to: '$18,254.87' }])
    expect(await detailOf(id)).toMatchObject({ amount: 18_254.87, status_name: 'printed' })
  })

  test('adds the accrued per diem to the largest accounting line, so the lines match the printed amount', async () => {
    await addAccounts(world, ['2310 Vehicle payoffs', '6800 Fees'])
    const lines = [
      { account: '6800', amount: 250.75 },
      { account: '2310', control_number: 'S-1', amount: 18_000 },
    ]
    const { id } = (await submit({ accounting: lines })).data
    await approve(id, '2026-11-23')
    pass(2)
    expect((await move(await processor(), id, 4)).data.changes).toEqual([
      { field: 'amount', from: '$18,250.75', to: '$18,254.87' },
      { field: 'accounting', from: '6800 $250.75, 2310 S-1 $18,000.00', to: '6800 $250.75, 2310 S-1 $18,004.12' },
    ])
    expect((await detailOf(id)).accounting?.map(({ amount }) => amount)).toEqual([250.75, 18_004.12])
  })

  test('refuses to print more than the approved amount until the request is approved again', async () => {
    const { id } = (await submit()).data
    await approve(id)
    pass(2)
    const late = await move(await processor(), id, 4)
    expect([late.status, late.message]).toEqual([
      409,
      'This payoff was good through Nov 21, 2026. $18,254.87 is owed today, but only $18,250.75 was approved. Send the request back for a new approval.',
    ])
    await move(await processor(), id, 9)
    const { version } = await detailOf(id)
    const body = { ...bodyAt(world.ids, place, { ...payoff, amount: 18_260, good_through: '2026-11-24' }), version }
    const again = await (await requester()).call(endpoints.update, { params: { id }, body })
    expect(again.status, again.text).toBe(200)
    expect(await detailOf(id)).toMatchObject({ due_date: '2026-11-24', payoff: { approved_up_to: null } })
    await approve(id)
    expect((await move(await processor(), id, 4)).status).toBe(201)
    expect((await detailOf(id)).amount).toBe(18_260)
  })

  test('prints the original amount on the good-through date', async () => {
    const { id } = (await submit()).data
    await approve(id)
    pass(1)
    expect((await move(await processor(), id, 4)).data.changes).toEqual([])
    expect((await detailOf(id)).amount).toBe(18_250.75)
  })

  test.each([['2026-11-20'], ['2027-01-21']])('rejects an approval of a payoff through %s', async (through) => {
    const { id } = (await submit()).data
    const refused = await approve(id, through)
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      { approved_through: 'Choose a day from Nov 21, 2026 to Jan 20, 2027.' },
    ])
  })

  test('approves the amount owed on the day of a late approval', async () => {
    const { id } = (await submit()).data
    pass(2)
    await approve(id)
    expect((await detailOf(id)).payoff?.approved_up_to).toBe(18_254.87)
    expect((await move(await processor(), id, 4)).status).toBe(201)
  })

  test('uses the smallest amount of several approvals, and keeps the audit trail intact', async () => {
    const step = { name: 'Anyone', approvers: anyone, needed: 1 } as const
    await putInForce(world, { rules: [], otherwise: { steps: [step, { ...step, name: 'Anyone else' }] } })
    const { id } = (await submit()).data
    expect((await approve(id, '2026-11-22')).data.status_name).toBe('processing')
    expect((await approve(id, '2026-11-23', world.as('approver-dealership', 'approver'))).data.status_name).toBe(
      'approved',
    )
    expect((await detailOf(id)).payoff?.approved_up_to).toBe(18_254.87)
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
  // Through the last allowed day, 60 days after the good-through date, the amount grows by 60 per diems.
  const growing = { amount: 100, per_diem: 5000, good_through: '2026-11-21', payee_name_1: 'Growing Bank' }
  const stepsOf = async (id: number) =>
    (await (await approver()).call(approvalEndpoints.approval, { params: { id } })).data?.steps.map(({ name }) => name)

  test('routes a payoff by its largest possible amount, alone or added to other requests to the payee', async () => {
    const step = (name: string) => ({ name, approvers: anyone, needed: 1 })
    const large = { name: 'Large', conditions: { amount_from: 300_000 }, steps: [step('Controller')] }
    await putInForce(world, { rules: [large], otherwise: { steps: [step('Manager')] } })
    const small = (await submit({ ...growing, per_diem: 4, payee_name_1: 'Small Bank' })).data
    expect(await stepsOf(small.id)).toEqual(['Manager'])
    const first = (await submit(growing)).data
    expect(await stepsOf(first.id)).toEqual(['Controller'])
    const beside = (await submit({ purpose_id: 10, amount: 1, payee_name_1: 'Growing Bank' })).data
    expect(await stepsOf(beside.id)).toEqual(['Controller'])
    const { payee_name_1, per_diem, amount } = growing
    const { dealer_group_id, dealership_id, department_id } = bodyAt(world.ids, place)
    const asked = { amount, per_diem, payee_name_1: `${payee_name_1} again`, payee_type: 'business' as const }
    const preview = async (purpose_id: number) =>
      (await requester()).call(approvalEndpoints.preview, {
        body: { ...asked, purpose_id, dealer_group_id: dealer_group_id ?? 0, dealership_id, department_id },
      })
    expect((await preview(payoff.purpose_id ?? 0)).data?.steps.map(({ name }) => name)).toEqual(['Controller'])
    expect((await preview(10)).data?.steps.map(({ name }) => name)).toEqual(['Manager'])
    await approve(first.id, '2026-11-22')
    // After the approval, a check can be printed only for up to the approved amount.
    const after = (await submit({ purpose_id: 10, amount: 1, payee_name_1: 'Growing Bank' })).data
    expect(await stepsOf(after.id)).toEqual(['Manager'])
    await putInForce(world, { rules: [], otherwise: { steps: [step('Anyone')] } })
  })

  test('requires a recent sign-in based on the largest possible amount', async () => {
    await world.database.transact((trx) =>
      trx.updateTable('dealer_groups').set({ approve_above_cents: 250_000_00 }).where('code', '=', 'NWG').execute(),
    )
    const isAbove = async (changes: Partial<CreateBody>) =>
      isAboveProofLimit(world.database.read, [(await submit({ ...growing, ...changes })).data.id])
    expect(await isAbove({ payee_name_1: 'Proving Bank' })).toBe(true)
    expect(await isAbove({ payee_name_1: 'Plain Bank', per_diem: 4165 })).toBe(false)
    await world.database.transact((trx) =>
      trx.updateTable('dealer_groups').set({ approve_above_cents: null }).where('code', '=', 'NWG').execute(),
    )
  })

  test('applies the account’s limit to the amount owed on the check date', async () => {
    const account = await openAccount(world, { limit_per_check: 10_000 })
    const { id, request_number } = (
      await submit({ ...growing, payee_name_1: 'Limited Bank', po_purchase_no: 'PO-777' })
    ).data
    expect((await approve(id, '2026-11-25')).status).toBe(201)
    const print = async (check_date: string) =>
      (await processor()).call(printRunEndpoints.make, {
        body: { bank_account_id: account.id, check_request_ids: [id], check_date },
      })
    const above = await print('2026-11-24')
    expect([above.status, above.message]).toEqual([
      409,
      `${request_number}: The amount is above $10,000.00, the limit per check on the account “${account.name}”.`,
    ])
    const run = await print('2026-11-22')
    expect([run.status, run.message, run.data?.total]).toEqual([201, expect.any(String), 5100])
  })
})
