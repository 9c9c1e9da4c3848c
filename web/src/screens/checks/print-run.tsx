import { waitsForSignature } from '@check-requests/domain/checks/lifecycle.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { useOpenAccounts, usePrintRun } from '#checks/api.ts'
import { LeftOut } from '#checks/chosen-checks.tsx'
import { checksInWords, madeInWords, numbersOf, openingsInWords, printSteps } from '#checks/printing/run-words.ts'
import { SettleRun } from '#checks/printing/settle-run.tsx'
import { CheckStateBadge, RequestsOfCheck } from '#checks/register/check-state.tsx'
import { checkPath, paths } from '#paths.ts'
import { isFinal } from '#platform/api-failure.ts'
import { useOpenFile } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Steps } from '#ui/steps.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowLink } from '#ui/table/row-controls.tsx'

export function PrintRunScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { data: run, error, refetch } = usePrintRun(id)
  if (run && !(error && isFinal(error))) return <PrintRun key={id} run={run} />
  return (
    <>
      <PageHeader title="Print Run" />
      <Card flush={error !== null}>
        {error && isFinal(error) && (
          <EmptyState text={error.message} action={<LinkButton to={paths.printChecks}>Print Checks</LinkButton>} />
        )}
        {error && !isFinal(error) && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && <SkeletonRows count={4} />}
      </Card>
    </>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The requests that the new print run leaves out, each with the reason. */
    left_out?: readonly { readonly message: string }[]
    /** The requests of the new print run whose payees positive-pay files can’t contain. */
    warnings?: readonly { readonly message: string }[]
  }
}

/** A print run: its sheets with a question about the result, or the recorded result. */
export function PrintRun({ run }: { run: PrintRunReply }) {
  const { bank_account_id: accountId, bank_account_name: accountName, count, total, check_date: date } = run
  const { left_out: leftOut, warnings } = useLocation().state
  return (
    <>
      <PageHeader
        title={`Print Run, ${numbersOf(run)}`}
        subtitle={markHidden(
          `${checksInWords(count)} for ${formatDollars(total)} on the account “${accountName}”, dated ${formatDate(date)}, ${madeInWords(run)}.`,
        )}
        actions={
          <LinkButton variant="secondary" to={paths.printChecks} search={{ account: accountId }}>
            Print Checks
          </LinkButton>
        }
      />
      <Steps steps={printSteps} current={stepOf(run)} />
      <LeftOut rows={leftOut} />
      <LeftOut rows={warnings} title={unreportedInWords} />
      {run.state === 'made' ? <SettleRun run={run} /> : <RunOutcome run={run} />}
      {run.state !== 'made' && <RunChecks run={run} />}
    </>
  )
}

function unreportedInWords(count: number): string {
  return `${count === 1 ? '1 check' : `${count} checks`} can’t be reported in positive-pay files.`
}

/** The position of the run's current step: printing until the sheets have been opened, and past all when it is settled. */
function stepOf({ state, opened }: PrintRunReply): number {
  if (state !== 'made') return printSteps.length
  return opened.length > 0 ? 3 : 2
}

type RunCheck = PrintRunReply['checks'][number]

/** The checks of a settled run. */
function RunChecks({ run }: { run: PrintRunReply }) {
  return (
    <Card title="Checks" flush>
      <DataTable
        caption="Checks of this print run"
        columns={columns}
        rows={run.checks}
        rowKey={({ id }) => id}
        empty={<EmptyState text="The numbers of this print run were used by another print run." />}
      />
    </Card>
  )
}

const columns: readonly Column<RunCheck>[] = [
  {
    key: 'number',
    header: 'Check #',
    width: 110,
    onCard: 'detail',
    cell: ({ id, number }) => (
      <RowLink to={checkPath(id)} stateNow={() => ({})} className="row-link">
        {number}
      </RowLink>
    ),
  },
  {
    key: 'payee',
    header: 'Payee',
    width: 160,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ payee_name: payee }) => markHidden(payee),
  },
  {
    key: 'amount',
    header: 'Amount',
    width: 110,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    key: 'state',
    header: 'State',
    width: 96,
    onCard: 'mark',
    cell: ({ state }) => <CheckStateBadge check={{ kind: 'run', state }} />,
  },
  {
    key: 'request',
    header: 'Request #',
    width: 160,
    givesWay: 1,
    cell: (check) => <RequestsOfCheck check={check} />,
  },
]

