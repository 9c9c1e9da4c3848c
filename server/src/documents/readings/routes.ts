import { readingEndpoints as endpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { countKept } from '@check-requests/domain/documents/readings/kept-values.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findDraft, ownerOf } from '../../check-requests/drafts/queries/drafts.ts'
import { findVisible } from '../../check-requests/queries/detail/find.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { requireReadable } from '../attachments/commands/documents.ts'
import { readAgain } from './commands/read-documents.ts'
import { findDocumentCoding } from './commands/suggest-coding.ts'
import { presentReading, presentWords } from './presenter.ts'
import { findReading, listKept, listReadings, type ReadingRow } from './queries/readings.ts'

export function registerReadings(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const readingOf = async (caller: Caller, id: number) => {
    const document = await requireReadable(read, caller, id)
    return { document, row: await findReading(read, id) }
  }
  const presentAll = (rows: readonly ReadingRow[]) => rows.map((row) => presentReading(row.attachment_id, row))
  api.on(endpoints.reading, async ({ caller, params }) => {
    const { row } = await readingOf(caller, params.id)
    return { message: 'Reading', data: presentReading(params.id, row) }
  })
  api.on(endpoints.words, async ({ caller, params }) => {
    const { row } = await readingOf(caller, params.id)
    return { message: 'Words', data: presentWords(row) }
  })
  api.on(endpoints.ofDraft, async ({ caller, params }) => {
    if (!(await findDraft(read, ownerOf(caller), params.id))) throw notFound('draft')
    return { message: 'Readings', data: presentAll(await listReadings(read, { draft_id: params.id })) }
  })
  api.on(endpoints.ofRequest, async ({ caller, params }) => {
    if (!(await findVisible(read, caller, params.id))) throw notFound('check request')
    return { message: 'Readings', data: presentAll(await listReadings(read, { check_request_id: params.id })) }
  })
  api.on(endpoints.coding, async ({ caller, query }) => {
    return { message: 'Coding', data: await findDocumentCoding(read, caller, query) }
  })
  api.on(endpoints.keptCounts, async ({ caller }) => {
    return { message: 'Kept values', data: countKept(await listKept(read, caller.scope.dealerGroupId)) }
  })
  api.on(endpoints.readAgain, async ({ caller, repeatable, params }) => {
    const { document } = await readingOf(caller, params.id)
    return { message: 'Waiting', data: await readAgain(services, { caller, repeatable }, document) }
  })
}
