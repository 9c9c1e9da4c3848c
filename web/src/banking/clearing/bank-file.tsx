import { refusalOfText } from '@check-requests/domain/banking/clearing/lines.ts'
import { decodeClearingFile, formatOf } from '@check-requests/domain/banking/clearing/read-file.ts'
import { bankFileEndpoints } from '@check-requests/domain/banking/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy, useRef, useState } from 'react'
import { confirmNotices, useKeptColumns, usePreview } from '#banking/clearing/api.ts'
import type { ColumnsSubject } from '#banking/clearing/columns-dialog.tsx'
import { FilePreview } from '#banking/clearing/file-preview.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Card } from '#ui/card.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const ColumnsDialog = lazy(async () => ({
  default: (await import('#banking/clearing/columns-dialog.tsx')).ColumnsDialog,
}))

interface ChosenFile {
  readonly file: File
  readonly text: string
}

/** Reads a file of the bank: it is chosen, looked at, and confirmed as a whole. */
export function BankFile({ account }: { account: BankAccountReply }) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ChosenFile>()
  const kept = useKeptColumns(account.id)
  const preview = usePreview(account.id)
  const columns = useDialogFor<ColumnsSubject>(ColumnsDialog)
  const confirm = useWriteWithNotices(bankFileEndpoints.confirmClearing, confirmNotices, { onSuccess: forget })

  function forget() {
    setChosen(undefined)
    preview.reset()
    confirm.reset()
    place.current?.querySelector('button')?.focus()
  }
  async function choose(file: File) {
    preview.reset()
    confirm.reset()
    const text = decodeClearingFile(new Uint8Array(await file.arrayBuffer()))
    setChosen({ file, text })
    const forms = kept.data ?? (await kept.refetch()).data
    if (forms?.clearing_columns === null && hasColumns(text)) askForColumns({ file, text })
    else preview.mutate(file)
  }
  function askForColumns({ file, text }: ChosenFile) {
    columns.openFor({ account, text, name: file.name, onSaved: () => preview.mutate(file) })
  }
  return (
    <>
      <Card title="File of the Bank" description="A CSV, BAI2 or OFX file of what the bank has paid, for any days.">
        <div ref={place} className="grid gap-3">
          <FileDrop
            label="Bank file"
            accept=".csv,.txt,.bai,.bai2,.ofx,.qfx,.qbo,text/csv"
            button={chosen ? 'Choose Another File' : 'Choose a File'}
            variant={chosen ? 'secondary' : 'primary'}
            pending={preview.isPending}
            onFile={(file) => void choose(file)}
          >
            {chosen ? (
              <span className="wrap-anywhere">{markHidden(chosen.file.name)}</span>
            ) : (
              'Or drop it anywhere on this page. You see first what it would change; lines that were confirmed before are known again.'
            )}
          </FileDrop>
          {preview.error && (
            <p role="alert" className="text-danger">
              {Object.values(preview.error.fields ?? { file: preview.error.message }).join(' ')}
            </p>
          )}
        </div>
      </Card>
      {chosen && preview.data && (
        <FilePreview
          name={chosen.file.name}
          preview={preview.data}
          confirmation={{
            isPending: confirm.isPending,
            error: confirm.error,
            confirm: (file) => confirm.mutate({ params: { id: account.id, file }, body: {} }),
          }}
          onColumns={hasColumns(chosen.text) ? () => askForColumns(chosen) : undefined}
          onDiscard={forget}
        />
      )}
      {columns.dialog}
    </>
  )
}

function hasColumns(text: string): boolean {
  return refusalOfText(text) === undefined && formatOf(text) === 'CSV'
}
