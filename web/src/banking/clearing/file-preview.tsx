import type { ClearingPreview } from '@check-requests/domain/banking/files/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { counted, effectInWords, isUnknown } from '#banking/clearing/clearing-words.ts'
import { FoundLines, PaidLines } from '#banking/clearing/line-tables.tsx'
import { ProblemList } from '#imports/problem-list.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'

interface FilePreviewProps {
  name: string
  preview: ClearingPreview
  confirmation: { isPending: boolean; error: ApiFailure | null; confirm(file: number): void }
  /** Absent for a file without columns. */
  onColumns: (() => void) | undefined
  onDiscard(): void
}

/** What a file of the bank says, compared with the register, before anything of it is written. */
export function FilePreview(props: FilePreviewProps) {
  const { name, preview, onColumns } = props
  const hasProblems = preview.problems.length > 0
  return (
    <Card
      title={markHidden(`In ${name}`)}
      description={`A ${preview.format} file. Nothing of it is written until it is confirmed.`}
      actions={
        onColumns && (
          <Button variant="secondary" onClick={onColumns}>
            Change Columns
          </Button>
        )
      }
      flush
    >
      <div className="grid gap-4 px-4 pb-4 sm:px-5">
        <p role="status">{hasProblems ? problemsInWords(preview.problems.length) : foundInWords(preview)}</p>
        {hasProblems ? <ProblemList problems={preview.problems} /> : <Figures preview={preview} />}
        {preview.notes.length > 0 && (
          <section aria-label="Notes" className="grid gap-2">
            <h3 className="font-semibold">Notes</h3>
            <ProblemList problems={preview.notes} />
          </section>
        )}
      </div>
      {!hasProblems && (
        <>
          <FoundLines
            title="Exceptions"
            lines={preview.exceptions.filter((line) => !isUnknown(line))}
            count={preview.doubtful.count}
          />
          <FoundLines title="Unknown" lines={preview.exceptions.filter(isUnknown)} count={preview.unknown.count} />
          <PaidLines title="Matched" lines={preview.matched_lines} count={preview.matched.count} />
          <PaidLines title="Already Known" lines={preview.repeated_lines} count={preview.repeated} />
        </>
      )}
      <Decision {...props} />
    </Card>
  )
}

function problemsInWords(count: number): string {
  return `This file has ${counted(count, 'problem')}. Nothing of it can be confirmed until ${count === 1 ? 'it is' : 'all of them are'} mended.`
}

function foundInWords({ matched, doubtful, unknown, repeated, skipped }: ClearingPreview): string {
  const lines = matched.count + doubtful.count + unknown.count + repeated
  const checks = lines === 0 ? 'There is no paid check of this account in it.' : `${counted(lines, 'paid check')}.`
  return skipped === 0 ? checks : `${checks} ${counted(skipped, 'other payment')} left out: no checks of this account.`
}

function Figures({ preview }: { preview: ClearingPreview }) {
  const { matched, doubtful, unknown, repeated, repeated_total } = preview
  return (
    <DescriptionList
      columns={2}
      items={[
        { label: 'Matched: they are cleared', value: sumInWords(matched.count, matched.total) },
        { label: 'Exceptions: something differs', value: sumInWords(doubtful.count, doubtful.total) },
        { label: 'Unknown: not in the register', value: sumInWords(unknown.count, unknown.total) },
        { label: 'Already known: confirmed before', value: sumInWords(repeated, repeated_total) },
      ]}
    />
  )
}

function sumInWords(count: number, total: number): string {
  return count === 0 ? 'None' : `${counted(count, 'line')}, ${formatDollars(total)}`
}

/** Confirms the file, or says why someone else has to. */
function Decision({ preview, confirmation, onDiscard }: FilePreviewProps) {
  const { id, refusal } = preview
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-5">
      {id !== null && refusal === null && <p>{effectInWords(preview)}</p>}
      {id !== null && refusal !== null && (
        <div className="grid gap-1">
          <p>{markHidden(refusal)}</p>
          <p className="text-ink-soft">
            Nobody confirms what the bank did with a check that they printed, signed, voided or handed over.
          </p>
        </div>
      )}
      {confirmation.error && (
        <p role="alert" className="text-danger">
          {markHidden(confirmation.error.message)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDiscard}>
          {id !== null && refusal === null ? 'Cancel' : 'Close'}
        </Button>
        {id !== null && refusal === null && (
          <Button variant="primary" pending={confirmation.isPending} onClick={() => confirmation.confirm(id)}>
            Confirm File
          </Button>
        )}
      </div>
    </div>
  )
}
