import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useRunProgress } from '#checks/api.ts'
import {
  checksInWords,
  listPagesInWords,
  numbersOf,
  openingsInWords,
  releaseNotices,
  settleNotices,
} from '#checks/printing/run-words.ts'
import { SheetList } from '#checks/printing/sheet-list.tsx'
import { useOpenFile } from '#platform/downloads.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Opens the checks of a run for printing, and asks for the result. */
export function SettleRun({ run }: { run: PrintRunReply }) {
  const { id, version } = run
  const [asks, setAsks] = useState<'all right' | 'nothing'>()
  const [ticks, setTicks] = useState(false)
  const settle = useWriteWithNotices(printRunEndpoints.confirm, settleNotices)
  const release = useWriteWithNotices(printRunEndpoints.release, releaseNotices)
  const ask = (question: typeof asks) => {
    settle.reset()
    release.reset()
    setAsks(question)
  }
  const notOpened = run.fetched_at === null ? 'Open the checks and print them first.' : undefined
  return (
    <>
      <PaperCard run={run} />
      <Card
        title="Did the checks print correctly?"
        description="Compare the numbers, payees, and amounts on the paper with this list."
        flush
        actions={
          <>
            <ReasonButton variant="primary" refusal={notOpened} onClick={() => ask('all right')}>
              All Correct
            </ReasonButton>
            <ReasonButton variant="secondary" refusal={notOpened} aria-pressed={ticks} onClick={() => setTicks(!ticks)}>
              Some Are Spoiled
            </ReasonButton>
            <Button variant="secondary" onClick={() => ask('nothing')}>
              Nothing Printed
            </Button>
          </>
        }
      >
        <SheetList
          run={run}
          ticks={ticks}
          pending={settle.isPending}
          failure={asks ? undefined : settle.error?.message}
          onSettle={(spoiled) => settle.mutate({ params: { id }, body: { spoiled, version } })}
        />
      </Card>
      <ConfirmDialog
        open={asks === 'all right'}
        onOpenChange={() => ask(undefined)}
        title={run.count === 1 ? 'Did the check print correctly?' : `Did all ${run.count} checks print correctly?`}
        text={`Confirming makes ${numbersOf(run)} final and sets ${run.count === 1 ? 'its request' : 'their requests'} to Printed.`}
        confirmLabel="All Correct"
        danger={false}
        pending={settle.isPending}
        error={settle.error?.message}
        onConfirm={() => settle.mutate({ params: { id }, body: { spoiled: [], version } })}
      />
      <NothingCameOut
        run={run}
        open={asks === 'nothing'}
        onOpenChange={() => ask(undefined)}
        pending={settle.isPending || release.isPending}
        failure={settle.error?.message ?? release.error?.message}
        onRelease={() => release.mutate({ params: { id }, body: { version } })}
        onSpoil={(reason) => {
          const spoiled = run.checks.map(({ number }) => ({ number, reason }))
          settle.mutate({ params: { id }, body: { spoiled, version } })
        }}
      />
    </>
  )
}

/** With fewer checks, the wait is too short to show progress. */
const manyChecks = 50

/** The card that opens the PDF with the checks. Once that file has been opened, its numbers might be on paper. */
function PaperCard({ run }: { run: PrintRunReply }) {
  const queries = useQueryClient()
  const file = useOpenFile(printRunEndpoints.pdf, {
    name: `checks-${run.first_number}.pdf`,
    failed: 'Couldn’t open the checks',
    onSettled: () => void queries.invalidateQueries({ queryKey: ['check-requests'] }),
  })
  const isOpened = run.fetched_at !== null
  return (
    <Card
      title="Checks to Print"
      actions={
        <Button
          variant={isOpened ? 'secondary' : 'primary'}
          pending={file.isPending}
          onClick={() => file.open({ params: { id: run.id } })}
        >
          <ExternalLink aria-hidden className="size-4" />
          {isOpened ? 'Reopen the Checks' : 'Open the Checks'}
        </Button>
      }
    >
      <p>
        {isOpened
          ? 'The file was opened, so its numbers might be on paper and can’t be released. Until the run is settled, you can open the same file again.'
          : `The file with ${checksInWords(run.count)} opens in a new tab. Print it in actual size, without fitting it to the page.`}
      </p>
      {run.list_pages > 0 && <p className="font-medium">{listPagesInWords(run)}</p>}
      {isOpened && <p className="wrap-anywhere">{markHidden(openingsInWords(run))}</p>}
      {file.isPending && run.count >= manyChecks && <DrawingProgress runId={run.id} count={run.count} />}
    </Card>
  )
}

/** The number of checks rendered so far, while the user waits for the file. */
function DrawingProgress({ runId, count }: { runId: number; count: number }) {
  const drawn = useRunProgress(runId, true)?.drawn ?? 0
  const all = count.toLocaleString('en-US')
  return (
    <div className="mt-3 grid max-w-md gap-1.5">
      <p id={`drawn-of-${runId}`} className="text-sm text-ink-soft">
        {drawn === 0
          ? `Preparing the file with ${all} checks…`
          : `${drawn.toLocaleString('en-US')} of ${all} checks are ready.`}
      </p>
      <progress
        aria-labelledby={`drawn-of-${runId}`}
        value={drawn}
        max={count}
        className="h-1.5 w-full accent-accent"
      />
    </div>
  )
}

interface NothingCameOutProps {
  run: PrintRunReply
  open: boolean
  onOpenChange(open: boolean): void
  pending: boolean
  failure: string | undefined
  onRelease(): void
  onSpoil(reason: string): void
}

/** Releases the numbers of a run, or marks all of them as spoiled if its file was opened. */
function NothingCameOut({ run, ...props }: NothingCameOutProps) {
  const { open, onOpenChange, pending, failure, onRelease, onSpoil } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const dialog = { open, onOpenChange, pending, error: failure }
  if (run.fetched_at === null)
    return (
      <ConfirmDialog
        {...dialog}
        title="Release the numbers?"
        text={`No one has opened the checks, so ${numbersOf(run)} can go back to the account. The requests stay Approved.`}
        confirmLabel="Release the Numbers"
        danger={false}
        onConfirm={onRelease}
      />
    )
  return (
    <ConfirmDialog
      {...dialog}
      title={run.count === 1 ? 'Spoil the number?' : `Spoil all ${run.count} numbers?`}
      text={`The checks were opened, so ${numbersOf(run)} might be on paper and can’t be used again. The requests stay Approved, and get the next numbers when they are printed again.`}
      confirmLabel={run.count === 1 ? 'Spoil Number' : 'Spoil All Numbers'}
      onConfirm={() => (reason.trim() === '' ? setMissing(true) : onSpoil(reason))}
    >
      <Field
        label="What Happened"
        required
        error={isMissing && reason.trim() === '' ? 'Enter what happened to the sheets.' : undefined}
      >
        <Input autoComplete="off" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ConfirmDialog>
  )
}
