import { usePerson } from '#access/sessions/session-provider.tsx'
import { columns, queueSearch } from '#check-requests/list/columns.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { useUpdateAction } from '#check-requests/list/use-update-action.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const targets = ['printed', 'signed', 'ready', 'sendback'] as const

export function CheckRequestsProcessingScreen() {
  const { actions, dialogs } = useUpdateAction()
  return (
    <>
      <PageHeader title="Processing" actions={<PrintChecksLink />} />
      <RequestList
        queue="processing"
        targets={targets}
        columns={[
          columns.number,
          columns.requester,
          columns.dealership,
          columns.department,
          columns.payee,
          columns.risk,
          columns.amount,
          columns.purpose,
          columns.dueDate,
          columns.waitingStatus,
          columns.priority,
          actions,
        ]}
        placeholder={queueSearch}
        nothingYet={{
          text: 'No checks are in process.',
          action: (
            <LinkButton to={paths.completed} variant="secondary">
              Completed
            </LinkButton>
          ),
        }}
        noMatch="No checks in process found matching your criteria"
      />
      {dialogs}
    </>
  )
}

/** The link to print runs. With a bank account, checks are printed together in runs. */
function PrintChecksLink() {
  const { role, bank_accounts } = usePerson()
  if (role !== 'processor' || !bank_accounts) return null
  return (
    <LinkButton to={paths.printChecks} variant="secondary">
      Print Checks
    </LinkButton>
  )
}
