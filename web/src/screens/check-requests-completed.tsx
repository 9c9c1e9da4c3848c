import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { columns } from '#check-requests/list/columns.tsx'
import type { StatusTab } from '#check-requests/list/list-toolbar.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const targets = ['closed'] as const

const tabs: readonly StatusTab[] = [
  { status: 0, text: 'All' },
  { status: statusNamed('ready').id, text: 'Ready', counted: true },
  { status: statusNamed('closed').id, text: 'Closed' },
]

export function CheckRequestsCompletedScreen() {
  return (
    <>
      <PageHeader title="Completed" />
      <RequestList
        queue="completed"
        tabs={tabs}
        targets={targets}
        columns={[
          columns.number,
          columns.checkNumber,
          columns.requester,
          columns.dealership,
          columns.payee,
          columns.amount,
          columns.purpose,
          columns.deliveryMethod,
          columns.bareStatus,
          columns.completedDate,
          columns.view,
        ]}
        placeholder="Search by request #, check #, requester, payee, or purpose..."
        control="within"
        nothingYet={{
          text: 'No check request has been completed yet.',
          action: (
            <LinkButton to={paths.processing} variant="secondary">
              Processing
            </LinkButton>
          ),
        }}
        noMatch="No completed check requests found matching your criteria"
      />
    </>
  )
}
