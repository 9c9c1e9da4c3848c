import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ClearingReply } from '@check-requests/domain/bank/files/fields.ts'
import { type SampleFormat, sampleFileName, sampleFormats } from '@check-requests/domain/bank/files/sample-files.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { TriangleAlert } from 'lucide-react'
import { lazy, useState } from 'react'
import { reconciledInWords } from '#bank/accounts/account-words.ts'
import { ChosenAccount } from '#bank/accounts/chosen-account.tsx'
import { useClearing } from '#bank/clearing/api.ts'
import { BankFile } from '#bank/clearing/bank-file.tsx'
import { counted, sinceInWords, stillInWords } from '#bank/clearing/clearing-words.tsx'
import { ExceptionsCard } from '#bank/clearing/exceptions-card.tsx'
import { ReconciliationCard } from '#bank/clearing/reconciliation-card.tsx'
import type { UndoAct, Undoable } from '#bank/clearing/undo-dialogs.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { checkPath } from '#paths.ts'
import { useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

const address = { account: textValue() }

/** An account's bank files, exceptions, and reconciliation. */
export function Clearing() {
  const [{ account: id }, change] = useUrlState(address)
  return (
    <ChosenAccount id={id} onChoose={(account) => change({ account })}>
      {(account) => <OfAccount key={account.id} account={account} />}
    </ChosenAccount>
  )
}

function OfAccount({ account }: { account: BankAccountReply }) {
  const query = useClearing(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const clearing = query.data
  if (!clearing)
    return (
      error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )
    )
  return <Cards account={account} clearing={clearing} />
}

function Cards({ account, clearing }: { account: BankAccountReply; clearing: ClearingReply }) {
  // The card stays where it is while its last exception is resolved.
  const [isFirst] = useState(clearing.open_exceptions > 0)
  const exceptions = <ExceptionsCard account={account} clearing={clearing} />
  return (
    <>
      <StateCard account={account} clearing={clearing} />
      {isFirst && exceptions}
      {clearing.refusal === null && <BankFile account={account} />}
      {clearing.refusal === null && account.is_sample && <SampleFiles account={account} />}
      <UndoRequests undos={clearing.undos} />
      {!isFirst && exceptions}
      <ReconciliationCard account={account} />
      <WrittenFiles accountId={account.id} files={clearing.files} mayReconcile={clearing.refusal === null} />
    </>
  )
}

const sampleLabels: Record<SampleFormat, string> = { bai2: 'BAI2 with a Reversal', ofx: 'OFX', csv: 'CSV' }

/** For the demo account: files to try. */
function SampleFiles({ account: { id } }: { account: BankAccountReply }) {
  return (
    <Card
      title="Try a Bank File"
      description="This is the demo account. Download a file as its bank would send it today, and choose it above."
    >
      <div className="flex flex-wrap gap-2">
        {sampleFormats.map((format) => (
          <SampleButton key={format} id={id} format={format} />
        ))}
      </div>
    </Card>
  )
}

function SampleButton({ id, format }: { id: number; format: SampleFormat }) {
  const download = useDownload(endpoints.sampleFile, {
    name: sampleFileName(format),
    failed: 'Couldn’t download the sample file',
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={download.isPending}
      onClick={() => download.mutate({ params: { id, format } })}
    >
      {sampleLabels[format]}
    </Button>
  )
}

/** The pending requests to undo the clearing of a check. They are decided on the pages of the checks. */
function UndoRequests({ undos }: { undos: ClearingReply['undos'] }) {
  if (undos.length === 0) return null
  return (
    <Card title="Undo Requests" description="Someone asked to undo the clearing of these checks." flush>
      <ul>
        {undos.map(({ check, by, reason, refusal }) => (
          <li key={check.id} className="grid gap-1 border-t border-line px-4 py-2.5 sm:px-5">
            <TextLink to={checkPath(check.id)}>
              {markHidden(`Check ${check.number}, ${formatDollars(check.amount)} to ${check.payee_name}`)}
            </TextLink>
            <p className="wrap-anywhere">
              {markHidden(`${by.name} wants to undo the clearing of this check: ${reason}`)}
            </p>
            <p className="text-ink-soft">
              {markHidden(refusal ?? 'You can confirm this request on the check’s page.')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type File = ClearingReply['files'][number]

interface WrittenFilesProps {
  accountId: number
  files: readonly File[]
  mayReconcile: boolean
}

/** The latest confirmed files, with buttons that undo them. */
function WrittenFiles({ accountId, files, mayReconcile }: WrittenFilesProps) {
  const undo = useDialogFor<{ act: UndoAct; of: Undoable }>(UndoDialog)
  const acts = (file: File) => {
    const { undo_asked: asked, undo_refusal: refusal, undone } = file
    const button = (label: string, act: UndoAct) => (
      <Button
        size="sm"
        variant={act === 'confirm' ? 'primary' : 'secondary'}
        aria-label={`${label}: ${file.name}`}
        onClick={() => undo.openFor({ act, of: { accountId, file } })}
      >
        {label}
      </Button>
    )
    if (undone) return <p className="text-ink-soft">{undoneInWords(undone)}</p>
    if (!mayReconcile) return asked && <p className="wrap-anywhere">{askedInWords(asked)}</p>
    if (!asked && refusal === null) return button('Undo', 'ask')
    return (
      <div className="grid min-w-44 gap-1.5">
        {asked && <p className="wrap-anywhere">{askedInWords(asked)}</p>}
        {refusal !== null && <p className="text-ink-soft">{markHidden(refusal)}</p>}
        {asked && (
          <div className="flex flex-wrap gap-2">
            {refusal === null && button('Confirm Undo', 'confirm')}
            {button('Keep as Cleared', 'keep')}
          </div>
        )}
      </div>
    )
  }
  return (
    <Card
      title="Confirmed Files"
      description="The ten most recent files, with the number of lines that cleared a check."
      flush
    >
      <DataTable
        caption="Confirmed bank files"
        columns={[...columns, { key: 'acts', header: 'Undo', cell: acts }]}
        rows={files}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        empty={<EmptyState text="No bank file has been confirmed yet." />}
      />
      {undo.dialog}
    </Card>
  )
}

const UndoDialog = lazy(async () => ({ default: (await import('#bank/clearing/undo-dialogs.tsx')).UndoDialog }))

function askedInWords({ by, reason }: NonNullable<File['undo_asked']>): string {
  return markHidden(`${by.name} wants to undo this file: ${reason}`)
}

function undoneInWords({ by, at, still_cleared: still }: NonNullable<File['undone']>): string {
  const stays = still.checks > 0 ? `. Stays cleared: ${stillInWords(still)}` : ''
  return markHidden(`Undone ${formatMoment(at)} by ${by.name}${stays}`)
}

const columns: readonly Column<File>[] = [
  {
    key: 'name',
    header: 'File',
    onCard: 'title',
    cell: ({ name }) => <span className="block min-w-28 wrap-anywhere">{markHidden(name)}</span>,
  },
  { key: 'format', header: 'Format', cell: ({ format }) => format },
  { key: 'cleared', header: 'Cleared', align: 'end', cell: ({ cleared }) => cleared.toLocaleString('en-US') },
  {
    key: 'exceptions',
    header: 'Not Cleared',
    align: 'end',
    cell: ({ exceptions }) => exceptions.toLocaleString('en-US'),
  },
  { key: 'at', header: 'Confirmed', cell: ({ written_at }) => formatMoment(written_at) },
  {
    key: 'by',
    header: 'Confirmed By',
    cell: ({ written_by }) => <span className="wrap-anywhere">{markHidden(written_by.name)}</span>,
  },
]

/** When the account was last compared with the bank, and a warning if that was too long ago. */
function StateCard({ account, clearing }: { account: BankAccountReply; clearing: ClearingReply }) {
  const { is_overdue, refusal, open_exceptions: open } = clearing
  return (
    <Card
      title="Bank Comparison"
      description={markHidden(`${account.bank_name}, account ending in ${account.account_last4}`)}
    >
      <div className="grid gap-3">
        <p>{sinceInWords(clearing)}</p>
        <p>
          {clearing.reconciled_through !== null && 'Reconciled through: '}
          <span className="font-medium">{reconciledInWords(clearing)}</span>
        </p>
        {is_overdue && <Overdue />}
        <p className="text-ink-soft">
          {open === 0
            ? 'No exceptions are open.'
            : `${counted(open, 'exception is', 'exceptions are')} open and must be resolved.`}
        </p>
        {refusal && <p className="text-ink-soft">{markHidden(refusal)}</p>}
      </div>
    </Card>
  )
}

function Overdue() {
  return (
    <p className="flex gap-2.5 rounded-md bg-orange-soft px-3 py-2.5 text-orange">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Clearing is overdue. Checks that the bank shouldn’t have paid must be reported within 30 days. Download the
        bank’s payments since the last clearing, and upload the file here.
      </span>
    </p>
  )
}
