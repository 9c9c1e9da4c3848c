import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../server/src/testing/server-process.ts'
import { Product } from '../support/product.ts'

const kills = 10
const folder = mkdtempSync(join(tmpdir(), 'check-requests-backups-'))
const copies = mkdtempSync(join(tmpdir(), 'check-requests-copies-'))
const settings = { DATA_DIR: join(folder, 'data'), DEMO: 'on', BACKUP_DIR: copies }
const isMounted = () => execFileSync('cat', ['/proc/mounts'], { encoding: 'utf8' }).includes(` ${copies} `)

// A disk of its own, which is small enough to be filled.
beforeAll(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', copies]))
afterAll(() => {
  if (isMounted()) execFileSync('umount', [copies])
  for (const each of [folder, copies]) rmSync(each, { recursive: true, force: true })
})

/** Makes another copy due as soon as the server starts. */
function makeDue(): void {
  const database = new DatabaseSync(join(settings.DATA_DIR, 'check-requests.db'))
  const longAgo = '2026-01-01T00:00:00.000Z'
  database.exec(`update backups set started_at = '${longAgo}'`)
  // The lease of a run that was killed ends by itself, too, some minutes later.
  database.exec(`update jobs set due_at = '${longAgo}', leased_by = null, leased_until = null where name = 'back-up'`)
  database.close()
}

const manifests = () => readdirSync(copies).filter((name) => name.endsWith('.db.json'))
const halfDone = () =>
  readdirSync(copies).filter(
    (name) => name.startsWith('in-progress-') || (name.endsWith('.db') && !existsSync(join(copies, `${name}.json`))),
  )

async function restoreCheck(): Promise<string> {
  const cli = ['server/src/cli.ts', 'restore', '--check']
  const { stdout } = await promisify(execFile)(process.execPath, cli, { env: { ...process.env, ...settings } })
  return stdout
}

test('a server that is killed while it copies itself leaves nothing half that counts, and the next one clears it away', async () => {
  const first = await startServer(settings)
  await expect.poll(manifests).toHaveLength(1)
  await first.end('SIGTERM')
  let cutOff = 0
  for (let round = 0; round < kills; round += 1) {
    makeDue()
    const before = manifests()
    const server = await startServer(settings)
    // Half of them die somewhere in the middle, half of them with the first file that is put in its place.
    await (round % 2 === 0 ? untilBegun(round * 40) : untilFirstFile())
    await server.end('SIGKILL')
    if (halfDone().length > 0) cutOff += 1
    expect(manifests()).toEqual(expect.arrayContaining(before))
    for (const name of manifests()) expect(existsSync(join(copies, name.replace('.json', '')))).toBe(true)
    expect(await restoreCheck()).toContain('This copy can be restored.')
    // The file system is small: the newest ones do.
    for (const name of manifests().slice(0, -2))
      for (const part of ['', '.documents', '.json']) rmSync(join(copies, name.replace('.json', part)), { force: true })
  }
  console.info(`${cutOff} of ${kills} kills came while a copy was made.`)
  expect(cutOff).toBeGreaterThan(kills / 4)
  makeDue()
  const count = manifests().length
  const last = await startServer(settings)
  await expect.poll(() => manifests().length).toBe(count + 1)
  await expect.poll(halfDone).toEqual([])
  await last.end('SIGTERM')
})

test('a full disk leaves the copies that are there, is told, and the next attempt after there is room succeeds', async () => {
  const kept = manifests()
  const filler = join(copies, 'filler')
  fill(filler)
  makeDue()
  const server = await startServer(settings)
  const admin = await Product.logIn(server.url, 'superadmin@example.com')
  const told = async (): Promise<string[]> =>
    (await admin.dataAt('/api/v1/inbox')).items.map(({ text }: { text: string }) => text)
  await expect
    .poll(async () => (await told()).join())
    .toContain(`The newest good copy is ${kept.at(-1)?.replace('.json', '')}. There is no room left in the folder`)
  expect(server.output()).toContain('There is no room left in the folder')
  await expect.poll(halfDone).toEqual([])
  expect(manifests()).toEqual(kept)
  // The product itself goes on.
  const requester = await Product.logIn(server.url, 'requester@lakeside.example')
  await requester.raise('Harbor Glass Works')
  rmSync(filler)
  expect(await restoreCheck()).toContain('This copy can be restored.')
  // The attempt after the next pause.
  await expect.poll(() => manifests().length, { timeout: 150_000, interval: 1000 }).toBe(kept.length + 1)
  expect(await restoreCheck()).toContain('This copy can be restored.')
  await server.end('SIGTERM')
})

/** Waits until a copy is being made, and for some more milliseconds. */
async function untilBegun(more: number): Promise<void> {
  await expect.poll(halfDone, { interval: 5 }).not.toEqual([])
  await wait(more)
}

/** Waits until something of the copy has its last name. */
async function untilFirstFile(): Promise<void> {
  for await (const { filename } of watch(copies)) if (filename?.startsWith('20')) return
}

/** Fills the disk. */
function fill(file: string): void {
  const block = Buffer.alloc(65_536)
  try {
    while (true) writeFileSync(file, block, { flag: 'a' })
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}
