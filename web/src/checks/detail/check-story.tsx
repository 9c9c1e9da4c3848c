import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { eventInWords } from '@check-requests/domain/checks/words.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { Card } from '#ui/card.tsx'

/** Everything that happened to a check: who, in which role, when, and what they noted; newest first. */
export function CheckStory({ check: { events, hand_over } }: { check: WholeCheckReply }) {
  return (
    <Card title="Story">
      <ol className="grid divide-y divide-line">
        {events.toReversed().map((event) => (
          <li key={`${event.at} ${event.act} ${event.user_id}`} className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
              <p>
                <span className="font-medium">{markHidden(event.user_name)}</span>{' '}
                <span className="text-ink-soft">({event.role})</span> {eventInWords(event.act, hand_over?.kind)}
              </p>
              <time className="text-[0.8125rem] text-ink-soft" dateTime={event.at}>
                {formatMoment(event.at)}
              </time>
            </div>
            {event.note && (
              <blockquote className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line">
                {markHidden(event.note)}
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
