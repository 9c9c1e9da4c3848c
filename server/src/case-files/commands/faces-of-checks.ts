import { copyOf } from '../../checks/commands/copy-run.ts'
import type { CheckOfRequest } from '../../checks/queries/of-request.ts'
import type { Services } from '../../services.ts'
import type { ListedDocument } from '../documents/contents.ts'

/** A document that we draw ourselves for a case file, and its bytes. */
export interface DrawnDocument {
  readonly listed: ListedDocument
  readonly bytes: Buffer
}

/** The faces of checks as copies that nobody can cash; of checks that were written by hand there is none. */
export async function facesOf(
  { checkPapers }: Pick<Services, 'checkPapers'>,
  checks: readonly CheckOfRequest[],
  dealerGroupId: number,
): Promise<DrawnDocument[]> {
  const faces: DrawnDocument[] = []
  for (const { check, run } of checks) {
    if (!run) continue
    const bytes = await checkPapers.checks(copyOf(run, [check]), dealerGroupId)
    const lines = ['COPY - NON-NEGOTIABLE, as it was printed, without the MICR line']
    const merged = { type: 'application/pdf', size: bytes.length }
    faces.push({ listed: { name: `Check ${check.number}`, lines, merged, isOurs: true }, bytes })
  }
  return faces
}
