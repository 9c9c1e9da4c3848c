import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { commentEndpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { auditorEndpoints as endpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import type { AuditorReply } from '@check-requests/domain/people/auditors/fields.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CaseFiles } from '../../documents/case-files/documents/make.ts'
import { approved, openAccount, printed } from '../../testing/checks.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { type Raised, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const period = { from: '2026-11-01', to: '2026-12-31' } as const

onOneDatabase('auditors on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let requests: Raised[]
  const combined: Raised[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    requests = []
    for (const amount of [10, 20, 30, 40]) requests.push(await approved(world, { amount }))
    await printed(world, account, requests)
    const payee_name_1 = 'Sampled Together'
    for (const amount of [50, 60]) combined.push(await approved(world, { payee_name_1, amount }))
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group', 'admin')
  const second = () => world.as('admin-super', 'admin')
  const auditor = () => world.as('approver-group', 'approver')
  const userId = () => world.ids.people['approver-group']
  const rights = async () => (await (await admin()).call(endpoints.list)).data
  const draw = async (changes: object = {}) =>
    (await auditor()).call(endpoints.sample, { body: { seed: 'November', count: 2, ...period, ...changes } })
  const right = async (): Promise<AuditorReply> => {
    const [one] = (await rights()).auditors
    if (!one) throw new Error('There is no auditor')
    return one
  }

  test('gives auditor access only after one admin proposes it and another admin confirms it', async () => {
    const client = await admin()
    const candidates = (await rights()).candidates.map(({ id }) => id)
    expect(candidates).toContain(userId())
    expect(candidates).not.toContain(world.ids.people['admin-group'])
    expect(candidates).not.toContain(world.ids.people['requester-group'])
    expect(candidates).not.toContain(world.ids.people['processor-eastside'])
    const requester = { user_id: world.ids.people['requester-group'] }
    expect((await client.call(endpoints.create, { body: requester })).error.fields?.user_id).toMatch(
      /is a requester and can see only their own requests/,
    )
    const own = { user_id: world.ids.people['admin-group'] }
    expect((await client.call(endpoints.create, { body: own })).error.fields?.user_id).toMatch(/for yourself/)
    const elsewhere = { user_id: world.ids.people['approver-eastside'] }
    expect((await client.call(endpoints.create, { body: elsewhere })).status).toBe(404)
    const asked = await client.call(endpoints.create, { body: { user_id: userId() } })
    expect(asked.data).toMatchObject({ state: 'proposed', user: { id: userId() }, confirmed_by: null })
    expect((await client.call(endpoints.create, { body: { user_id: userId() } })).status).toBe(409)
    expect((await draw()).status).toBe(403)
    const alone = await client.call(endpoints.confirm, { params: { id: asked.data.id }, body: {} })
    expect([alone.status, alone.message]).toEqual([
      403,
      'You requested this change, so another admin has to confirm it.',
    ])
    const given = await (await second()).call(endpoints.confirm, {
      params: { id: asked.data.id },
      body: { version: 1 },
    })
    expect(given.data).toMatchObject({ state: 'active', confirmed_by: { name: 'admin-super Tester' } })
  })

  test('lets auditors read but not change the register, requests, case files, and audit trail', async () => {
    const client = await auditor()
    const register = await client.call(checkEndpoints.list, { query: {} })
    expect(register.data.items).toHaveLength(requests.length)
    expect((await client.call(auditEndpoints.list, { query: {} })).status).toBe(200)
    const id = requests[0]?.id ?? 0
    const file = await client.send('GET', `/api/v1/check-requests/${id}/case-file`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const ids = register.data.items.map((check) => check.id)
    for (const refused of [
      await client.call(checkEndpoints.sign, { body: { check_ids: ids } }),
      await client.call(commentEndpoints.write, { params: { id }, body: { text: 'I was here' } }),
    ])
      expect([refused.status, refused.message]).toEqual([
        403,
        'You are an auditor of this dealer group. Auditors can view everything but can’t make changes.',
      ])
    expect((await (await world.as('approver-super', 'approver')).call(auditEndpoints.list, { query: {} })).status).toBe(
      403,
    )
    const session = await client.send('GET', '/api/v1/auth/session')
    expect(session.body.data).toMatchObject({ audits: true })
  })

  test('selects the same checks and case files for the same seed, and records the sample in the audit trail', async () => {
    const [first, again, other] = [await draw(), await draw(), await draw({ seed: 'October' })]
    expect(first.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="check-sample-2026-11-01-2026-12-31.zip"',
    })
    const files = unzipSync(first.bytes)
    const list = Buffer.from(files['checks.csv'] ?? []).toString()
    expect(list.trim().split('\r\n')).toHaveLength(3)
    const pdfs = Object.keys(files).filter((name) => name.endsWith('-case-file.pdf'))
    expect(pdfs).toHaveLength(2)
    for (const name of pdfs) {
      expect(list).toContain(name)
      expect(Buffer.from(files[name] ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
    }
    const csvIn = (bytes: Buffer) => Buffer.from(unzipSync(bytes)['checks.csv'] ?? []).toString()
    expect(csvIn(again.bytes)).toBe(list)
    expect(csvIn(other.bytes)).not.toBe(list)
    const trail = await (await admin()).call(auditEndpoints.list, { query: { action: 'auditor.sample' } })
    expect(trail.data.items).toHaveLength(3)
    const drawn = trail.data.items.at(-1)?.after as { seed: string; count: number; checks: { number: number }[] }
    expect(drawn).toMatchObject({ seed: 'November', count: 2, ...period })
    for (const { number } of drawn.checks) expect(list).toContain(`Operating,${number},`)
    const empty = await draw({ from: '2020-01-01', to: '2020-12-31' })
    expect([empty.status, empty.message]).toEqual([409, 'No checks are dated in this period.'])
    expect((await draw({ from: '2026-12-01', to: '2026-11-01' })).error.fields).toEqual({
      to: 'The end date must be on or after the start date.',
    })
  })

  test('names a case file in the sample that takes too long, and explains why it can’t be downloaded (J6)', async () => {
    const { caseFiles } = world.services
    onTestFinished(() => void Object.assign(world.services, { caseFiles }))
    Object.assign(world.services, { caseFiles: new CaseFiles({ one: 1, all: 1, whole: 1 }) })
    const files = unzipSync((await draw()).bytes)
    const list = Buffer.from(files['checks.csv'] ?? []).toString()
    expect(Object.keys(files)).toEqual(['checks.csv'])
    const sentence = /Couldn’t make the case file for \S+ in time\. Try again when the server is less busy\./
    expect(list.match(new RegExp(`None: ${sentence.source}`, 'g'))).toHaveLength(2)
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const alone = await (await world.as('admin-group', 'admin')).send('GET', `/api/v1/check-requests/${id}/case-file`)
    expect([alone.status, alone.body.message]).toEqual([503, expect.stringMatching(sentence)])
  })

  test('records one audit entry per day for each item that an auditor views', async () => {
    const client = await auditor()
    const id = requests[1]?.id ?? 0
    for (let time = 0; time < 2; time += 1) await client.send('GET', `/api/v1/check-requests/${id}/case-file`)
    const { data } = await (await admin()).call(auditEndpoints.list, { query: { action: 'auditor.look' } })
    const looks = data.items.map(({ after }) => after as { at: string; id?: number })
    expect(looks.filter((look) => look.at === 'case file' && look.id === id)).toHaveLength(1)
    expect(looks.filter(({ at }) => at === 'register')).toHaveLength(1)
    expect(looks.filter(({ at }) => at === 'audit trail')).toHaveLength(1)
  })

  test('adds the case files of all requests of a check to the sample', async () => {
    const body = { bank_account_id: account.id, combine: [combined.map(({ id }) => id)] }
    await (await world.as('processor-group', 'processor')).call(printRunEndpoints.make, { body })
    const files = unzipSync((await draw({ count: 5 })).bytes)
    const list = Buffer.from(files['checks.csv'] ?? []).toString()
    expect(list).toContain(combined.map(({ request_number }) => request_number).join('; '))
    expect(Object.keys(files).filter((name) => name.endsWith('-case-file.pdf'))).toHaveLength(6)
  })

  test('restores the user’s former role when a second admin confirms the end of auditor access', async () => {
    const { id, version } = await right()
    const ended = await (await second()).call(endpoints.end, { params: { id }, body: { version } })
    expect(ended.data.state).toBe('ending')
    expect((await (await auditor()).call(auditEndpoints.list, { query: {} })).status).toBe(200)
    const alone = await (await second()).call(endpoints.confirm, { params: { id }, body: {} })
    expect(alone.status).toBe(403)
    const confirmed = await (await admin()).call(endpoints.confirm, { params: { id }, body: {} })
    expect(confirmed.data.state).toBe('ended')
    expect((await draw()).status).toBe(403)
    const request = { params: { id: requests[0]?.id ?? 0 }, body: { text: 'Back again' } }
    expect((await (await auditor()).call(commentEndpoints.write, request)).status).toBe(201)
    expect((await rights()).auditors).toEqual([])
    const asked = await (await admin()).call(endpoints.create, { body: { user_id: userId() } })
    const stopped = await (await admin()).call(endpoints.end, { params: { id: asked.data.id }, body: {} })
    expect(stopped.data.state).toBe('ended')
  })
})
