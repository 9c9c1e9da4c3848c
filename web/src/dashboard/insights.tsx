import type { Insights as Drawn } from '@check-requests/domain/check-requests/insights.ts'
import { type StatusId, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useInsights } from '#check-requests/api.ts'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { timeText } from '#dashboard/time-text.ts'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { BarTable } from '#ui/bar-table.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextLink } from '#ui/link-button.tsx'

/** Trends as charts. Renders nothing until there is something to show. */
export function Insights() {
  const insights = useInsights()
  const { error, onRetry } = useLoadFailure(insights)
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  if (!insights.data || isBlank(insights.data)) return null
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Weeks weeks={insights.data.weeks} />
      <div className="grid gap-5">
        <Waiting open={insights.data.open} />
        {insights.data.steps.length > 0 && <Steps steps={insights.data.steps} />}
      </div>
    </div>
  )
}

function Weeks({ weeks }: Pick<Drawn, 'weeks'>) {
  return (
    <Card title="Requested and Completed" description="By week">
      <BarTable
        caption="Amounts requested and completed by week"
        label="Week of"
        rows={weeks}
        rowKey={({ from }) => from}
        rowLabel={({ from }) => formatDate(from).replace(/, \d+$/, '')}
        series={[
          {
            name: 'Requested',
            value: ({ requested }) => requested.amount,
            text: ({ requested }) => formatDollars(requested.amount),
            color: 'bg-accent',
          },
          {
            name: 'Completed',
            value: ({ completed }) => completed.amount,
            text: ({ completed }) => formatDollars(completed.amount),
            color: 'bg-good',
          },
        ]}
      />
    </Card>
  )
}

function Waiting({ open }: { open: Drawn['open'] }) {
  return (
    <Card title="On the Way" description="What has been requested and is not completed">
      <BarTable
        caption="Requests on the way by status"
        label="Status"
        rows={open}
        rowKey={({ status_id }) => status_id}
        rowLabel={({ status_id }) => <StatusLink id={status_id} />}
        series={[
          { name: 'Requests', text: ({ count }) => count.toLocaleString('en-US') },
          {
            name: 'Amount',
            value: ({ amount }) => amount,
            text: ({ amount }) => formatDollars(amount),
            color: 'bg-accent',
          },
        ]}
      />
    </Card>
  )
}

function Steps({ steps }: { steps: Drawn['steps'] }) {
  return (
    <Card title="Time at Each Step" description="Half of the latest completed requests were faster">
      <BarTable
        caption="Median time at each step"
        label="Status"
        rows={steps}
        rowKey={({ status_id }) => status_id}
        rowLabel={({ status_id }) => <StatusBadge status={statusOf(status_id).name} />}
        series={[
          {
            name: 'Median time',
            value: ({ median_hours }) => median_hours,
            text: ({ median_hours }) => timeText(median_hours),
            color: 'bg-accent',
          },
        ]}
      />
    </Card>
  )
}

function StatusLink({ id }: { id: StatusId }) {
  return (
    <TextLink to={paths.checkRequests} search={{ status: id }}>
      <StatusBadge status={statusOf(id).name} />
    </TextLink>
  )
}

function isBlank({ weeks, open }: Drawn): boolean {
  return [...weeks.flatMap(({ requested, completed }) => [requested, completed]), ...open].every(
    ({ count }) => count === 0,
  )
}
