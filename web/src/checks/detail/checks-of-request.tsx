import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import { useChecksOfRequest } from '#checks/register/api.ts'
import { checkPath } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'

/** All checks of a request, each on a line linked to its page. */
export function ChecksOfRequest({ requestId, number }: { requestId: number; number: string | null }) {
  const checks = useChecksOfRequest(requestId)
  if (checks.length === 0) return number ?? '–'
  return checks.map((check) => (
    <span key={check.id} className="block">
      <TextLink to={checkPath(check.id)}>
        Check {check.number}, {stateOfCheckInWords(check).toLowerCase()}
      </TextLink>
    </span>
  ))
}
