// Exports the check journal and stores the files that a folder doesn't have yet: node fetch-journal.mjs FOLDER
//
// Run it once a night. After an interruption, the next run stores what is missing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'check-requests-client'

const { CHECK_REQUESTS_URL: url = '', CHECK_REQUESTS_TOKEN: token = '' } = process.env
const client = connect({ url, token })
const [, , folder = '.'] = process.argv
mkdirSync(folder, { recursive: true })

for (const group of await client.listDealerGroups()) {
  const params = { id: group.id }
  const { begins_on, today, waiting } = await client.getJournal({ params })
  if (begins_on === null) continue
  if (waiting.some(({ events }) => events > 0)) await client.makeJournalExport({ params, body: { up_to: today } })
  for (const { id, number, sha256 } of (await client.listJournalExports({ params })).toReversed()) {
    const file = join(folder, `${group.code}-journal-${String(number).padStart(5, '0')}.csv`)
    if (existsSync(file)) continue
    const content = await (await client.downloadJournalExport({ params: { id } })).bytes()
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`${file} arrived damaged.`)
    writeFileSync(`${file}.part`, content)
    renameSync(`${file}.part`, file)
    console.log(file)
  }
}
