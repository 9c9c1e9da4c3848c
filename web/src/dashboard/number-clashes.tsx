import { useNumberClashes } from '#check-requests/api.ts'
import { checkRequestPath } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { TextLink } from '#ui/link-button.tsx'

/** Checks that were recorded with one number before numbers had to be unique; nothing where there are none. */
export function NumberClashes() {
  const { data: clashes = [] } = useNumberClashes()
  if (clashes.length === 0) return null
  return (
    <Card title="Check Numbers Given Twice" description="Recorded before 104 and 0104 counted as one number.">
      <ul className="grid gap-1">
        {clashes.map(({ id, request_number, check_number }) => (
          <li key={id}>
            #{check_number} <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
