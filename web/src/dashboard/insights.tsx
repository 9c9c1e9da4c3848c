import { onlyOwn } from '@check-requests/domain/access/permissions.ts'
import { chartSpans, usualSpan } from '@check-requests/domain/check-requests/chart-spans.ts'
import type { Insights as Drawn } from '@check-requests/domain/check-requests/insights.ts'
import {
  type StatusId,
  type StatusName,
  statusNamed,
  statusOf,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import { addDays, formatDate, zoneByCity } from '@check-requests/domain/values/calendar-date.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { type InsightsQuestion, useInsights } from '#check-requests/api.ts'
import { useDealerships } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { choiceValue, type UrlValue, useUrlState } from '#platform/url-state.ts'
import { Card } from '#ui/card.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import type { ChartData, ChartTarget } from '#ui/chart/chart.ts'
import { ColumnChart } from '#ui/chart/column-chart.tsx'
import { FigureTable } from '#ui/chart/figure-table.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'

type Week = Drawn['weeks'][number]
type Open = Drawn['open'][number]
type Step = Drawn['steps'][number]
type Counted = Open | Week['requested']

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The list filter for the dealership of the charts. */
type Place = { dealership?: string }

/** Trends as charts, each with a table. Renders nothing until there is data. */
export function Insights() {
  const state = useChartState()
  const insights = useInsights(state.question)
  const { error, onRetry } = useLoadFailure(insights)
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  if (!insights.data || (state.isUsual && isBlank(insights.data))) return null
  const place: Place = state.dealership ? { dealership: state.dealership } : {}
  const { time_zone, weeks, open, steps } = insights.data
  return (
    <section aria-label="Charts" className="grid gap-3" aria-busy={insights.isPlaceholderData}>
      <ChartControls {...state} />
      <Charted
        title="Raised and Closed"
        description={`By week, from Monday to Sunday, in ${zoneByCity(time_zone)}`}
        kind="columns"
        data={byWeek(weeks, { ...place, ...(time_zone !== ownZone && { time_zone }) })}
      />
      <Charted
        title="Open Requests"
        description="Requests raised but not yet closed"
        kind="bars"
        data={byStatus(open, place)}
      />
      {steps.length > 0 && (
        <Charted
          title="Time at Each Step"
          description="Median of the 100 most recently closed requests"
          kind="bars"
          data={byStep(steps, place)}
        />
      )}
    </section>
  )
}

interface ChartedProps<Row> {
  title: string
  description: string
  kind: 'columns' | 'bars'
  data: ChartData<Row>
}

function Charted<Row>({ title, description, kind, data }: ChartedProps<Row>) {
  const Chart = kind === 'columns' ? ColumnChart : BarChart
  return (
    <Card title={title} description={description}>
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Chart {...data} />
        <FigureTable {...data} rows={kind === 'columns' ? data.rows.toReversed() : data.rows} />
      </div>
    </Card>
  )
}

const compact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })
const requestsText = ({ count }: Counted) => `${count.toLocaleString('en-US')} request${count === 1 ? '' : 's'}`
const amountText = ({ amount }: Counted) => formatDollars(amount)

function byWeek(weeks: readonly Week[], place: Place & { time_zone?: string }): ChartData<Week> {
  /** The filter for requests raised or completed in a week, in the figures' time zone instead of the user's. */
  const during = ({ from }: Week, name: 'raised' | 'completed'): ChartTarget => {
    const days = { [`${name}_from`]: from, [`${name}_to`]: addDays(from, 6) }
    return { to: paths.checkRequests, search: { ...place, ...days } }
  }
  return {
    caption: 'Amounts raised and closed by week',
    label: 'Week of',
    rows: weeks,
    rowKey: ({ from }) => from,
    rowName: ({ from }) => formatDate(from),
    tick: ({ from }) => formatDate(from).replace(/, \d+$/, ''),
    axisText: (value) => compact.format(value),
    series: [
      {
        name: 'Raised',
        value: ({ requested }) => requested.amount,
        text: ({ requested }) => amountText(requested),
        remark: ({ requested }) => requestsText(requested),
        target: (week) => (week.requested.count > 0 ? during(week, 'raised') : undefined),
      },
      {
        name: 'Closed',
        value: ({ completed }) => completed.amount,
        text: ({ completed }) => amountText(completed),
        remark: ({ completed }) => requestsText(completed),
        target: (week) => (week.completed.count > 0 ? during(week, 'completed') : undefined),
        look: 'outlined',
      },
    ],
  }
}

