import { stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import { useChecksOfRequest } from '#checks/register/api.ts'
import { checkPath } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'

/** The checks that a request ever had, each in a line that leads to its page. */
export function ChecksOfRequest({ requestId, number }: { requestId: number; number: string | null }) {
  const checks = useChecksOfRequest(requestId)
  if (checks.length === 0) return number ?? '–'
  return checks.map(({ id, number, state }) => (
    <span key={id} className="block">
      <TextLink to={checkPath(id)}>
        Check {number}, {stateWords[state].toLowerCase()}
      </TextLink>
    </span>
  ))
}
