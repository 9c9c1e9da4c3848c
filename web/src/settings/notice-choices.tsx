import { inboxEndpoints as endpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { NoticeChoices as Choices } from '@check-requests/domain/notices/inbox/fields.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesKey, useNoticeChoices } from '#notices/inbox/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Option } from '#ui/form/option.ts'
import { Select } from '#ui/form/select.tsx'

type Choice = Choices['choices'][number]

const ways: readonly Option<Choice['delivery']>[] = [
  { value: 'at_once', label: 'Inbox and immediate email' },
  { value: 'digest', label: 'Inbox and daily summary' },
  { value: 'inbox', label: 'Inbox only' },
  { value: 'off', label: 'Off' },
]

function withMail(zone: string): string {
  const clocks = zoneInWords(zone, Date.now())
  return `Choose what your inbox shows and what is emailed to you. The daily summary is sent at 8 AM, ${clocks}. Items waiting for you are always in your inbox.`
}
const withoutMail = 'Choose what your inbox shows. Items waiting for you are always there.'

/** The user's notification settings by topic. Without email, every setting but “off” means inbox only. */
export function NoticeChoices() {
  const choices = useNoticeChoices()
  const { error, onRetry } = useLoadFailure(choices)
  const { data } = choices
  return (
    <Card title="Notices" description={data?.mail ? withMail(data.time_zone) : withoutMail}>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {choices.isPending && !error && <SkeletonRows count={8} />}
      <div className={data?.mail ? 'grid gap-4 sm:grid-cols-2' : 'grid gap-3'}>
        {data?.choices.map((choice) =>
          data.mail ? <Way key={choice.topic} choice={choice} /> : <OnOrOff key={choice.topic} choice={choice} />,
        )}
      </div>
    </Card>
  )
}

function Way({ choice }: { choice: Choice }) {
  const { delivery, choose } = useChoice(choice)
  return (
    <Field label={choice.label}>
      <Select
        options={choice.can_be_off ? ways : ways.filter(({ value }) => value !== 'off')}
        value={delivery}
        onChange={(chosen) => chosen && choose(chosen)}
      />
    </Field>
  )
}

function OnOrOff({ choice }: { choice: Choice }) {
  const { delivery, choose } = useChoice(choice)
  return (
    <Checkbox
      label={choice.label}
      checked={delivery !== 'off'}
      disabled={!choice.can_be_off}
      onChange={(on) => choose(on ? 'at_once' : 'off')}
    />
  )
}

/**
 * The current choice for a topic, and a function that changes it. A change shows immediately and is reverted if the
 * server refuses it.
 */
function useChoice({ topic, label, delivery }: Choice) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Choice['delivery']>()
  const save = useWriteWithNotices(
    endpoints.saveChoices,
    { done: 'Notices updated', failed: 'Couldn’t update the notices', detail: () => label, refreshes: ['inbox'] },
    { onSuccess: (choices) => queries.setQueryData(choicesKey, choices) },
  )
  function choose(next: Choice['delivery']) {
    if (next === (chosen ?? delivery)) return
    setChosen(next)
    save.mutate({ body: { [topic]: next } }, { onError: () => setChosen(undefined) })
  }
  // Cleared only when the saved setting has arrived. Otherwise, the previous setting would briefly reappear.
  if (chosen === delivery && !save.isPending) setChosen(undefined)
  return { delivery: chosen ?? delivery, choose }
}