function byStatus(open: readonly Open[], place: Place): ChartData<Open> {
  const target = ({ status_id, count }: Open): ChartTarget | undefined =>
    count > 0 ? { to: paths.checkRequests, search: { status: status_id, ...place } } : undefined
  return {
    caption: 'Open requests by status',
    label: 'Status',
    rows: open,
    rowKey: ({ status_id }) => status_id,
    rowName: ({ status_id }) => chartedName(status_id),
    axisText: (value) => compact.format(value),
    series: [
      { name: 'Requests', text: ({ count }) => count.toLocaleString('en-US'), target },
      { name: 'Amount', value: ({ amount }) => amount, text: amountText, remark: requestsText, target },
    ],
  }
}

function byStep(steps: readonly Step[], place: Place): ChartData<Step> {
  const closed = { status: statusNamed('closed').id, sort: 'completed', ...place }
  return {
    caption: 'Median time at each step',
    label: 'Status',
    rows: steps,
    rowKey: ({ status_id }) => status_id,
    rowName: ({ status_id }) => chartedName(status_id),
    axisText: timeText,
    series: [
      {
        name: 'Median time',
        value: ({ median_hours }) => median_hours,
        text: ({ median_hours }) => timeText(median_hours),
        target: () => ({ to: paths.checkRequests, search: closed }),
      },
    ],
  }
}

function isBlank({ weeks, open }: Drawn): boolean {
  return [...weeks.flatMap(({ requested, completed }) => [requested, completed]), ...open].every(
    ({ count }) => count === 0,
  )
}

/**
 * Chart names for statuses whose badge texts would be ambiguous because a dashboard card uses the name differently: the
 * card 'Processing' also counts printed and signed checks.
 */
const named: Partial<Record<StatusName, string>> = { processing: 'Processing by approver' }

/** The chart's name for requests at a status. */
function chartedName(id: StatusId): string {
  const { name, badge } = statusOf(id)
  return named[name] ?? badge
}

const hoursInDay = 24

/** A duration in hours as text: `25 minutes`, `4.5 hours`, `2.1 days`. */
export function timeText(hours: number): string {
  if (hours < 1) return counted(Math.round(hours * 60), 'minute')
  if (hours < 2 * hoursInDay) return counted(rounded(hours), 'hour')
  return counted(rounded(hours / hoursInDay), 'day')
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function counted(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

const spans = chartSpans.map((weeks) => ({ value: weeks, label: `Last ${weeks} weeks` }))

/** Selects the period and dealership of the charts. */
function ChartControls({ weeks, dealership, dealerships, change }: ChartState) {
  const places = dealerships.map(({ id, name }) => ({ value: `${id}`, label: name }))
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <h2 className="me-auto text-base max-sm:basis-full font-semibold">Charts</h2>
      {places.length > 1 && (
        <NativeSelect
          aria-label="Dealership"
          options={[{ value: '', label: 'All dealerships' }, ...places]}
          value={dealership}
          onChange={(chosen) => change({ dealership: chosen })}
        />
      )}
      <NativeSelect
        aria-label="Time period"
        options={spans}
        value={weeks}
        onChange={(chosen) => change({ weeks: chosen })}
      />
    </div>
  )
}

const everywhere = ''

const idValue: UrlValue<string> = {
  initial: everywhere,
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? text : undefined),
}

const shape = { weeks: choiceValue(chartSpans, usualSpan), dealership: idValue }

/** The period and dealership of the charts, from the URL. */
function useChartState() {
  const [url, change] = useUrlState(shape)
  const { role } = usePerson()
  // Requesters see only their own requests, which are added up over all dealerships.
  const isDivided = !onlyOwn(role, 'check-requests.read')
  const { data: all } = useDealerships({ enabled: isDivided })
  const dealerships = isDivided ? (all ?? []) : []
  const isOffered = !all || dealerships.some(({ id }) => `${id}` === url.dealership)
  const dealership = isOffered && dealerships.length > 0 ? url.dealership : everywhere
  const question: InsightsQuestion = { weeks: url.weeks, ...(dealership && { dealership }) }
  return {
    question,
    weeks: url.weeks,
    dealership,
    dealerships,
    change,
    isUsual: url.weeks === usualSpan && dealership === everywhere,
  }
}

type ChartState = ReturnType<typeof useChartState>
