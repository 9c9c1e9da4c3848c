import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { reconcile } from '@check-requests/domain/bank/reconciliation.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportEndpoints as endpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertChecks } from '../checks/queries/checks.ts'
import { moment } from '../platform/clock.ts'
import { openAccount } from '../testing/checks.ts'
import { testsBegin } from '../testing/clock.ts'
import { livedChecks as checks } from '../testing/lived-checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { unzip } from '../testing/unzip.ts'
import { startWorld, type World } from '../testing/world.ts'
import { insertClearingFile, insertExceptions, insertLines } from './queries/clearing.ts'

/** The spreadsheet's number for a day, counted from the last day of 1899. */
function serialOf(day: string | null): number {
  return (Date.parse(day ?? '') - Date.UTC(1899, 11, 30)) / 86_400_000
}

const unmatched = [
  { date: '2026-01-20', amountCents: 4100 },
  { date: '2026-03-01', amountCents: 900 },
]

onBothDatabases('reconciliation of the book with the bank on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    const { TOY, HON } = { TOY: world.ids.places['NWG/TOY'], HON: world.ids.places['NWG/HON'] }
    account = await openAccount(world, { dealership_ids: [TOY, HON], stale_after_days: 30 })
    // Another account of the group, whose checks must not be counted.
    const other = await openAccount(world, { name: 'Other', account_number: '777788889999', dealership_ids: [TOY] })
    await fill(account.id, checks)
    await fill(other.id, checks.slice(0, 3))
    await payAll()
  })
  afterAll(() => world.close())

  const own = { dealer_group_id: 0, bank_account_id: 0 }

  function fill(bankAccountId: number, rows: typeof checks) {
    own.dealer_group_id = world.ids.places.NWG
    return world.database.transact((trx) =>
      insertChecks(
        trx,
        rows.map(({ number, state, checkDate, amountCents, issuedOn, clearedOn, endedOn }) => ({
          dealer_group_id: world.ids.places.NWG,
          bank_account_id: bankAccountId,
          number,
          state,
          kind: 'manual',
          print_run_id: null,
          check_request_id: null,
          request_number: null,
          dealership_id: null,
          department_id: null,
          check_date: checkDate,
          amount_cents: amountCents,
          payee_name: `Payee ${number}`,
          searched: '',
          face: '{}',
          printed_by_id: null,
          replaces_id: null,
          issued_on: issuedOn,
          bank_paid_on: clearedOn,
          ended_on: endedOn,
          reason: null,
          void_asked: null,
          stop_number: null,
          stop_fee_cents: null,
          stop_lapses_on: null,
          created_at: moment(testsBegin),
        })),
      ),
    )
  }

  /** Inserts the bank lines: one for each cleared check, and two exceptions, one of which is resolved. */
  function payAll() {
    return world.database.transact(async (trx) => {
      const ofAccount = { dealer_group_id: world.ids.places.NWG, bank_account_id: account.id }
      const by = world.ids.people['processor-group']
      const at = moment(testsBegin)
      const clearing_file_id = await insertClearingFile(trx, {
        ...ofAccount,
        name: 'bank.csv',
        format: 'CSV',
        content: null,
        state: 'written',
        read_by_id: by,
        read_at: at,
        written_by_id: by,
        written_by_name: 'Someone',
        written_at: at,
      })
      const stored = await trx.selectFrom('checks').select(['id', 'number']).where('bank_account_id', '=', account.id)
      const ids = new Map((await stored.execute()).map(({ id, number }) => [number, id]))
      const paid = checks.filter(({ clearedOn }) => clearedOn !== null)
      const common = { ...ofAccount, clearing_file_id, payee: null, reference: null }
      await insertLines(
        trx,
        paid.map(({ number, amountCents, clearedOn }, index) => ({
          ...common,
          line: index + 1,
          number,
          amount_cents: amountCents,
          paid_on: clearedOn ?? '',
          fingerprint: `line ${index}`,
          check_id: ids.get(number) ?? 0,
        })),
      )
      const strange = await insertLines(
        trx,
        unmatched.map(({ date, amountCents }, index) => ({
          ...common,
          line: 900 + index,
          number: null,
          amount_cents: amountCents,
          paid_on: date,
          fingerprint: `strange ${index}`,
          check_id: null,
        })),
      )
      const rows = [...strange.values()].map((clearing_line_id, index) => ({
        ...ofAccount,
        clearing_line_id,
        check_id: null,
        kind: 'unknown number' as const,
        sentence: 'Which?',
        owner_id: null,
        owner_name: null,
        created_at: at,
        resolved_by_id: index === 0 ? by : null,
        resolution: index === 0 ? 'Ours' : null,
        resolved_by_name: null,
        resolved_at: index === 0 ? at : null,
      }))
      await insertExceptions(trx, rows)
    })
  }

  const reader = () => world.as('processor-group', 'processor')
  const at = async (as_of: string) =>
    (await reader()).call(endpoints.reconciliation, { params: { id: account.id }, query: { as_of } })
  const inDollars = ({ count, cents }: { count: number; cents: number }) => ({ count, amount: centsToDollars(cents) })

  test.each(['2025-12-31', '2026-01-14', '2026-01-31', '2026-02-20', '2026-12-31'])(
    'returns totals as of %s that equal the sums of the rows',
    async (asOf) => {
      const expected = reconcile(checks, { asOf, staleDays: 30, unmatched })
      const { data } = await at(asOf)
      for (const sum of [
        'issued',
        'voided',
        'stopped',
        'book',
        'cleared',
        'outstanding',
        'stale',
        'unmatched',
      ] as const)
        expect([sum, data[sum]]).toEqual([sum, inDollars(expected[sum])])
      expect(data.difference).toBe(0)
      expect(data.paid).toEqual(inDollars(expected.cleared))
      expect(data.unresolved.count).toBe(unmatched.slice(1).filter(({ date }) => date <= asOf).length)
      expect(data.outstanding_checks.map(({ number }) => number)).toEqual(
        expected.outstandingChecks.map(({ number }) => number),
      )
      expect(data.outstanding.count).toBe(data.outstanding_checks.length)
      expect(data.outstanding_checks.filter(({ is_stale }) => is_stale)).toHaveLength(expected.stale.count)
    },
  )

  test('reports a check as outstanding from the day it was handed over', async () => {
    const { data } = await at('2026-12-31')
    const [first] = data.outstanding_checks
    const days = (Date.parse('2026-12-31') - Date.parse(first?.issued_on ?? '')) / 86_400_000
    expect(first).toMatchObject({ number: 1001, days, is_stale: true, payee_name: 'Payee 1001' })
  })

  test('shows a difference where a bank line has a different amount than its check', async () => {
    const { database } = world
    const change = (amount: number) =>
      database.transact((trx) =>
        trx.updateTable('clearing_lines').set({ amount_cents: amount }).where('fingerprint', '=', 'line 0').execute(),
      )
    const [paid] = checks.filter(({ clearedOn }) => clearedOn !== null)
    await change((paid?.amountCents ?? 0) + 250)
    expect((await at('2026-12-31')).data.difference).toBe(2.5)
    await change(paid?.amountCents ?? 0)
  })

  test('includes all totals and outstanding checks in the PDF and the spreadsheet', async () => {
    const { data } = await at('2026-12-31')
    expect(data).toMatchObject({ reconciled_through: '2026-02-28', open_since: '2026-03-01' })
    const files = formatDate(data.files_through ?? '')
    const reached = `Reconciled through Feb 28, 2026: an exception of Mar 1, 2026 is open. Confirmed bank files extend through ${files}.`
    const path = `/api/v1/bank-accounts/${account.id}/reconciliation`
    const query = { as_of: '2026-12-31' }
    const paper = await (await reader()).send('GET', `${path}/pdf`, { query })
    expect(paper.headers['content-disposition']).toBe('attachment; filename="reconciliation-2026-12-31.pdf"')
    const texts = (await readPdf(paper.bytes)).flatMap((page) => page.texts.map(({ text }) => text))
    for (const wanted of [
      'Reconciliation as of Dec 31, 2026',
      'Operating, First Harbor Bank, account ending in 4655',
      'The cleared checks agree with the bank to the cent, but there are unresolved exceptions.',
      ...data.outstanding_checks.flatMap(({ number, payee_name }) => [String(number), payee_name]),
    ])
      expect(texts).toContain(wanted)
    // The sentence wraps to two lines.
    expect(texts.join(' ')).toContain(reached)
    const { bytes } = await (await reader()).send('GET', `${path}/xlsx`, { query })
    const sheet = unzip(bytes, 'xl/worksheets/sheet1.xml')
    // The rows are the header, ten totals, two dates, and the checks.
    expect(sheet.match(/<row /g)).toHaveLength(13 + data.outstanding.count)
    const words = unzip(bytes, 'xl/sharedStrings.xml')
    for (const line of ['Reconciled through', 'Confirmed bank files through']) expect(words).toContain(line)
    for (const day of [data.reconciled_through, data.files_through]) expect(sheet).toContain(`<v>${serialOf(day)}</v>`)
    expect(sheet).toContain(`<v>${data.outstanding.amount}</v>`)
    expect(words).toContain('Payee 1001')
  })

  test('shows the balance to users who reconcile the account or work with all its dealerships', async () => {
    const query = { as_of: '2026-02-01' }
    const ask = async (name: 'approver-group' | 'approver-dealership' | 'admin-eastside', role?: 'approver') =>
      (await world.as(name, role)).call(endpoints.reconciliation, { params: { id: account.id }, query })
    expect((await ask('approver-group', 'approver')).status).toBe(200)
    const part = await ask('approver-dealership', 'approver')
    expect([part.status, part.message]).toMatchObject([403, expect.stringMatching(/covers all dealerships that draw/)])
    expect((await ask('admin-eastside')).status).toBe(404)
    const wrong = await (await reader()).send('GET', `/api/v1/bank-accounts/${account.id}/reconciliation`, {
      query: { as_of: 'soon' },
    })
    expect(wrong.body.error.fields).toEqual({ as_of: 'Enter a date as YYYY-MM-DD.' })
  })

  test('is reconciled through the day before the first open exception, or through the last payment if none is open', async () => {
    const through = async () => {
      const client = await reader()
      const listed = (await client.call(bankingEndpoints.list)).data.find(({ id }) => id === account.id)
      const { data } = await client.call(bankFileEndpoints.clearing, { params: { id: account.id } })
      return [listed?.reconciled_through, data.reconciled_through]
    }
    expect(await through()).toEqual(['2026-02-28', '2026-02-28'])
    await world.database.transact((trx) =>
      trx
        .updateTable('check_exceptions')
        .set({ resolution: 'Ours', resolved_at: moment(testsBegin) })
        .where('bank_account_id', '=', account.id)
        .execute(),
    )
    const last = [...checks.map(({ clearedOn }) => clearedOn ?? ''), ...unmatched.map(({ date }) => date)].sort().at(-1)
    expect(await through()).toEqual([last, last])
  })
})
