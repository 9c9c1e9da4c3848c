import { bai2Fields, plainBai2, plainProfile } from '@check-requests/domain/bank/clearing/profile.ts'
import {
  type ClearingLook,
  type ClearingOptions,
  decodeClearingFile,
  isHundredfold,
} from '@check-requests/domain/bank/clearing/read-file.ts'
import { repeatsReported } from '@check-requests/domain/bank/positive-pay/write-file.ts'
import type { Services } from '../../services.ts'
import type { PackedClearing } from '../documents/clearing-thread.ts'
import type { ClearingReader } from '../documents/read-clearing.ts'
import type { ShownAccount } from '../queries/accounts.ts'
import { fileContext, listReporting } from '../queries/positive-pay.ts'
import { registerOf } from './apply-lines.ts'
import { reportedFailure } from './positive-pay.ts'

interface ComparedFile {
  readonly file: PackedClearing
  readonly look: ClearingLook
}

/**
 * Reads a file and compares it with the register. If no payment matches, tries the other ways to read what the profile
 * leaves open, and takes one that the register confirms.
 */
export async function compareFile(
  services: Services,
  reader: ClearingReader,
  account: ShownAccount,
  { bytes, options }: { readonly bytes: Uint8Array; readonly options: ClearingOptions },
): Promise<ComparedFile> {
  const { read } = services.database
  const compare = async (more: Partial<ClearingOptions>): Promise<ComparedFile> => {
    const file = await reader.read(bytes, { ...options, ...more })
    const register = await registerOf(read, account, { ...file, now: services.clock() })
    return { file, look: await reader.look(file.content, register) }
  }
  const guessed = await compare({})
  if (isHundredfold(guessed.look)) {
    const other = await compare({ otherAmounts: true })
    return isMatched(other) ? other : guessed
  }
  const { profile = plainProfile } = options
  if (profile.bai2?.number_in || isKnown(guessed) || guessed.file.guess?.bai2 === undefined) return guessed
  const used = guessed.file.guess.bai2?.number_in
  // Without evidence, a number that isn’t in the field for it accuses nobody.
  let without = guessed
  for (const number_in of bai2Fields.filter((field) => field !== used)) {
    const other = await compare({ profile: { ...profile, bai2: { ...(profile.bai2 ?? plainBai2), number_in } } })
    if (isMatched(other)) return other
    if (number_in === bai2Fields[0]) without = other
  }
  return without
}

function isMatched({ look }: ComparedFile): boolean {
  return look.matched.count > 0
}

/** True if the register has the number of a payment in this file. */
function isKnown({ look: { matched, doubtful, repeated } }: ComparedFile): boolean {
  return matched.count + doubtful.count + repeated.count > 0
}

const checksLookedUp = 3

/** Throws if a file consists of lines that reported checks to the bank, even if a spreadsheet saved them again. */
export async function refuseReported(
  { database, secrets }: Services,
  account: ShownAccount,
  bytes: Uint8Array,
  { checkIds }: ClearingLook,
): Promise<void> {
  const files = await listReporting(database.read, account, checkIds.slice(0, checksLookedUp))
  const contents = files.map((file) => secrets.open(file.sealed_content, fileContext(file)))
  const longest = contents.reduce((sum, content) => sum + content.length, 0)
  // Files of the bank can be long, and decoding them would hold up other calls (L1).
  if (bytes.length > 4 * longest || !repeatsReported(decodeClearingFile(bytes), contents)) return
  throw reportedFailure(files[0]?.number ?? 0)
}
