import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startPostgres } from '../../scripts/postgres.mjs'
import { Advice, runMain, say } from '../../scripts/processes.mjs'
import { jpegOf, pngOf } from '../../server/src/testing/documents.ts'
import { startServer } from '../../server/src/testing/server-process.ts'
import { version } from '../../server/src/version.ts'
import { Product } from '../support/product.ts'

const kept = fileURLToPath(new URL(`../../server/src/testing/fixtures/release-${version}/`, import.meta.url))

// Stores a backup of this version's demo data with two documents, from both databases, as a fixture for upgrade tests.
await runMain(async () => {
  if (existsSync(kept)) throw new Advice(`Version ${version} is already stored in ${kept}.`)
  const postgres = await startPostgres()
  try {
    await keep('sqlite', {})
    await keep('postgresql', { DATABASE_URL: postgres.urlOf('postgres') })
  } finally {
    await postgres.stop()
  }
  say(`Stored the data of version ${version}.`)
})

async function keep(name: string, where: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-release-'))
  const [data, copies] = [join(folder, 'data'), join(folder, 'copies')]
  mkdirSync(copies)
  mkdirSync(join(data, 'keys'), { recursive: true, mode: 0o700 })
  const key = join(data, 'keys', 'audit-mac.json')
  const settings = { DATA_DIR: data, DEMO: 'on', ...where, ...(where.DATABASE_URL && { AUDIT_MAC_KEY: key }) }
  const server = await startServer(settings)
  const requester = await Product.logIn(server.url, 'requester@lakeside.example')
  const request = await requester.raise('Harbor Glass Works')
  await requester.attach(request, 'invoice.jpg', jpegOf())
  await requester.attach(request, 'stamp.png', pngOf(3, 3))
  await server.end('SIGTERM')
  const copying = await startServer({ ...settings, BACKUP_DIR: copies })
  while (!readdirSync(copies).some((file) => file.endsWith('.json'))) await wait(100)
  await copying.end('SIGTERM')
  const [file = ''] = readdirSync(copies).filter((each) => /\.(db|dump)$/.test(each))
  writeFileSync(join(copies, `${file}.gz`), gzipSync(readFileSync(join(copies, file)), { level: 9 }))
  rmSync(join(copies, file))
  cpSync(copies, join(kept, name, 'copy'), { recursive: true })
  cpSync(join(data, 'keys'), join(kept, name, 'keys'), { recursive: true })
  rmSync(folder, { recursive: true })
}