const CopyDialog = lazy(async () => ({ default: (await import('#checks/printing/copy-dialog.tsx')).CopyDialog }))

/** The result of a run, and the usual next steps. */
function RunOutcome({ run }: { run: PrintRunReply }) {
  const spoiled = run.checks.filter(({ state }) => state === 'spoiled')
  const again = spoiled.flatMap(({ check_request_ids: ids }) => ids)
  const hasPrinted = run.state === 'confirmed'
  const wait = run.checks.some(({ state }) => waitsForSignature(state))
  const mayConfirm = useMaySign(run)
  return (
    <Card
      title="Print Result"
      actions={
        <>
          {again.length > 0 && (
            <LinkButton
              variant={hasPrinted ? 'secondary' : 'primary'}
              to={paths.printChecks}
              search={{ account: run.bank_account_id, requests: again.join() }}
            >
              Reprint Spoiled Checks
            </LinkButton>
          )}
          <CopyRun run={run} />
          {wait && <CoverSheet run={run} />}
          {hasPrinted && mayConfirm && <LinkButton to={paths.signChecks}>Sign Checks</LinkButton>}
        </>
      }
    >
      <p className="wrap-anywhere">{markHidden(`${outcomeInWords(run, spoiled.length)} ${openingsInWords(run)}`)}</p>
    </Card>
  )
}

/** True if the user may sign for the run's account and had no part in the run. */
function useMaySign({ bank_account_id, made_by, settled_by }: PrintRunReply): boolean {
  const person = usePerson()
  const account = useOpenAccounts().accounts?.find(({ id }) => id === bank_account_id)
  if (!account || [made_by.id, settled_by?.id].includes(person.id)) return false
  return refusalOfAccount('sign', person, account) === undefined
}

/** The actions for copies of a run. Not offered if its numbers were released, because nothing was printed. */
function CopyRun({ run }: { run: PrintRunReply }) {
  const { openFor, dialog } = useDialogFor(CopyDialog)
  const person = usePerson()
  const account = useOpenAccounts().accounts?.find(({ id }) => id === run.bank_account_id)
  if (run.state === 'released' || !account || refusalOfAccount('print', person, account)) return null
  return (
    <>
      <Button variant="secondary" onClick={() => openFor(run)}>
        Copy Checks
      </Button>
      {dialog}
    </>
  )
}

function outcomeInWords(run: PrintRunReply, spoiled: number): string {
  const { count, state, settled_by, settled_at } = run
  const who = settled_by && settled_at ? ` ${settled_by.name} recorded this on ${formatMoment(settled_at)}.` : ''
  if (state === 'released') return `Nothing was printed, and ${numbersOf(run)} returned to the account.${who}`
  if (state === 'spoiled')
    return `Nothing printed correctly: ${numbersOf(run)} ${count === 1 ? 'stays' : 'stay'} spoiled.${who}`
  if (spoiled === 0) return `${count === 1 ? 'The check' : `All ${count} checks`} printed correctly.${who}`
  return `${checksInWords(count - spoiled)} printed correctly, and ${spoiled === 1 ? '1 is' : `${spoiled} are`} spoiled.${who}`
}

/** Opens the cover sheet of a signing folder. */
function CoverSheet({ run: { id, first_number } }: { run: PrintRunReply }) {
  const sheet = useOpenFile(checkPaperEndpoints.coverSheet, {
    name: `cover-sheet-${first_number}.pdf`,
    failed: 'Couldn’t create the cover sheet',
  })
  return (
    <Button variant="secondary" pending={sheet.isPending} onClick={() => sheet.open({ params: { id } })}>
      <ExternalLink aria-hidden className="size-4" />
      Cover Sheet
    </Button>
  )
}
