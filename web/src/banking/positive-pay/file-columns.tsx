import { bankFileEndpoints } from '@check-requests/domain/banking/files/endpoints.ts'
import type { PositivePayReply } from '@check-requests/domain/banking/files/fields.ts'
import { rowsInWords } from '@check-requests/domain/banking/positive-pay/answer.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Download } from 'lucide-react'
import { useReadPositivePay } from '#banking/positive-pay/api.ts'
import { stateOfFile, storyOf } from '#banking/positive-pay/file-words.ts'
import { useDownload } from '#platform/use-download.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'

type File = PositivePayReply

/** `onAnswer` is absent for whoever may only look. */
export function fileColumns(onAnswer: ((file: File) => void) | undefined): readonly Column<File>[] {
  return [
    { key: 'number', header: 'File', width: 76, onCard: 'title', cell: ({ number }) => `File ${number}` },
    { key: 'count', header: 'Rows', width: 72, onCard: 'detail', cell: ({ count }) => rowsInWords(count) },
    {
      key: 'total',
      header: 'Issues',
      width: 116,
      align: 'end',
      className: 'figure',
      onCard: 'figure',
      cell: ({ total }) => formatDollars(total),
    },
    { key: 'state', header: 'State', width: 146, onCard: 'mark', cell: (file) => <StateBadge file={file} /> },
    {
      key: 'story',
      header: 'What Became of It',
      width: 320,
      grows: true,
      onCard: 'below',
      cell: (file) => <Story file={file} onAnswer={onAnswer} />,
    },
  ]
}

function StateBadge({ file }: { file: File }) {
  const { word, color } = stateOfFile(file)
  return <Badge color={color}>{word}</Badge>
}

function Story({ file, onAnswer }: { file: File; onAnswer: ((file: File) => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1.5 whitespace-normal max-sm:py-0">
      <ul className="min-w-0 flex-1 basis-56 text-[0.8125rem] text-ink-soft">
        {storyOf(file).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {onAnswer && <FileActions file={file} onAnswer={() => onAnswer(file)} />}
    </div>
  )
}

/** What comes next for a file stands out. */
function FileActions({ file, onAnswer }: { file: File; onAnswer(): void }) {
  const { id, bank_account_id: accountId, number, fetched_at: fetchedAt, answer } = file
  const readAgain = useReadPositivePay(accountId)
  const download = useDownload(bankFileEndpoints.positivePayFile, {
    name: `positive-pay-${id}-${number}.txt`,
    failed: 'Couldn’t download this file',
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant={fetchedAt === null ? 'primary' : 'secondary'}
        aria-label={`Download file ${number}`}
        pending={download.isPending}
        onClick={() => download.mutate({ params: { id } }, { onSuccess: readAgain })}
      >
        {!download.isPending && <Download aria-hidden className="size-4" />}
        Download
      </Button>
      {answer === null && (
        <Button
          size="sm"
          variant={fetchedAt === null ? 'secondary' : 'primary'}
          aria-label={`Bank’s Answer to file ${number}`}
          onClick={onAnswer}
        >
          Bank’s Answer
        </Button>
      )}
    </div>
  )
}
