import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { LongList } from '#operation/imports/long-list.tsx'

/** All that is wrong with a file, by line. */
export function ProblemList({ problems }: { problems: readonly { line: number; message: string }[] }) {
  return (
    <LongList label="Problems" items={problems}>
      {({ line, message }) => (
        <li key={`${line} ${message}`} className="flex gap-3 px-3 py-2">
          <span className="w-16 shrink-0 text-ink-soft tabular-nums">Line {line}</span>
          <span className="min-w-0 wrap-anywhere">{markHidden(message)}</span>
        </li>
      )}
    </LongList>
  )
}
