import { lazy } from 'react'
import { ReadyPapers } from '#checks/papers/ready-papers.tsx'
import { useAccountsOfChecks, useRegister } from '#checks/register/api.ts'
import { registerColumns } from '#checks/register/register-columns.tsx'
import { RegisterExports } from '#checks/register/register-exports.tsx'
import { useRegisterState } from '#checks/register/register-state.ts'
import { RegisterToolbar } from '#checks/register/register-toolbar.tsx'
import { RegisterTotals } from '#checks/register/register-totals.tsx'
import { TakenNumbers } from '#checks/register/taken-numbers.tsx'
import { paths } from '#paths.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const SampleDialog = lazy(async () => ({ default: (await import('#auditors/sample-dialog.tsx')).SampleDialog }))

/** Every check that was ever drawn on the accounts that the person works with, by number, the newest first. */
export function Register() {
  const { audits } = usePerson()
  const state = useRegisterState()
  const accounts = useAccountsOfChecks().data ?? []
  const { checks, totals, failure, more } = useRegister(state.values)
  return (
    <Card
      title="Register"
      flush
      actions={
        <>
          <ReadyPapers account={state.values.account} />
          <RegisterExports filter={state.values} />
          {audits && <DrawSample />}
        </>
      }
    >
      <RegisterToolbar state={state} accounts={accounts} />
      <RegisterTotals
        totals={totals}
        chosen={state.values.state}
        onChoose={(chosen) => state.change({ state: chosen })}
      />
      <DataTable
        caption="Checks"
        columns={registerColumns(accounts, state.values.asOf)}
        rows={checks}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        {...failure}
        empty={state.narrowed ? <NoMatch onClear={state.clear} /> : <NoChecks />}
        more={more}
      />
      {state.values.asOf === '' && <TakenNumbers account={state.values.account} />}
    </Card>
  )
}

/** Opens the dialog that draws a sample of checks. */
function DrawSample() {
  const { openFor, dialog } = useDialogFor(SampleDialog)
  return (
    <>
      <Button variant="secondary" onClick={() => openFor(null)}>
        Draw a Sample…
      </Button>
      {dialog}
    </>
  )
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      text="No checks found matching your criteria"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}

function NoChecks() {
  return (
    <EmptyState
      text="No checks yet. Print the checks of approved requests, and they are listed here by number."
      action={<LinkButton to={paths.checkRequests}>Look at the requests</LinkButton>}
    />
  )
}
