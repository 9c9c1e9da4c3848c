import { inboxEndpoints as endpoints } from '@check-requests/domain/inbox/endpoints.ts'
import type { NoticeChoices as Choices } from '@check-requests/domain/inbox/replies.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

const queryKey = ['inbox', 'choices']

/** Which topics the inbox shows: without mail, the other ways of being told come to the same. */
export function NoticeChoices() {
  const api = useApi()
  const choices = useQuery({ queryKey, queryFn: read(api, endpoints.choices, {}) })
  const { error, onRetry } = useLoadFailure(choices)
  return (
    <Card title="Notices" description="What your inbox shows. What waits for you is always there.">
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {choices.isPending && !error && <SkeletonRows count={7} />}
      <div className="grid gap-3">
        {choices.data?.choices.map((choice) => (
          <Choice key={choice.topic} choice={choice} />
        ))}
      </div>
    </Card>
  )
}

function Choice({ choice: { topic, label, delivery, can_be_off } }: { choice: Choices['choices'][number] }) {
  const queries = useQueryClient()
  // What was chosen shows in the same moment, and goes back if the server refuses it.
  const [chosen, setChosen] = useState<boolean>()
  const save = useWriteWithNotices(
    endpoints.saveChoices,
    { done: 'Notices updated', failed: 'Notices not updated', detail: () => label, refreshes: ['inbox'] },
    { onSuccess: (choices) => queries.setQueryData(queryKey, choices) },
  )
  function choose(on: boolean) {
    setChosen(on)
    save.mutate({ body: { [topic]: on ? 'at_once' : 'off' } }, { onSettled: () => setChosen(undefined) })
  }
  return <Checkbox label={label} checked={chosen ?? delivery !== 'off'} disabled={!can_be_off} onChange={choose} />
}
