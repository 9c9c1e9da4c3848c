import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moment } from '../platform/clock.ts'
import { accountBody, approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { testsBegin } from '../testing/clock.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { type Raised, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { insertChecks } from './queries/checks.ts'

/** Everything that a print run writes. */
const written = [
  ...['bank_accounts', 'stock_boxes', 'print_runs', 'checks', 'check_events', 'check_requests', 'status_history'],
  ...['check_totals', 'check_day_totals', 'check_blocks', 'untold_checks', 'audit_entries'],
]

interface Refused {
  readonly account?: BankAccountReply
  readonly requests: readonly Pick<Raised, 'id'>[]
  readonly first_number?: number
}

onOneDatabase('refused print run on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let good: Raised
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { micr: true, limit_per_check: 2000 })
    await printed(world, account, [await approved(world)])
    good = await approved(world)
  })
  afterAll(() => world.close())

  const clerk = () => world.as('processor-group', 'processor')

  const rows = async () => {
    const tables = await Promise.all(
      written.map(async (table) => {
        const found = await sql<object>`select * from ${sql.table(table)}`.execute(world.database.read)
        return [table, found.rows.map((row) => JSON.stringify(row)).sort()] as const
      }),
    )
    return Object.fromEntries(tables)
  }

  const make = async ({ account: on = account, requests, first_number }: Refused) =>
    (await clerk()).call(printRunEndpoints.make, {
      body: {
        bank_account_id: on.id,
        check_request_ids: requests.map(({ id }) => id),
        ...(first_number !== undefined && { first_number }),
      },
    })

  /** Requests a run without a printable request, and expects every row unchanged. */
  async function expectRefused(refused: Refused, sentence: RegExp): Promise<void> {
    const before = await rows()
    const reply = await make(refused)
    expect([reply.status, reply.message]).toEqual([409, expect.stringMatching(sentence)])
    expect(await rows()).toEqual(before)
  }

  test('changes nothing for a request that isn’t Approved', async () => {
    const requested = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Not Yet' })
    await expectRefused(
      { requests: [requested] },
      /^NWG-.*: This request is Request\. Only checks for Approved requests/,
    )
  })

  test('changes nothing for a dealership that doesn’t draw on the account', async () => {
    const foreign = await approved(world, {}, 'NWG/HON/SVC')
    await expectRefused(
      { requests: [foreign] },
      /: The request’s dealership doesn’t draw on the account “Operating”\.$/,
    )
  })

  test.each([
    ['with characters that no font has', '日本 Motors', /: No installed font has the character 日 in “日本 Motors”\./],
    ['that doesn’t fit', 'W'.repeat(80), /: The payee name “W+” doesn’t fit on a check/],
  ])('changes nothing for a payee %s', async (_, payee_name_1, sentence) => {
    const unwritable = await approved(world, { payee_name_1 })
    await expectRefused({ requests: [unwritable] }, sentence)
  })

  test('changes nothing for a check above the account limit', async () => {
    const large = await approved(world, { amount: 2000.01 })
    await expectRefused(
      { requests: [large] },
      /: The amount is above \$2,000\.00, the limit per check on the account “Operating”\.$/,
    )
  })

  test('changes nothing on an unconfirmed account', async () => {
    const proposer = await world.as('admin-group', 'admin')
    const body = accountBody(world, { name: 'Proposed', account_number: '777788889999' })
    const { data } = await proposer.call(bankingEndpoints.create, { body })
    await expectRefused({ account: data, requests: [good] }, /^Account Proposed is waiting for a second person\./)
  })

  test('changes nothing for an account with an invalid routing number', async () => {
    const proposer = await world.as('admin-group', 'admin')
    const bad = '021000022'
    const before = await rows()
    const body = accountBody(world, { name: 'Mistyped', routing_number: bad, account_number: '111122223333' })
    const replies = [
      await proposer.call(bankingEndpoints.create, { body }),
      await proposer.call(bankingEndpoints.update, { params: { id: account.id }, body: { routing_number: bad } }),
    ]
    for (const { status, error } of replies)
      expect([status, error.fields?.routing_number]).toEqual([
        422,
        'The check digit of this routing number is wrong. Compare each digit with a check for this account.',
      ])
    expect(await rows()).toEqual(before)
    const set = (routing_number: string) =>
      world.database.transact((trx) =>
        trx.updateTable('bank_accounts').set({ routing_number }).where('id', '=', account.id).execute(),
      )
    await set(bad)
    await expectRefused({ requests: [good] }, /check digit/)
    await set(account.routing_number)
  })

  test('changes nothing while another run of the account is open', async () => {
    const open = await openRun(world, account, [await approved(world)])
    await expectRefused({ requests: [good] }, /has an unsettled print run of 1 check on this account\./)
    await (await clerk()).call(printRunEndpoints.release, { params: { id: open.id }, body: {} })
  })

  test('changes nothing if one of the numbers is taken, and gives the next free number to the next run', async () => {
    await expectRefused(
      { requests: [good], first_number: 1001 },
      /^Number 1001 is lower than the account’s next number, 1002\.$/,
    )
    const { id: bank_account_id, dealer_group_id } = account
    await world.database.transact((trx) =>
      insertChecks(trx, [
        {
          dealer_group_id,
          bank_account_id,
          number: 1003,
          state: 'issued',
          kind: 'opening',
          print_run_id: null,
          check_request_id: null,
          request_number: null,
          dealership_id: null,
          department_id: null,
          check_date: '2026-11-01',
          amount_cents: 100,
          payee_name: 'Before',
          searched: '',
          face: '{}',
          printed_by_id: null,
          replaces_id: null,
          issued_on: '2026-11-01',
          bank_paid_on: null,
          ended_on: null,
          reason: null,
          void_asked: null,
          stop_number: null,
          stop_fee_cents: null,
          stop_lapses_on: null,
          created_at: moment(testsBegin),
        },
      ]),
    )
    const another = await approved(world)
    await expectRefused({ requests: [good, another] }, /^Check number 1003 is already in use for this account\./)
    const { status, data } = await make({ requests: [good] })
    expect([status, data.checks.map(({ number }) => number)]).toEqual([201, [1002]])
  })

  test('prints the others if a request, a payee, or an amount is refused, and names each one left out', async () => {
    const requested = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Not Yet' })
    const wide = await approved(world, { payee_name_1: 'W'.repeat(80), amount: 77.7 })
    const large = await approved(world, { amount: 2000.01 })
    const others = [await approved(world), await approved(world)]
    const [first, second] = others
    if (!first || !second) throw new Error('Not approved')
    const other = await openAccount(world, { name: 'Other', account_number: '998877665544', limit_per_check: 2000 })
    const made = await make({ account: other, requests: [requested, first, wide, large, second] })
    expect([made.status, made.message]).toEqual([201, 'Numbers reserved'])
    expect(made.data.checks.map(({ check_request_id }) => check_request_id)).toEqual([first.id, second.id])
    expect(made.data.left_out).toEqual([
      {
        check_request_id: requested.id,
        message: expect.stringMatching(`^${requested.request_number}: This request is`),
      },
      { check_request_id: large.id, message: expect.stringMatching(`^${large.request_number}: The amount is above`) },
      {
        check_request_id: wide.id,
        message: expect.stringMatching(`^${wide.request_number}: The payee name “W+” doesn’t`),
      },
    ])
    const before = await rows()
    await (await clerk()).call(printRunEndpoints.release, { params: { id: made.data.id }, body: {} })
    expect(await rows()).not.toEqual(before)
    const none = await make({ account: other, requests: [requested, large] })
    expect([none.status, none.message]).toEqual([409, expect.stringContaining(`${large.request_number}: The amount`)])
    expect(none.message).toContain(`${requested.request_number}: This request`)
  })
})
