import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { RunChecks } from '#checks/printing/run-checks.tsx'
import { RunOutcome } from '#checks/printing/run-outcome.tsx'
import { checksInWords, madeInWords, numbersOf } from '#checks/printing/run-words.ts'
import { SettleRun } from '#checks/printing/settle-run.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** A print run: what is to be printed and how it came out, or what became of it. */
export function PrintRun({ run }: { run: PrintRunReply }) {
  const { bank_account_id: accountId, bank_account_name: accountName, count, total, check_date: date } = run
  return (
    <>
      <PageHeader
        title={`Print Run, ${numbersOf(run)}`}
        subtitle={markHidden(
          `${checksInWords(count)} with ${formatDollars(total)} on the account ${accountName}, dated ${formatDate(date)}, ${madeInWords(run)}.`,
        )}
        actions={
          <LinkButton variant="secondary" to={paths.printChecks} search={{ account: accountId }}>
            Print Checks
          </LinkButton>
        }
      />
      {run.state === 'made' ? <SettleRun run={run} /> : <RunOutcome run={run} />}
      {run.state !== 'made' && <RunChecks run={run} />}
    </>
  )
}
