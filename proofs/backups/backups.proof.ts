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

// This is a separate disk that is small enough to fill.
beforeAll(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', copies]))
afterAll(() => {
  if (isMounted()) execFileSync('umount', [copies])
  for (const each of [folder, copies]) rmSync(each, { recursive: true, force: true })
})

/** Makes another backup due as soon as the server starts. */
function makeDue(): void {
  const database = new DatabaseSync(join(settings.DATA_DIR, 'check-requests.db'))
  const longAgo = '2026-01-01T00:00:00.000Z'
  database.exec(`update backups set started_at = '${longAgo}'`)
  // This also ends the lease of a killed run, which would otherwise expire only after some minutes.
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

test('leaves only complete backups if the server is killed during a backup, and removes partial files at the next start', async () => {
  const first = await startServer(settings)
  await expect.poll(manifests).toHaveLength(1)
  await first.end('SIGTERM')
  let cutOff = 0
  for (let round = 0; round < kills; round += 1) {
    makeDue()
    const before = manifests()
    const server = await startServer(settings)
    // Half of the servers are killed at a random time during the backup, half when the first file gets its final name.
    await (round % 2 === 0 ? untilBegun(round * 40) : untilFirstFile())
    await server.end('SIGKILL')
    if (halfDone().length > 0) cutOff += 1
    expect(manifests()).toEqual(expect.arrayContaining(before))
    for (const name of manifests()) expect(existsSync(join(copies, name.replace('.json', '')))).toBe(true)
    expect(await restoreCheck()).toContain('This backup can be restored.')
    // Only the newest backups are kept, because the file system is small.
    for (const name of manifests().slice(0, -2))
      for (const part of ['', '.documents', '.json']) rmSync(join(copies, name.replace('.json', part)), { force: true })
  }
  console.info(`${cutOff} of ${kills} kills came during a backup.`)
  expect(cutOff).toBeGreaterThan(kills / 4)
  makeDue()
  const count = manifests().length
  const last = await startServer(settings)
  await expect.poll(() => manifests().length).toBe(count + 1)
  await expect.poll(halfDone).toEqual([])
  await last.end('SIGTERM')
})

test('keeps existing backups and notifies admins if the disk is full, and completes a backup once there is space', async () => {
  const kept = manifests()
  const filler = join(copies, 'filler')
  fill(filler)
  makeDue()
  const server = await startServer(settings)
  const admin = await Product.logIn(server.url, 'superadmin@example.com')
  const alerts = async (): Promise<string[]> =>
    (await admin.dataAt('/api/v1/inbox')).items.map(({ text }: { text: string }) => text)
  await expect
    .poll(async () => (await alerts()).join())
    .toContain(`The newest good backup is ${kept.at(-1)?.replace('.json', '')}. There is no space left in the folder`)
  expect(server.output()).toContain('There is no space left in the folder')
  await expect.poll(halfDone).toEqual([])
  expect(manifests()).toEqual(kept)
  // The server still accepts requests.
  const requester = await Product.logIn(server.url, 'requester@lakeside.example')
  await requester.raise('Harbor Glass Works')
  rmSync(filler)
  expect(await restoreCheck()).toContain('This backup can be restored.')
  // The job retries only after a pause.
  await expect.poll(() => manifests().length, { timeout: 150_000, interval: 1000 }).toBe(kept.length + 1)
  expect(await restoreCheck()).toContain('This backup can be restored.')
  await server.end('SIGTERM')
})

/** Waits until a backup has started, and then for this many milliseconds. */
async function untilBegun(more: number): Promise<void> {
  await expect.poll(halfDone, { interval: 5 }).not.toEqual([])
  await wait(more)
}

/** Waits until the first file of the backup has its final name. */
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
