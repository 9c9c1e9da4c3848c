// Attaches each file of a folder to its check request: node send-documents.mjs FOLDER
//
// File names begin with the request number, such as `LAG-FRD-SVC-000127 invoice.pdf`. Files that were attached are
// moved to the subfolder `sent`. A file that is sent again because the program was interrupted is attached only once.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { CallFailed, connect } from 'check-requests-client'

const { CHECK_REQUESTS_URL: url = '', CHECK_REQUESTS_TOKEN: token = '' } = process.env
const client = connect({ url, token })
const [, , folder = '.'] = process.argv
mkdirSync(join(folder, 'sent'), { recursive: true })

for (const entry of readdirSync(folder, { withFileTypes: true })) {
  const [number = '', ...words] = entry.name.split(' ')
  if (!entry.isFile() || words.length === 0) continue
  try {
    const { items } = await client.listCheckRequests({ query: { search: number } })
    const request = items.find(({ request_number }) => request_number === number)
    if (!request) throw new Error(`There is no check request ${number}.`)
    const content = readFileSync(join(folder, entry.name))
    const idempotencyKey = createHash('sha256').update(`${request.id} ${entry.name}`).update(content).digest('hex')
    const file = new File([content], words.join(' '))
    await client.attachDocument({ params: { id: request.id }, body: { file } }, { idempotencyKey })
    renameSync(join(folder, entry.name), join(folder, 'sent', entry.name))
    console.log(`${entry.name}: attached`)
  } catch (error) {
    console.error(`${entry.name}: ${error instanceof CallFailed ? error.reasons.join(' ') : error}`)
    process.exitCode = 1
  }
}
