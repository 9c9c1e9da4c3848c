import type { StoredFiles } from '../../../platform/files/stored-files.ts'
import type { AppDatabase } from '../../../tables.ts'
import { type AttachmentRow, isCurrent, listAttachments, ofRequest } from '../../attachments/queries/attachments.ts'
import type { Readings } from '../documents/read.ts'
import { listReadings, type ReadingRow } from '../queries/readings.ts'

const mostBytes = 100_000
const mostKept = 100

/** The first page of a document, for an email. */
interface FirstPage {
  readonly name: string
  readonly png: Buffer
}

interface Sources {
  readonly database: Pick<AppDatabase, 'read'>
  readonly files: StoredFiles
  readonly readings: Readings
}

/** Draws the first pages of requests' documents for emails. Each document is drawn once for all of its recipients. */
export class FirstPages {
  readonly #drawn = new Map<string, Promise<Buffer | undefined>>()

  /**
   * The first page of a request's first document that isn't a tax form. Undefined if there is none, or if drawing it
   * fails: an email is sent without a picture rather than not at all.
   */
  async of(sources: Sources, requestId: number): Promise<FirstPage | undefined> {
    try {
      const owner = ofRequest(requestId)
      const { read } = sources.database
      const readings = await listReadings(read, { check_request_id: requestId })
      const document = (await listAttachments(read, owner)).find((row) => isCurrent(row) && mayShow(row, readings))
      const png = document && (await this.#draw(sources, document))
      return png && { name: document.name, png }
    } catch {
      return undefined
    }
  }

  #draw({ files, readings }: Sources, { stored_as, size, type }: AttachmentRow): Promise<Buffer | undefined> {
    const known = this.#drawn.get(stored_as)
    if (known) return known
    const drawing = (async () => {
      const content = await files.read({ storedAs: stored_as, size })
      return readings.drawFirstPage(content, { type, mostBytes })
    })()
    this.#drawn.set(stored_as, drawing)
    for (const oldest of this.#drawn.keys()) if (this.#drawn.size > mostKept) this.#drawn.delete(oldest)
    return drawing
  }
}

/** False for taxpayer forms, which show numbers that no email may hold, and for documents that are still being read. */
function mayShow({ id, kind }: AttachmentRow, readings: readonly ReadingRow[]): boolean {
  const reading = readings.find(({ attachment_id }) => attachment_id === id)
  if (kind === 'tax-form' || reading?.state === 'waiting' || reading?.state === 'reading') return false
  const { documents }: { documents: { kind: string }[] } = JSON.parse(reading?.content ?? '{"documents":[]}')
  return documents.every((one) => one.kind !== 'w9')
}
