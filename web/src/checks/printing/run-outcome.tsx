import { waitsForSignature } from '@check-requests/domain/checks/lifecycle.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { useOpenAccounts } from '#checks/api.ts'
import { CoverSheet } from '#checks/papers/cover-sheet.tsx'
import { checksInWords, numbersOf, openingsInWords } from '#checks/printing/run-words.ts'
import { paths } from '#paths.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const CopyDialog = lazy(async () => ({ default: (await import('#checks/papers/copy-dialog.tsx')).CopyDialog }))

/** What became of a run, and what people mostly do next. */
export function RunOutcome({ run }: { run: PrintRunReply }) {
  const spoiled = run.checks.filter(({ state }) => state === 'spoiled')
  const again = spoiled.flatMap(({ check_request_id: id }) => id ?? [])
  const hasPrinted = run.state === 'confirmed'
  const wait = run.checks.some(({ state }) => waitsForSignature(state))
  return (
    <Card
      title="How It Came Out"
      actions={
        <>
          {again.length > 0 && (
            <LinkButton
              variant={hasPrinted ? 'secondary' : 'primary'}
              to={paths.printChecks}
              search={{ account: run.bank_account_id, requests: again.join() }}
            >
              Print the Spoiled Ones Again
            </LinkButton>
          )}
          <CopyRun run={run} />
          {wait && <CoverSheet run={run} />}
          {hasPrinted && <LinkButton to={paths.signChecks}>Sign Checks</LinkButton>}
        </>
      }
    >
      <p className="wrap-anywhere">{markHidden(`${outcomeInWords(run, spoiled.length)} ${openingsInWords(run)}`)}</p>
    </Card>
  )
}

/** Where numbers were released nothing was printed that could be copied. */
function CopyRun({ run }: { run: PrintRunReply }) {
  const { openFor, dialog } = useDialogFor(CopyDialog)
  const person = usePerson()
  const account = useOpenAccounts().accounts?.find(({ id }) => id === run.bank_account_id)
  if (run.state === 'released' || !account || refusalOfAccount('print', person, account)) return null
  return (
    <>
      <Button variant="secondary" onClick={() => openFor(run)}>
        Copy…
      </Button>
      {dialog}
    </>
  )
}

function outcomeInWords(run: PrintRunReply, spoiled: number): string {
  const { count, state, settled_by, settled_at } = run
  const who = settled_by && settled_at ? ` ${settled_by.name} said so at ${formatMoment(settled_at)}.` : ''
  if (state === 'released') return `Nothing was printed: ${numbersOf(run)} went back to the account.${who}`
  if (state === 'spoiled') return `Nothing came out right: ${numbersOf(run)} stay spoiled.${who}`
  if (spoiled === 0) return `${count === 1 ? 'The check' : `All ${count} checks`} came out right.${who}`
  return `${checksInWords(count - spoiled)} came out right, and ${spoiled === 1 ? '1 is' : `${spoiled} are`} spoiled.${who}`
}
