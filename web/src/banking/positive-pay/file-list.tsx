import type { PositivePayReply } from '@check-requests/domain/banking/files/fields.ts'
import { lazy } from 'react'
import type { AnswerSubject } from '#banking/positive-pay/answer-dialog.tsx'
import { fileColumns } from '#banking/positive-pay/file-columns.tsx'
import type { LoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'
import { usePortion } from '#ui/use-portion.ts'

const AnswerDialog = lazy(async () => ({
  default: (await import('#banking/positive-pay/answer-dialog.tsx')).AnswerDialog,
}))

interface FileListProps {
  accountId: number
  files: readonly PositivePayReply[] | undefined
  failure: LoadFailure
  mayReconcile: boolean
}

/** The files of an account, the newest first, with what has become of each. */
export function FileList({ accountId, files, failure, mayReconcile }: FileListProps) {
  const answer = useDialogFor<AnswerSubject>(AnswerDialog)
  const { shown, more } = usePortion<PositivePayReply>(files)
  return (
    <Card title="Files" description="Each file stays as it was made, however often it is downloaded." flush>
      <DataTable
        caption="Positive-pay files"
        columns={fileColumns(mayReconcile ? (file) => answer.openFor({ accountId, file }) : undefined)}
        rows={shown}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        {...failure}
        empty={<EmptyState text="No file has been made yet. The first one holds every check that is signed." />}
        more={more}
        skeletonRows={3}
      />
      {answer.dialog}
    </Card>
  )
}
