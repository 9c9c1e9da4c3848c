import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { DestinationInput } from '@check-requests/domain/bank/positive-pay/destination.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { momentAt } from '@check-requests/domain/values/time-zones.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, signed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { freePort, hasSshd, startSftpServer } from '../testing/sftp-server.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { readAcknowledgments } from './commands/read-acknowledgments.ts'
import { sendBankFiles } from './commands/send-positive-pay.ts'

const minute = 60_000
const sftp = { kind: 'SFTP', answers_folder: null, with_companions: false } as const

onOneDatabase('positive-pay files sent to banks on $name', (kind) => {
  let world: World
  let nowhere: DestinationInput
  beforeAll(async () => {
    world = await startWorld(kind)
    // Until a request is approved, one admin sets the group up alone.
    await approved(world)
    nowhere = {
      host: '127.0.0.1',
      port: await freePort(),
      user: 'store',
      ...sftp,
      folder: 'inbox',
      host_key: `SHA256:${'A'.repeat(43)}`,
      secret: 'Sesame-77-Street',
      when: 'by hand',
      hour: 16,
    }
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group', 'admin')
  const processor = () => world.as('processor-group', 'processor')
  const formsOf = async (id: number) => (await (await admin()).call(endpoints.forms, { params: { id } })).data
  const listOf = async (id: number) =>
    (await (await processor()).call(endpoints.listPositivePay, { params: { id } })).data
  const jobAt = (minutes: number) =>
    sendBankFiles({ ...world.services, clock: () => world.services.clock() + minutes * minute })
  let last = 0
  async function accountTo(destination: DestinationInput): Promise<BankAccountReply> {
    last += 1
    const opened = await openAccount(world, { name: `Sends ${last}`, account_number: `77700000${last}` })
    const body = { positive_pay_template: shippedTemplates[0]?.template ?? null, destination }
    const saved = await (await admin()).call(endpoints.saveForms, { params: { id: opened.id }, body })
    expect(saved.status).toBe(200)
    expect((await formsOf(opened.id)).destination).toBeNull()
    await confirmControls(world)
    return opened
  }

  test('a second person confirms a destination, whose secret nobody can read', async () => {
    const account = await accountTo(nowhere)
    const { secret, ...shown } = nowhere
    expect((await formsOf(account.id)).destination).toEqual(shown)
    const stored = await world.database.read.selectFrom('bank_accounts').select('sealed_destination').execute()
    const held = await world.database.read.selectFrom('control_changes').selectAll().execute()
    const trail = await world.database.read.selectFrom('audit_entries').selectAll().execute()
    for (const rows of [stored, held, trail]) expect(JSON.stringify(rows)).not.toContain(secret)
    const change = { params: { id: account.id }, body: { destination: { ...shown, host: 'other.example' } } }
    const refused = await (await admin()).call(endpoints.saveForms, change)
    expect([refused.status, refused.error.fields]).toEqual([422, { secret: 'Enter the password or the private key.' }])
    const option = { params: { id: account.id }, body: { destination: { ...nowhere, host: '-oProxyCommand=x' } } }
    expect((await (await admin()).call(endpoints.saveForms, option)).status).toBe(422)
  })

  test('tries again with growing delays, then says why a file wasn’t sent', async () => {
    const account = await accountTo(nowhere)
    await signed(world, account, [await approved(world, { amount: 10 })])
    const client = await processor()
    const { data: file } = await client.call(endpoints.makePositivePay, { params: { id: account.id }, body: {} })
    expect(file).toMatchObject({ transmission: 'waiting' })
    const problem = `The server 127.0.0.1 can’t be reached at port ${nowhere.port}.`
    const states: unknown[] = []
    for (const minutes of [0, 1, 3, 14, 45, 110]) {
      await jobAt(minutes)
      const [item] = (await listOf(account.id)).items
      states.push([item?.transmission, item?.transmission_problem])
    }
    expect(states).toEqual([...Array.from({ length: 5 }, () => ['waiting', problem]), ['failed', problem]])
    const again = await client.call(endpoints.sendPositivePay, { params: { id: file.id }, body: {} })
    expect(again.data).toMatchObject({ transmission: 'waiting' })
    const twice = await client.call(endpoints.sendPositivePay, { params: { id: file.id }, body: {} })
    expect([twice.status, twice.message]).toEqual([409, 'This file is being sent.'])
  })

  test.runIf(hasSshd)('creates a file of signed checks by itself, and sends it once', async () => {
    const { at, folder, stop } = await startSftpServer()
    try {
      const { hostKey: host_key, ...server } = at
      const account = await accountTo({ ...server, ...sftp, host_key, when: 'when signed', hour: 16 })
      const [check] = await signed(world, account, [await approved(world, { amount: 20 })])
      await jobAt(0)
      const { items, waiting } = await listOf(account.id)
      expect(waiting).toBe(0)
      expect(items).toMatchObject(
        [{ number: 1, transmission: 'sent', made_by: { name: /\(automatic\)$/ } }].map(matched),
      )
      const [name = ''] = readdirSync(folder)
      expect(readdirSync(folder)).toHaveLength(1)
      expect(readFileSync(join(folder, name), 'latin1')).toContain(`,${check?.number},`)
      await jobAt(5)
      expect(readdirSync(folder)).toEqual([name])
      const sent = await (await processor()).call(endpoints.sendPositivePay, {
        params: { id: items[0]?.id ?? 0 },
        body: {},
      })
      expect([sent.status, sent.message]).toEqual([409, 'This file was already sent. Reload the page to see when.'])
      const accepted = { answer: 'accepted', count: 1, total: 20 } as const
      const answer = { params: { id: items[0]?.id ?? 0 }, body: accepted }
      const other = await world.as('everyone', 'processor')
      expect((await other.call(endpoints.answerPositivePay, answer)).data.answer).toBe('accepted')
    } finally {
      stop()
    }
  })

  test.runIf(hasSshd)('never sends a file twice that the bank took before the connection broke', async () => {
    const { at, folder, taken, stop } = await startSftpServer('breaks')
    try {
      const { hostKey: host_key, ...server } = at
      const account = await accountTo({ ...server, ...sftp, host_key, when: 'by hand', hour: 16 })
      await signed(world, account, [await approved(world, { amount: 50 })])
      const client = await processor()
      const { data: file } = await client.call(endpoints.makePositivePay, { params: { id: account.id }, body: {} })
      const params = { id: file.id }
      for (const minutes of [0, 5, 60, 600]) await jobAt(minutes)
      expect([readdirSync(folder), readdirSync(taken).length]).toEqual([[], 1])
      const stateNow = async () => (await listOf(account.id)).items[0]?.transmission
      expect(await stateNow()).toBe('unknown')
      const send = (body: object) => client.call(endpoints.sendPositivePay, { params, body })
      const blind = await send({})
      expect([blind.status, blind.message]).toEqual([409, expect.stringMatching(/^The bank might have this file\./)])
      const { data: again } = await send({ bank_has_file: false })
      expect(again.transmission).toBe('waiting')
      await jobAt(0)
      expect(await stateNow()).toBe('unknown')
      const { data: has } = await send({ bank_has_file: true })
      expect([has.transmission, has.transmission_problem]).toEqual(['sent', null])
      const late = await send({ bank_has_file: false })
      expect([late.status, late.message]).toEqual([409, expect.stringMatching(/status has changed/)])
    } finally {
      stop()
    }
  })

  test('stops sending a file whose response was recorded', async () => {
    const account = await accountTo(nowhere)
    await signed(world, account, [await approved(world, { amount: 60 })])
    const client = await processor()
    const { data: file } = await client.call(endpoints.makePositivePay, { params: { id: account.id }, body: {} })
    const body = { answer: 'refused', reason: 'Uploaded by hand' } as const
    const answered = await client.call(endpoints.answerPositivePay, { params: { id: file.id }, body })
    expect(answered.data).toMatchObject({ answer: 'refused', transmission: null })
  })

  async function sentBy(destination: DestinationInput, amount: number) {
    const account = await accountTo(destination)
    await signed(world, account, [await approved(world, { amount })])
    const client = await processor()
    const { data: file } = await client.call(endpoints.makePositivePay, { params: { id: account.id }, body: {} })
    await jobAt(0)
    expect((await listOf(account.id)).items[0]?.transmission).toBe('sent')
    return { account, file, sent: `positive-pay-${account.account_last4}-${account.id}-${file.number}` }
  }
  const readAt = (minutes: number) =>
    readAcknowledgments({ ...world.services, clock: () => world.services.clock() + minutes * minute })
  const acknowledgmentOf = async (id: number) => (await listOf(id)).items[0]?.acknowledgment
  const noticesOf = async (name: PersonName) => {
    const { data } = await (await world.as(name, 'processor')).call(inboxEndpoints.list, { query: {} })
    return data.items.filter(({ event }) => event === 'bank-file-refused').map(({ text }) => text)
  }

  test.runIf(hasSshd)('reads the bank’s answers, and notifies those who reconcile of a refusal', async () => {
    const { at, folder, stop } = await startSftpServer()
    try {
      const { hostKey: host_key, ...server } = at
      const answers = join(folder, 'answers to us')
      mkdirSync(answers)
      const answers_folder = `${server.folder}/answers to us`
      const destination = { ...server, ...sftp, host_key, answers_folder, when: 'by hand', hour: 16 } as const
      const { account, file, sent } = await sentBy(destination, 70)
      await readAt(1)
      expect([(await listOf(account.id)).reads_answers, await acknowledgmentOf(account.id)]).toEqual([true, null])
      writeFileSync(join(answers, 'OTHER.TXT'), 'positive-pay-0000-1-1 REJECTED')
      writeFileSync(join(answers, `${sent}.rcpt`), 'File received')
      await readAt(16)
      expect(await acknowledgmentOf(account.id)).toMatchObject({ says: 'unclear', text: 'File received' })
      writeFileSync(
        join(answers, 'report 2.csv'),
        `FILE,${sent}.txt\nSTATUS,REJECTED\nBad total for account ${last + 777_000_000}`,
      )
      await readAt(31)
      await readAt(46)
      expect(await acknowledgmentOf(account.id)).toMatchObject({ says: 'refused', text: 'STATUS,REJECTED' })
      expect(await noticesOf('processor-group')).toEqual([
        expect.stringMatching(
          /^The bank refused positive-pay file 1 of Sends \d.* It says: “STATUS,REJECTED”\. Ask the bank/,
        ),
      ])
      expect(await noticesOf('processor-eastside')).toEqual([])
      const body = { answer: 'refused', reason: 'Bad total' } as const
      const client = await processor()
      await client.call(endpoints.answerPositivePay, { params: { id: file.id }, body })
      expect((await listOf(account.id)).waiting).toBe(1)
    } finally {
      stop()
    }
  })

  test('writes files to a folder that the operator allows, and reads the answers there', async () => {
    const base = mkdtempSync(join(tmpdir(), 'bank-files-'))
    const destination = { ...nowhere, kind: 'folder', folder: 'out/box', answers_folder: 'answers' } as const
    const opened = await openAccount(world, { name: 'In a folder', account_number: '888000111' })
    const save = async (more: object) =>
      (await admin()).call(endpoints.saveForms, {
        params: { id: opened.id },
        body: { destination: { ...destination, ...more } },
      })
    expect((await save({})).error.fields).toEqual({
      'destination.kind': 'This server has no folder for bank files. Ask its operator to set BANK_FILES_DIR.',
    })
    Object.assign(world.services.config, { bankFilesDir: base })
    for (const folder of ['../out', '/etc', 'out/../../x', '.ssh', 'a//b'])
      expect([folder, (await save({ folder })).error?.fields]).toEqual([folder, expect.anything()])
    const { account, sent } = await sentBy(destination, 80)
    const group = join(base, readdirSync(base).join())
    expect(group).toMatch(/\/group-\d+$/)
    const [name = ''] = readdirSync(join(group, 'out/box'))
    expect([name, readdirSync(join(group, 'out/box')).length]).toEqual([`${sent}.txt`, 1])
    expect(readFileSync(join(group, 'out/box', name), 'latin1')).toContain(',80.00,')
    mkdirSync(join(group, 'answers'), { recursive: true })
    writeFileSync(join(group, 'answers', `${name}.ack`), 'ACCEPTED 1 row, 0 errors')
    await readAt(1)
    expect(await acknowledgmentOf(account.id)).toMatchObject({ says: 'accepted' })
    symlinkSync(tmpdir(), join(group, 'elsewhere'))
    const other = await accountTo({ ...destination, folder: 'elsewhere' })
    await signed(world, other, [await approved(world, { amount: 90 })])
    await (await processor()).call(endpoints.makePositivePay, { params: { id: other.id }, body: {} })
    await jobAt(0)
    expect((await listOf(other.id)).items[0]?.transmission_problem).toBe(
      'This folder is outside the folder that the operator allows.',
    )
    rmSync(base, { recursive: true })
  })

  test('creates a file by the clock only on business days after the hour, once a day', async () => {
    const account = await accountTo({ ...nowhere, when: 'by the clock', hour: 16 })
    await signed(world, account, [await approved(world, { amount: 30 })])
    // A Saturday, then Monday and Tuesday.
    const filesAt = async (day: string, hours: number) => {
      const now = momentAt(day, hours * 60 * minute, account.time_zone)
      await sendBankFiles({ ...world.services, clock: () => now })
      return (await listOf(account.id)).items.length
    }
    expect(await filesAt('2027-01-09', 17)).toBe(0)
    expect(await filesAt('2027-01-11', 15.9)).toBe(0)
    expect(await filesAt('2027-01-11', 16.1)).toBe(1)
    await signed(world, account, [await approved(world, { amount: 40 })])
    expect(await filesAt('2027-01-11', 16.5)).toBe(1)
    expect(await filesAt('2027-01-12', 16.1)).toBe(2)
  })
})

function matched(file: { number: number; transmission: string; made_by: { name: RegExp } }) {
  return { ...file, made_by: { name: expect.stringMatching(file.made_by.name) } }
}
