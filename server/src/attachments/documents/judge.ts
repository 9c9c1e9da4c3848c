import type { DocumentType } from '@check-requests/domain/attachments/fields.ts'
import { twoInOne, typeByStart } from '@check-requests/domain/attachments/refusals.ts'
import { judgeJpeg } from './judge-jpeg.ts'
import { judgePng } from './judge-png.ts'
import { holdsArchive, unknown, type Verdict } from './verdict.ts'

const damaged = 'This file cannot be opened: it is damaged or not whole. Save or scan it again, and add that.'

/** Opens a file and says what it is: by its content, whatever its name says. */
export async function judge(bytes: Buffer): Promise<Verdict> {
  const start = typeByStart(bytes)
  if ('refusal' in start) return unknown(start.refusal)
  if (holdsArchive(bytes)) return unknown(twoInOne)
  try {
    return await judges[start.type](bytes)
  } catch {
    return unknown(damaged)
  }
}

// Loading what opens a PDF takes ten times as long as looking at a picture.
const judges: Record<DocumentType, (bytes: Buffer) => Verdict | Promise<Verdict>> = {
  'application/pdf': async (bytes) => (await import('./judge-pdf.ts')).judgePdf(bytes),
  'image/png': judgePng,
  'image/jpeg': judgeJpeg,
}
