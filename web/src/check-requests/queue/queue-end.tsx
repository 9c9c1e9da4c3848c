import { useLocation } from '@tanstack/react-router'
import { endInWords } from '#check-requests/queue/approval-queue.ts'

/** What has been decided in the approval queue that led here, and what is left. */
export function QueueEnd() {
  const ended = useLocation({ select: ({ state }) => state.ended })
  return (
    <div role="status">
      {ended && (
        <p className="rounded-lg border border-line bg-accent-soft px-4 py-2.5 font-medium sm:px-5">
          {endInWords(ended)}
        </p>
      )}
    </div>
  )
}
