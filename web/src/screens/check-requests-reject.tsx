import { queueSearch, refusedColumns } from '#check-requests/list/columns.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsRejectScreen() {
  return (
    <>
      <PageHeader title="Rejected Checks" />
      <RequestList
        queue="rejected"
        columns={refusedColumns}
        placeholder={queueSearch}
        nothingYet={{
          text: 'None of your check requests have been rejected.',
          action: (
            <LinkButton to={paths.checkRequests} variant="secondary">
              My Requests
            </LinkButton>
          ),
        }}
        noMatch="No pending check requests found matching your criteria"
      />
    </>
  )
}
