import type { RoleName } from '@check-requests/domain/access/roles.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { columns } from '#check-requests/list/columns.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { useDeleteAction } from '#check-requests/list/use-delete-action.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const subtitles: Record<RoleName, string> = {
  requester: 'Manage your check requests',
  approver: 'Review and approve check requests',
  processor: 'Process approved check requests',
  admin: 'Manage all check requests',
}

export function CheckRequestsScreen() {
  const { role } = usePerson()
  const { actions, dialog } = useDeleteAction()
  const isRequester = role === 'requester'
  const newRequest = isRequester && <LinkButton to={paths.newCheckRequest}>New Check Request</LinkButton>
  return (
    <>
      <PageHeader title="Check Requests" subtitle={subtitles[role]} actions={newRequest} />
      <RequestList
        columns={[
          columns.number,
          columns.amount,
          columns.payee,
          ...(isRequester ? [] : [columns.risk]),
          columns.dealership,
          columns.department,
          columns.requestDate,
          columns.dueDate,
          columns.status,
          columns.priority,
          actions,
        ]}
        placeholder="Search by request #, payee, or purpose..."
        control="status"
        nothingYet={{
          text: isRequester ? 'You haven’t raised a check request yet.' : 'No check requests have been raised yet.',
          action: newRequest,
        }}
        noMatch="No check requests found matching your criteria"
      />
      {dialog}
    </>
  )
}
