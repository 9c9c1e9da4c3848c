import { createHash } from 'node:crypto'
import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditRequest } from '../../check-requests/listeners/history.ts'
import { findForApproval } from '../../check-requests/queries/detail/find.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Client } from '../../testing/client.ts'
import { addAccounts } from '../../testing/ledger.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { recordInJournal } from './listeners/record.ts'

const day = 86_400_000
const today = '2026-11-20'
const signed = 5

onBothDatabases('check journal on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  let loggedIn: Promise<Client> | undefined
  const admin = () => {
    loggedIn ??= world.logIn(emailOf('admin-group'), 'admin')
    return loggedIn
  }
  const params = () => ({ id: world.ids.places.NWG })
  const save = async (begins_on: string) =>
    (await admin()).call(endpoints.save, { params: params(), body: { begins_on, template: { ...usualTemplate } } })
  const makeExport = async (up_to = today) =>
    (await admin()).call(endpoints.makeExport, { params: params(), body: { up_to } })
  const close = async (month: string) => (await admin()).call(endpoints.close, { params: params(), body: { month } })
  const journal = async () => (await (await admin()).call(endpoints.get, { params: params() })).data
  const download = async (id: number) => (await admin()).send('GET', `/api/v1/journal-exports/${id}/file`)
  const issue = (amount: number, to = signed) => raiseTo(world, to, 'requester-group', 'NWG/TOY/SVC', { amount })
  const events = () => world.database.read.selectFrom('journal_events').selectAll().orderBy('id').execute()

  /** Removes the check number from a request, which no current transition does. */
  async function takeBack(id: number) {
    const request = await findForApproval(world.database.read, id)
    if (!request) throw new Error(`no request ${id}`)
    const actor = { userId: request.requester_id, name: 'Somebody', roleId: null, sessionId: null } as never
    const change = { before: { status_id: request.status_id }, after: { status_id: 3, check_number: null } } as const
    const event = { name: 'status', actor, request, ...change } as const
    await commit(world.services, undefined, async (unit) => {
      await recordInJournal(unit, event)
      auditRequest(unit, event)
    })
  }

  test('refuses to export or close a month before setup', async () => {
    expect(await journal()).toMatchObject({ begins_on: null, closed_through: null, template: null, waiting: [] })
    const [made, closed] = [await makeExport(), await close('2026-10')]
    expect([made.status, made.message]).toEqual([409, 'Set up the journal before you create an export.'])
    expect([closed.status, closed.message]).toEqual([409, 'Set up the journal before you close a month.'])
  })

  test('starts with the outstanding checks since the first day, including checks without recorded events', async () => {
    await issue(1250.5)
    await addAccounts(world, ['2310 Vehicle payoffs', '6800 Bank fees'])
    const accounting = [{ account: '2310', control_number: null, amount: 20 }]
    await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC', { amount: 20, accounting })
    await issue(99, 4)
    const recorded = await events()
    expect(recorded.map(({ kind, cents, day }) => [kind, cents, day])).toEqual([
      ['issue', 125_050, today],
      ['issue', 2000, today],
    ])
    // Restores the state that an earlier version left.
    await world.database.transact((trx) => trx.deleteFrom('journal_events').execute())
    const refused = await save('2026-08-01')
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      { begins_on: 'Choose Aug 20, 2026 or a later day.' },
    ])
    expect((await save('2026-11-01')).status).toBe(200)
    const withoutId = (rows: typeof recorded) => rows.map(({ id: _id, ...others }) => others)
    expect(withoutId(await events())).toEqual(withoutId(recorded))
    expect((await journal()).waiting).toEqual([{ kind: 'issue', events: 2, amount: 1270.5 }])
    // A second setup duplicates no event.
    expect((await save('2026-11-02')).status).toBe(200)
    expect(await events()).toHaveLength(2)
  })

  test('creates export files with the expected lines, and returns identical files at every download', async () => {
    const tomorrow = await makeExport('2026-11-21')
    expect([tomorrow.status, tomorrow.message]).toEqual([409, 'Choose a day no later than today, Nov 20, 2026.'])
    const made = await makeExport()
    expect(made.status, made.text).toBe(201)
    expect(made.data).toMatchObject({ number: 1, up_to: today, lines: 2, issued: 1270.5, voided: 0 })
    const [first, second] = await events()
    const numbers = await world.database.read
      .selectFrom('check_requests')
      .select('request_number')
      .where('check_number', 'is not', null)
      .orderBy('id')
      .execute()
    const file = await download(made.data.id)
    expect(file.text).toBe(
      [
        'Date,Type,Check number,Amount,Payee,Request number,Dealership',
        `2026-11-20,Issue,${first?.check_number},1250.50,Harbor Paint Supply,${numbers[0]?.request_number},Dealership TOY`,
        `2026-11-20,Issue,${second?.check_number},20.00,Harbor Paint Supply,${numbers[1]?.request_number},Dealership TOY`,
        '',
      ].join('\r\n'),
    )
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(made.data.sha256)
    // Later changes don't change an exported file.
    const body = { begins_on: '2026-11-02', template: { ...usualTemplate, delimiter: 'pipe' as const } }
    expect((await (await admin()).call(endpoints.save, { params: params(), body })).status).toBe(200)
    await world.database.transact((trx) => trx.updateTable('dealerships').set({ name: 'Renamed' }).execute())
    expect((await download(made.data.id)).text).toBe(file.text)
    const again = await makeExport()
    expect([again.status, again.message]).toEqual([
      409,
      'All events through Nov 20, 2026 were already exported. Choose a later day.',
    ])
    const moved = await save('2026-11-10')
    expect(moved.body.error.fields).toEqual({
      begins_on: 'The journal already has exports or closed months, so its first day can’t be changed.',
    })
  })

  test('puts each event in one export even when exports run while checks are signed', async () => {
    const before = (await events()).length
    const replies = await Promise.all([
      ...[1, 2, 3].map((amount) => issue(amount).then(() => makeExport())),
      ...[1, 2, 3].map(() => makeExport()),
    ])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const rest = await makeExport()
    const made = [...replies, rest].filter(({ status }) => status === 201).map(({ data }) => data)
    expect(made.reduce((sum, { lines }) => sum + lines, 0)).toBe(3)
    expect(new Set(made.map(({ number }) => number)).size).toBe(made.length)
    const all = await events()
    expect(all).toHaveLength(before + 3)
    for (const { id, lines } of made) expect(all.filter(({ export_id }) => export_id === id)).toHaveLength(lines)
  })

  test('writes one balanced line per account for a request charged to two accounts', async () => {
    const line = (account: string, amount: number) => ({ account, control_number: `C-${account}`, amount })
    const accounting = [line('2310', 300), line('6800', 12.5)]
    const { id } = await raiseTo(world, signed, 'requester-group', 'NWG/TOY/SVC', { amount: 312.5, accounting })
    const [check] = (await events()).slice(-1)
    const columns = (['line', 'account', 'account_name', 'control_number', 'debit', 'credit'] as const).map((field) => {
      return { field, header: field }
    })
    const accounts = { checks_account: '1010', open_account: '9999' }
    const template = { ...usualTemplate, columns, ...accounts, has_header: false }
    const body = { begins_on: '2026-11-02', template }
    const { template: before } = await journal()
    expect((await (await admin()).call(endpoints.save, { params: params(), body })).status).toBe(200)
    const made = await makeExport()
    expect(made.data).toMatchObject({ lines: 3, issued: 312.5 })
    expect((await download(made.data.id)).text).toBe(
      ['1,2310,Vehicle payoffs,C-2310,300.00,', '2,6800,Bank fees,C-6800,12.50,', '3,1010,,,,312.50', ''].join('\r\n'),
    )
    await takeBack(id)
    expect((await events()).at(-1)).toMatchObject({ kind: 'void', facts: check?.facts, cents: 31_250 })
    const voided = await makeExport()
    if (before) await (await admin()).call(endpoints.save, { params: params(), body: { ...body, template: before } })
    expect((await download(voided.data.id)).text).toBe(
      ['1,2310,Vehicle payoffs,C-2310,,300.00', '2,6800,Bank fees,C-6800,,12.50', '3,1010,,,312.50,', ''].join('\r\n'),
    )
  })

  test('refuses to change an exported event', async () => {
    const change = world.database.transact((trx) =>
      trx.updateTable('journal_events').set({ export_id: null }).execute(),
    )
    await expect(change).rejects.toThrow('an exported event of the journal')
  })

  test('closes a past month after its export, and dates a later void to the day of the void', async () => {
    const { id } = await issue(77)
    world.clock.advance(12 * day)
    loggedIn = undefined
    const early = await close('2026-12')
    expect([early.status, early.message]).toEqual([
      409,
      'This month ends on Dec 31, 2026. Close it after it has ended at all dealerships.',
    ])
    const waiting = await close('2026-11')
    expect([waiting.status, waiting.message]).toEqual([
      409,
      '1 check through Nov 30, 2026 hasn’t been exported. Create an export through that day first.',
    ])
    const issued = await makeExport('2026-11-30')
    expect(issued.data).toMatchObject({ lines: 1, issued: 77 })
    const closed = await close('2026-11')
    expect([closed.status, closed.data.closed_through]).toEqual([200, '2026-11-30'])
    await takeBack(id)
    const voided = await makeExport('2026-12-02')
    expect(voided.data).toMatchObject({ lines: 1, issued: 0, voided: 77 })
    expect((await download(voided.data.id)).text).toContain('\r\n2026-12-02|Void|')
    expect((await events()).at(-1)).toMatchObject({ kind: 'void', day: '2026-12-02', issued_on: today })
  })

  test('dates a void in a closed month to the first open day', async () => {
    await world.database.transact((trx) =>
      trx.updateTable('dealer_groups').set({ journal_closed_through: '2026-12-31' }).execute(),
    )
    const [row] = await world.database.read
      .selectFrom('check_requests')
      .select('id')
      .where('status_id', '=', 7)
      .execute()
    await takeBack(row?.id as number)
    expect((await events()).at(-1)).toMatchObject({ kind: 'void', day: '2027-01-01' })
  })

  test('allows the journal only to admins of the group, and hides it from other groups', async () => {
    const approver = await world.logIn(emailOf('approver-group'))
    expect((await approver.call(endpoints.get, { params: params() })).status).toBe(403)
    const other = await world.logIn(emailOf('everyone-eastside'), 'admin')
    expect((await other.call(endpoints.get, { params: params() })).status).toBe(404)
    expect((await other.call(endpoints.makeExport, { params: params(), body: { up_to: today } })).status).toBe(404)
    const [made] = (await (await admin()).call(endpoints.exports, { params: params() })).data
    expect((await other.send('GET', `/api/v1/journal-exports/${made?.id}/file`)).status).toBe(404)
  })

  test('records setup, exports, downloads, and closed months in the audit trail', async () => {
    const { data } = await (await admin()).call(auditEndpoints.list, { query: { entity: 'dealer-group', limit: 200 } })
    const actions = new Set(data.items.map(({ action }) => action))
    for (const verb of ['set', 'export', 'download', 'close']) expect(actions).toContain(`dealer-group.${verb}-journal`)
  })
})
