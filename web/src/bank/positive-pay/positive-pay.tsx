import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import { rowsInWords } from '@check-requests/domain/bank/positive-pay/answer.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { ChosenAccount } from '#bank/accounts/chosen-account.tsx'
import type { AnswerSubject } from '#bank/positive-pay/answer-dialog.tsx'
import { hasFileNotices, sendNotices, usePositivePay, useReadPositivePay } from '#bank/positive-pay/api.ts'
import { stateOfFile, storyOf, WaitingCard } from '#bank/positive-pay/waiting-card.tsx'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { useDownload } from '#platform/downloads.ts'
import { type LoadFailure, useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

const address = { account: textValue() }

/** The checks not reported to the bank yet, and the files reported so far. */
export function PositivePay() {
  const [{ account: id }, change] = useUrlState(address)
  return (
    <ChosenAccount id={id} onChoose={(account) => change({ account })}>
      {(account) => <OfAccount key={account.id} account={account} />}
    </ChosenAccount>
  )
}

function OfAccount({ account }: { account: BankAccountReply }) {
  const query = usePositivePay(account.id)
  const failure = useLoadFailure(query)
  const refusal = refusalOfAccount('reconcile', usePerson(), account)
  return (
    <>
      {query.data && <WaitingCard account={account} list={query.data} refusal={refusal} />}
      <FileList
        accountId={account.id}
        files={query.data?.items}
        failure={failure}
        mayReconcile={refusal === undefined}
        sends={query.data?.sends ?? false}
        readsAnswers={query.data?.reads_answers ?? false}
      />
    </>
  )
}

const AnswerDialog = lazy(async () => ({
  default: (await import('#bank/positive-pay/answer-dialog.tsx')).AnswerDialog,
}))

interface FileListProps {
  accountId: number
  files: readonly PositivePayReply[] | undefined
  failure: LoadFailure
  mayReconcile: boolean
  /** Whether files are sent to the bank from here. */
  sends: boolean
  /** Whether the bank's answers to files are read. */
  readsAnswers: boolean
}

/** The account's files, newest first, with their status. */
function FileList({ accountId, files, failure, mayReconcile, sends, readsAnswers }: FileListProps) {
  const answer = useDialogFor<AnswerSubject>(AnswerDialog)
  const { shown, more } = usePortion<PositivePayReply>(files)
  return (
    <Card title="Files" description="Files don’t change, no matter how often they are downloaded." flush>
      <DataTable
        caption="Positive-pay files"
        columns={fileColumns(mayReconcile ? (file) => answer.openFor({ accountId, file }) : undefined, {
          sends,
          readsAnswers,
        })}
        rows={shown}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        {...failure}
        empty={<EmptyState text="No files have been created yet. The first file will contain every signed check." />}
        more={more}
        skeletonRows={3}
      />
      {answer.dialog}
    </Card>
  )
}

type File = PositivePayReply

/** `onAnswer`: undefined for users who can only view the files. */
function fileColumns(
  onAnswer: ((file: File) => void) | undefined,
  bank: Pick<FileListProps, 'sends' | 'readsAnswers'>,
): readonly Column<File>[] {
  return [
    { key: 'number', header: 'File', width: 76, onCard: 'title', cell: ({ number }) => `File ${number}` },
    { key: 'count', header: 'Rows', width: 72, onCard: 'detail', cell: rowsOfFile },
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
      header: 'History',
      width: 320,
      grows: true,
      onCard: 'below',
      cell: (file) => <Story file={file} onAnswer={onAnswer} bank={bank} />,
    },
  ]
}

function rowsOfFile({ kind, count }: File): string {
  if (kind === 'all') return rowsInWords(count)
  const noun = kind === 'issues' ? 'issue' : 'void'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function StateBadge({ file }: { file: File }) {
  const { word, color } = stateOfFile(file)
  return <Badge color={color}>{word}</Badge>
}

interface StoryProps {
  file: File
  onAnswer: ((file: File) => void) | undefined
  bank: Pick<FileListProps, 'sends' | 'readsAnswers'>
}

function Story({ file, onAnswer, bank }: StoryProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1.5 whitespace-normal max-sm:py-0">
      <ul className="min-w-0 flex-1 basis-56 text-[0.8125rem] text-ink-soft">
        {storyOf(file, bank.readsAnswers).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {onAnswer && <FileActions file={file} sends={bank.sends} onAnswer={() => onAnswer(file)} />}
    </div>
  )
}

/** The actions on a file, with the next step highlighted. */
function FileActions({ file, sends, onAnswer }: { file: File; sends: boolean; onAnswer(): void }) {
  const { id, version, number, fetched_at: fetchedAt, answer, transmission } = file
  const send = useWriteWithNotices(bankFileEndpoints.sendPositivePay, sendNotices)
  const isOut = fetchedAt !== null || transmission === 'sent'
  const canSend = sends && answer === null && (transmission === null || transmission === 'failed')
  const readAgain = useReadPositivePay()
  const download = useDownload(bankFileEndpoints.positivePayFile, {
    name: `positive-pay-${id}-${number}.txt`,
    failed: 'Couldn’t download this file',
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant={isOut ? 'secondary' : 'primary'}
        aria-label={`Download file ${number}`}
        pending={download.isPending}
        onClick={() => download.mutate({ params: { id } }, { onSuccess: readAgain })}
      >
        {!download.isPending && <Download aria-hidden className="size-4" />}
        Download
      </Button>
      {answer === null && transmission === 'unknown' && <InterruptedSending file={file} />}
      {canSend && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={transmission === 'failed' ? `Try to send file ${number} again` : `Send file ${number}`}
          pending={send.isPending}
          onClick={() => send.mutate({ params: { id }, body: { version } })}
        >
          {transmission === 'failed' ? 'Try Again' : 'Send'}
        </Button>
      )}
      {answer === null && (
        <Button
          size="sm"
          variant={isOut ? 'primary' : 'secondary'}
          aria-label={`Bank Response to File ${number}`}
          onClick={onAnswer}
        >
          Bank Response
        </Button>
      )}
    </div>
  )
}

/** Asks whether the bank has a file whose sending was interrupted. */
function InterruptedSending({ file: { id, version, number } }: { file: File }) {
  const [asking, setAsking] = useState(false)
  const has = useWriteWithNotices(bankFileEndpoints.sendPositivePay, hasFileNotices)
  const again = useWriteWithNotices(bankFileEndpoints.sendPositivePay, sendNotices, {
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        aria-label={`The bank has file ${number}`}
        pending={has.isPending}
        onClick={() => has.mutate({ params: { id }, body: { version, bank_has_file: true } })}
      >
        Bank Has It
      </Button>
      <Button size="sm" variant="secondary" aria-label={`Send file ${number} again`} onClick={() => setAsking(true)}>
        Send Again
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          again.reset()
        }}
        title={`Send file ${number} again?`}
        text="Do this only if the bank said that it doesn’t have this file. Otherwise, it gets the same checks twice."
        confirmLabel="Send Again"
        pending={again.isPending}
        error={again.error?.message}
        onConfirm={() => again.mutate({ params: { id }, body: { version, bank_has_file: false } })}
      />
    </>
  )
}
