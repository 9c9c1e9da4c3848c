import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply, StateTotal, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { sumDollars } from '@check-requests/domain/values/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount } from '../testing/checks.ts'
import { formOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf, type PersonName, type RoleWord } from '../testing/organization.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const dayLength = 86_400_000
const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']

onBothDatabases('register as of a day on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let ids: number[]
  // Each call logs in again, because sessions expire as days pass.
  const as = (name: PersonName, role: RoleWord) => world.logIn(emailOf(name), role)
  const processor = () => as('processor-group', 'processor')
  const nextDay = () => world.clock.advance(dayLength)
  const id = (index: number) => ids[index] ?? 0

  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { two_signers_above: 1000 })
    const requests = []
    for (const amount of [10.01, 20.02, 30.03, 40.04, 5000, 60.06])
      requests.push(await approved(world, { amount, payee_name_1: `Payee ${amount}`, po_purchase_no: `P-${amount}` }))
    const body = { bank_account_id: account.id, check_request_ids: requests.map((request) => request.id) }
    const { data: run } = await (await processor()).call(printRunEndpoints.make, { body })
    ids = run.checks.map((check) => check.id)
    nextDay()
    const spoiled = [{ number: 1006, reason: 'Paper jam' }]
    await (await processor()).call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
    nextDay()
    // The fifth check needs a second signature, which it never gets.
    const signer = await as('approver-super', 'approver')
    const signed = await signer.call(checkEndpoints.sign, { body: { check_ids: ids.slice(0, 5) } })
    expect(signed.data).toEqual({ signed: 4, waiting: 1, refused: [] })
    for (const request of requests.slice(0, 3)) await move(await processor(), request.id, 6)
    await handOver(0, 1)
    nextDay()
    await handOver(2)
    await paidByBank('1001,10.01,2026-11-22')
    const client = await processor()
    const reason = { reason: 'Gone', request_status: 'approved' } as const
    const stopped = await client.call(checkEndpoints.stop, {
      params: { id: id(1) },
      body: { ...reason, fee: null },
    })
    expect(stopped.status).toBe(200)
    nextDay()
    const voided = await client.call(checkEndpoints.void, {
      params: { id: id(4) },
      body: { ...reason, request_status: 'rejected' },
    })
    expect(voided.status).toBe(200)
    await client.call(checkEndpoints.reissue, { params: { id: id(1) }, body: {} })
  })
  afterAll(() => world.close())

  async function handOver(...indexes: number[]) {
    for (const index of indexes)
      expect(
        (
          await (
            await processor()
          ).call(checkEndpoints.handOver, { params: { id: id(index) }, body: { kind: 'mailed' } })
        ).status,
      ).toBe(200)
  }

  /** Reports these checks as paid, through a bank file that another processor uploads. */
  async function paidByBank(line: string) {
    const columns = {
      has_names: true,
      number: 'Check',
      amount: 'Amount',
      date: 'Date',
      date_form: 'YYYY-MM-DD',
    } as const
    const forms = { clearing_columns: columns }
    await (await as('admin-group', 'admin')).call(bankFileEndpoints.saveForms, {
      params: { id: account.id },
      body: forms as never,
    })
    const reader = await as('everyone', 'processor')
    const { body, headers } = await formOf({ name: 'bank.csv', content: Buffer.from(`Check,Amount,Date\n${line}`) })
    const looked = await reader
      .with(headers)
      .call(bankFileEndpoints.previewClearing, { params: { id: account.id }, body: body as never })
    const params = { id: account.id, file: looked.data.id ?? 0 }
    const written = await reader.call(bankFileEndpoints.confirmClearing, { params, body: {} })
    expect(written.data?.cleared).toBe(1)
  }

  async function registerOf(query: object): Promise<{ rows: CheckReply[]; totals: StateTotal[] | null }> {
    const client = await processor()
    const rows: CheckReply[] = []
    let totals: StateTotal[] | null = null
    let cursor: string | null = null
    do {
      const page: { data: { items: CheckReply[]; next_cursor: string | null; totals: StateTotal[] | null } } =
        await client.call(checkEndpoints.list, { query: { ...query, limit: 3, ...(cursor && { cursor }) } })
      totals ??= page.data.totals
      rows.push(...page.data.items)
      cursor = page.data.next_cursor
    } while (cursor !== null)
    return { rows, totals }
  }

  /**
   * The register calculated from each check's history alone: a state for every check that had a number by the end of
   * the day.
   */
  async function replayed(day: string): Promise<Map<number, string>> {
    const states = new Map<number, string>()
    for (const { id: checkId } of (await registerOf({})).rows) {
      const { data: check } = await (await processor()).call(checkEndpoints.one, { params: { id: checkId } })
      const state = check.events
        .filter((event) => dayOf(event, check) <= day)
        .reduce((now, event) => after(now, event, check), '')
      if (state !== '') states.set(check.number, state)
    }
    return states
  }

  // The dealerships of this world are in Chicago, six hours behind UTC in winter.
  function dayOf({ act, at }: WholeCheckReply['events'][number], check: WholeCheckReply): string {
    if (act === 'clear') return check.bank_paid_on ?? ''
    return new Date(Date.parse(at) - 6 * 3_600_000).toISOString().slice(0, 10)
  }

  function after(now: string, { act }: WholeCheckReply['events'][number], { amount }: WholeCheckReply): string {
    if (act === 'sign') return amount > 1000 ? now : 'signed'
    const states: Record<string, string> = {
      reserve: 'reserved',
      print: 'printed',
      spoil: 'spoiled',
      issue: 'issued',
      clear: 'cleared',
      void: 'voided',
      stop: 'stopped',
    }
    return states[act] ?? now
  }

  test('matches the check histories up to the day and returns totals equal to the sums of the rows', async () => {
    const seen = new Set<string>()
    for (const day of days) {
      const { rows, totals } = await registerOf({ as_of: day })
      expect(new Map(rows.map(({ number, state }) => [number, state])), day).toEqual(await replayed(day))
      for (const { state, count, amount } of totals ?? []) {
        seen.add(state)
        const ofState = rows.filter((row) => row.state === state)
        expect([count, amount], `${day} ${state}`).toEqual([
          ofState.length,
          sumDollars(ofState.map((row) => row.amount)),
        ])
        const only = await registerOf({ as_of: day, state })
        expect(only.rows).toEqual(ofState)
      }
      expect(totals?.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    }
    expect([...seen].toSorted()).toEqual([
      'cleared',
      'issued',
      'printed',
      'reserved',
      'signed',
      'spoiled',
      'stopped',
      'voided',
    ])
  })

  test('omits events after the day, and matches the current register for today', async () => {
    const { rows: now, totals } = await registerOf({})
    const today = await registerOf({ as_of: '2026-11-24' })
    expect(today).toEqual({ rows: now, totals })
    const { rows } = await registerOf({ as_of: '2026-11-22' })
    expect(rows.find(({ number }) => number === 1001)).toMatchObject({ state: 'cleared', bank_paid_on: '2026-11-22' })
    expect(rows.find(({ number }) => number === 1002)).toMatchObject({
      state: 'issued',
      issued_on: '2026-11-22',
      ended_on: null,
      reason: null,
      stop_number: null,
      replaced_by: null,
      signed_by: [{ name: 'approver-super Tester' }],
    })
    const [earlier] = (await registerOf({ as_of: '2026-11-21', search: '1003' })).rows
    expect(earlier).toMatchObject({ state: 'printed', issued_on: null, signed_by: [] })
    const lines = (
      await (await processor()).send('GET', '/api/v1/checks/export/csv', { query: { as_of: '2026-11-22' } })
    ).text
    expect(lines).toContain('1002,Issued,')
    expect(lines.trim().split('\r\n')).toHaveLength(7)
  })

  test('clears payments from a closed month on the first open day and leaves the closed month unchanged', async () => {
    const figures = async () => {
      const { rows, totals } = await registerOf({ as_of: '2026-11-23' })
      return { rows: rows.map(({ version: _version, ...row }) => row), totals }
    }
    const before = await figures()
    await world.database.transact((trx) =>
      sql`update dealer_groups set journal_closed_through = '2026-11-23' where id = ${world.ids.places.NWG}`.execute(
        trx,
      ),
    )
    await paidByBank('1003,30.03,2026-11-23')
    expect(await figures()).toEqual(before)
    const stateOn = async (as_of: string) => (await registerOf({ as_of, search: '1003' })).rows[0]
    expect(await stateOn('2026-11-23')).toMatchObject({ state: 'issued', bank_paid_on: null })
    expect(await stateOn('2026-11-24')).toMatchObject({ state: 'cleared', bank_paid_on: '2026-11-23' })
  })
})
