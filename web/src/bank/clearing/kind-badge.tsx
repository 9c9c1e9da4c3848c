import type { ExceptionKind } from '@check-requests/domain/bank/clearing/match.ts'
import { kindInWords } from '#bank/clearing/clearing-words.ts'
import { Badge } from '#ui/badge.tsx'

/** What is wrong with a payment of the bank. */
export function KindBadge({ kind }: { kind: ExceptionKind }) {
  const { words, color } = kindInWords(kind)
  return <Badge color={color}>{words}</Badge>
}
