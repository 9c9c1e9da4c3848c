import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { WarningList } from '#ui/warning-list.tsx'

/** What is doubtful about a policy; it can be published all the same. */
export function PolicyWarnings({ warnings }: { warnings: readonly string[] }) {
  return <WarningList warnings={warnings.map(markHidden)} />
}
