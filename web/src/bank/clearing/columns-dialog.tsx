import {
  type ChosenColumns,
  columnsChosenBefore,
  guessColumns,
  mappingOfColumns,
} from '@check-requests/domain/bank/clearing/columns.ts'
import { readClearingCsv } from '@check-requests/domain/bank/clearing/csv.ts'
import type { ClearedLine, ClearingFile } from '@check-requests/domain/bank/clearing/lines.ts'
import { clearingCsvMapping } from '@check-requests/domain/bank/clearing/profile.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankFilesReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { columnsNotices, useKeptColumns } from '#bank/clearing/api.ts'
import { ColumnFields } from '#bank/clearing/column-fields.tsx'
import { ProblemList } from '#operation/imports/line-lists.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** A CSV bank file whose columns need a mapping. */
export interface ColumnsSubject {
  readonly account: BankAccountReply
  readonly text: string
  readonly name: string
  onSaved(): void
}

/** The column mapping of a bank's CSV files: guessed from the first file and then saved. */
export function ColumnsDialog({ subject, open, onOpenChange }: DialogFor<ColumnsSubject>) {
  const { account, name } = subject
  const [dirty, setDirty] = useState(false)
  const query = useKeptColumns(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const forms = query.isFetchedAfterMount ? query.data : undefined
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={markHidden(`Bank File Columns: ${account.name}`)}
      description={markHidden(
        `Choose the column for each value in ${name}. Your choices are saved for this account’s future files, and can be changed at any time.`,
      )}
      size="xl"
      dirty={dirty}
    >
      {error && !forms && <ErrorState message={error} onRetry={onRetry} />}
      {!(forms || error) && <SkeletonRows count={6} />}
      {forms && (
        <ColumnsForm
          subject={subject}
          forms={forms}
          readAgain={async () => (await query.refetch()).data}
          onChange={() => setDirty(true)}
          onSaved={() => {
            setDirty(false)
            onOpenChange(false)
            subject.onSaved()
          }}
          onCancel={() => onOpenChange(false)}
        />
      )}
    </FormDialog>
  )
}

interface ColumnsFormProps {
  subject: ColumnsSubject
  forms: BankFilesReply
  /** Refetches the stored settings after another user has saved first. */
  readAgain(): Promise<BankFilesReply | undefined>
  onChange(): void
  onSaved(): void
  onCancel(): void
}

function ColumnsForm({ subject: { account, text }, forms, readAgain, onChange, onSaved, onCancel }: ColumnsFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [stored, setStored] = useState(forms)
  const [chosen, setChosen] = useState(() => {
    const kept = forms.clearing_columns
    return kept === null ? guessColumns(text, account.account_last4) : columnsChosenBefore(kept, text)
  })
  const [hasTried, setHasTried] = useState(false)
  const save = useWriteWithNotices(bankFileEndpoints.saveClearingColumns, columnsNotices, {
    onSuccess: onSaved,
    onError: async ({ status }) => setStored((status === 409 && (await readAgain())) || stored),
  })
  function change(next: ChosenColumns) {
    setChosen(next)
    onChange()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setHasTried(true)
    const { data } = clearingCsvMapping.safeParse(mappingOfColumns(chosen, text))
    if (data) save.mutate({ params: { id: account.id }, body: { columns: data, version: stored.version } })
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <FirstLines text={text} />
      <ColumnFields text={text} chosen={chosen} hasTried={hasTried} onChange={change} />
      <ReadLines text={text} chosen={chosen} last4={account.account_last4} />
      {save.error && (
        <p role="alert" className="text-danger">
          {save.error.fields ? Object.values(save.error.fields).join(' ') : save.error.message}
        </p>
      )}
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save and Read File
        </Button>
      </FormDialogFooter>
    </form>
  )
}

const linesShown = 6
const charactersRead = 20_000

/** The first lines of a file, unchanged. */
function FirstLines({ text }: { text: string }) {
  return (
    <section aria-label="First Lines of the File" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-semibold">First Lines of the File</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
        {markHidden(beginningOf(text).split('\n').slice(0, linesShown).join('\n').replaceAll('\t', '→'))}
      </pre>
    </section>
  )
}

/** The first lines of a file, read with the chosen columns. */
function ReadLines({ text, chosen, last4 }: { text: string; chosen: ChosenColumns; last4: string }) {
  const settled = useDeferredValue(chosen)
  const file = useMemo(() => readBeginning(text, settled, last4), [text, settled, last4])
  return (
    <section aria-label="Interpreted Lines" className="grid gap-2">
      <h3 className="font-semibold">Interpreted Lines</h3>
      <Found file={file} />
    </section>
  )
}

function Found({ file }: { file: ClearingFile | undefined }) {
  if (!file) return <p className="text-ink-soft">Choose the columns for check number, amount, and date.</p>
  const { lines, problems, skipped } = file
  if (problems.length > 0) return <ProblemList problems={problems.slice(0, linesShown)} />
  return (
    <div role="status" className="grid gap-1">
      <ul className="grid gap-1">
        {lines.slice(0, linesShown).map((line) => (
          <li key={line.fingerprint} className="wrap-anywhere">
            {inWords(line)}
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p>No paid checks were found in the first lines.</p>}
      {skipped > 0 && (
        <p className="text-ink-soft">
          {`${skipped} of the first lines ${skipped === 1 ? 'is' : 'are'} skipped because no paid check was found.`}
        </p>
      )}
    </div>
  )
}

function inWords({ line, number, amountCents, date, payee }: ClearedLine): string {
  const check = number === null ? 'a check without a number' : `check ${number}`
  const to = payee === null ? '' : `, to ${payee}`
  return markHidden(
    `Line ${line}: ${check}, ${formatDollars(centsToDollars(amountCents))}, paid on ${formatDate(date)}${to}`,
  )
}

function readBeginning(text: string, chosen: ChosenColumns, last4: string): ClearingFile | undefined {
  const { data } = clearingCsvMapping.safeParse(mappingOfColumns(chosen, text))
  return data && readClearingCsv(beginningOf(text), data, { accountNumber: last4 })
}

/** The beginning of a text, cut after a complete line. */
function beginningOf(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n')
  return whole.length <= charactersRead ? whole : whole.slice(0, whole.lastIndexOf('\n', charactersRead))
}
