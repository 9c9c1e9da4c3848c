import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { type CountCard, LatestRequests, StatusCards } from '#dashboard/panel-parts.tsx'
import { paths } from '#paths.ts'

const cards: CountCard[] = [
  {
    label: 'Awaiting Processing',
    hint: 'Ready for printing',
    counts: ['approved'],
    to: paths.processing,
    search: { status: statusNamed('approved').id },
  },
  {
    label: 'Printed',
    hint: 'Ready for signing',
    counts: ['printed'],
    to: paths.processing,
    search: { status: statusNamed('printed').id },
  },
  {
    label: 'Signed',
    hint: 'Ready for delivery',
    counts: ['signed'],
    to: paths.processing,
    search: { status: statusNamed('signed').id },
  },
  {
    label: 'Delivered/Close',
    hint: 'Completed check requests',
    counts: ['closed'],
    to: paths.completed,
    search: { status: statusNamed('closed').id },
  },
]

const { number, payee, amount, waitingStatus, priority, completedDate, view } = columns

export function ProcessorPanel() {
  return (
    <>
      <StatusCards cards={cards} />
      <LatestRequests
        title="Processing Checks"
        filter={{ view: 'processing' }}
        columns={[number, payee, amount, waitingStatus, priority, view]}
        empty="No checks are in process."
      />
      <LatestRequests
        title="Recently Completed"
        filter={{ view: 'completed', sort: 'completed' }}
        columns={[number, payee, amount, completedDate, view]}
        empty="No check request has been completed yet."
      />
    </>
  )
}
