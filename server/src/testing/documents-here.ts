import { Inspections } from '../documents/attachments/documents/inspect.ts'
import { judge } from '../documents/attachments/documents/judge.ts'
import type { Verdict } from '../documents/attachments/documents/verdict.ts'
import { drawCaseFile } from '../documents/case-files/documents/draw.ts'
import type { Contents } from '../documents/case-files/documents/make.ts'
import { CaseFiles, type ReadDocument } from '../documents/case-files/documents/make.ts'
import { MailParser, mailIn, type ParsedMail, partsOfMail } from '../documents/incoming-mail/documents/parse-mail.ts'
import type { DrawingOrders } from '../documents/readings/documents/first-page.ts'
import { Readings } from '../documents/readings/documents/read.ts'
import type { Reading, ReadingOrders } from '../documents/readings/documents/read-document.ts'

/** Inspects documents in this process, for tests that aren't about the server's separate processes. */
export class InspectionsHere extends Inspections {
  override async inspect(content: () => AsyncIterable<Uint8Array>): Promise<Verdict> {
    return judge(await bytesOf(content()))
  }
}

/** Takes emails apart in this process, for tests that aren't about the server's separate processes. */
export class MailParserHere extends MailParser {
  override async parse(content: AsyncIterable<Uint8Array>): Promise<ParsedMail> {
    return mailIn(await partsOfMail(await bytesOf(content)))
  }
}

/** Reads documents in this process, for tests that aren't about the server's separate processes. */
export class ReadingsHere extends Readings {
  override async read(content: AsyncIterable<Uint8Array>, orders: ReadingOrders): Promise<Reading | undefined> {
    // The libraries load only in tests that read documents.
    const { readDocument } = await import('../documents/readings/documents/read-document.ts')
    return readDocument(await bytesOf(content), orders)
  }

  override async drawFirstPage(content: AsyncIterable<Uint8Array>, orders: DrawingOrders): Promise<Buffer | undefined> {
    const { drawFirstPage } = await import('../documents/readings/documents/first-page.ts')
    return drawFirstPage(await bytesOf(content), orders)
  }

  override async prepare(): Promise<void> {}
}

/** Makes case files in this process, for tests that aren't about the server's separate processes. */
export class CaseFilesHere extends CaseFiles {
  override async make(contents: Contents, read: ReadDocument): Promise<Buffer> {
    const files: Buffer[] = []
    for (const [index, { merged }] of contents.documents.entries())
      if (!('not' in merged)) files.push(await bytesOf(await read(index)))
    return Buffer.from(await drawCaseFile(contents, files))
  }
}

// Copies each part, because a part might become invalid once the next one is requested.
async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const part of content) copies.push(Buffer.from(part))
  return Buffer.concat(copies)
}
