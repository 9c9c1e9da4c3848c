import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ClearedReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { expect } from 'vitest'
import { verifyTrail } from '../trail/commands/verify.ts'
import { approved, handedOver, openAccount, secretNumber } from './checks.ts'
import type { DatabaseKind } from './databases.ts'
import { formOf } from './documents.ts'
import type { PersonName } from './organization.ts'
import { startWorld, type World } from './world.ts'

/** A payment of a check, or its reversal if the amount is negative. */
export type Line = readonly [number: number, cents: number, day: string]

/** A BAI2 file with these lines of the test account. */
export function bai2Of(lines: readonly Line[]): string {
  const day = (lines[0]?.[2] ?? '').slice(2).replaceAll('-', '')
  return [
    `01,021200025,HARBOR,${day},0600,1,80,,2/`,
    ...lines.flatMap(([number, cents, on]) => [
      `02,HARBOR,021200025,1,${on.slice(2).replaceAll('-', '')},,USD,2/`,
      `03,${secretNumber},USD/`,
      `16,${cents < 0 ? 395 : 475},${Math.abs(cents)},,,${number}/`,
      '49,,3/',
      '98,,1,5/',
    ]),
    `99,,${lines.length},${5 * lines.length + 2}/`,
  ].join('\n')
}

/** A new account, with calls about the payments of its checks. `end` expects that the trail verifies. */
export async function startPayments(kind: DatabaseKind) {
  const world = await startWorld(kind)
  const account = await openAccount(world)
  const end = async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  }
  return { ...paymentsOf(world, account), ...exceptionsOf(world, account), world, accountId: account.id, end }
}

function paymentsOf(world: World, account: BankAccountReply) {
  const processor = (name: PersonName = 'everyone') => world.as(name, 'processor')
  const one = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const files = async () =>
    (await (await processor()).call(endpoints.clearing, { params: { id: account.id } })).data.files
  const mailed = async (amount: number) => {
    const check = await handedOver(world, account, await approved(world, { amount }))
    return { ...check, day: (await one(check.id)).issued_on ?? '' }
  }

  /** Previews a BAI2 file with these payments. Returns the file's id. */
  async function look(...lines: readonly Line[]) {
    const { body, headers } = await formOf({ name: 'bank.bai', content: Buffer.from(bai2Of(lines)) })
    const caller = (await processor()).with(headers)
    const { data } = await caller.call(endpoints.previewClearing, { params: { id: account.id }, body: body as never })
    expect(data.problems).toEqual([])
    return data.id ?? 0
  }
  const confirm = async (file: number, expected?: ClearedReply, id = account.id) =>
    (await processor()).call(endpoints.confirmClearing, { params: { id, file }, body: { expected } })

  /** Previews a BAI2 file with these payments, and confirms it. Returns the file's id and what it did. */
  async function pay(...lines: readonly Line[]) {
    const file = await look(...lines)
    return { file, ...(await confirm(file)).data }
  }

  /** The outstanding and cleared checks at the end of a day, by number: those of the register and of the report. */
  async function standing(as_of: string, number: number) {
    const caller = await processor()
    const query = { bank_account_id: account.id, as_of }
    const page = (await caller.call(checkEndpoints.list, { query })).data
    const row = page.items.find((check) => check.number === number)
    const report = (
      await caller.call(bankReportEndpoints.reconciliation, { params: { id: account.id }, query: { as_of } })
    ).data
    const total = page.totals?.find(({ state }) => state === 'cleared')?.count ?? 0
    return {
      state: row?.state,
      paid: row?.bank_paid_on,
      total,
      cleared: report.cleared.count,
      isOutstanding: report.outstanding_checks.some((check) => check.number === number),
      difference: report.difference,
    }
  }

  const unclear = async (id: number, act: 'unclear' | 'confirmUnclear' | 'refuseUnclear', name?: PersonName) => {
    const body = act === 'unclear' ? { reason: 'The bank paid another check' } : {}
    return (await processor(name)).call(endpoints[act], { params: { id }, body: body as never })
  }
  const undo = async (
    file: number,
    act: 'undoClearing' | 'confirmUndoClearing' | 'refuseUndoClearing',
    name?: PersonName,
  ) => {
    const body = act === 'undoClearing' ? { reason: 'Read with the wrong columns' } : {}
    return (await processor(name)).call(endpoints[act], { params: { id: account.id, file }, body: body as never })
  }

  const tomorrow = () => world.clock.advance(86_400_000)

  return { processor, one, files, mailed, look, confirm, pay, standing, unclear, undo, tomorrow }
}

function exceptionsOf(world: World, account: BankAccountReply) {
  const processor = () => world.as('everyone', 'processor')

  async function exception(number: number, state: 'open' | 'resolved' = 'open') {
    const query = { bank_account_id: account.id, state }
    const { data } = await (await processor()).call(endpoints.listExceptions, { query })
    return data.filter((row) => row.number === number)
  }

  /** Accepts what the bank did in an exception. */
  const accept = async (id: number | undefined, note = 'The bank is right') =>
    (await processor()).call(endpoints.resolveException, { params: { id: id ?? 0 }, body: { note, bank_stands: true } })

  const resolve = async (id: number | undefined, note = 'The bank explained it') =>
    (await processor()).call(endpoints.resolveException, { params: { id: id ?? 0 }, body: { note } })

  return { exception, accept, resolve }
}
