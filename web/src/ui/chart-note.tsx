import { clsx } from 'clsx'
import type { ChartData, ChartMark } from '#ui/chart.ts'

/** Below a chart: what its bars are, and which are longer than they are drawn. */
export function ChartNote<Row>({ data, cut }: { data: ChartData<Row>; cut: readonly ChartMark[] }) {
  const drawn = data.series.filter(({ value }) => value)
  return (
    <figcaption className="mt-1 grid gap-1 text-[0.8125rem] text-ink-soft">
      {drawn.length > 1 && (
        <span className="flex flex-wrap gap-x-4">
          {drawn.map(({ name, look = 'filled' }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={clsx('chart-key', `chart-key-${look}`)} />
              {name}
            </span>
          ))}
        </span>
      )}
      {cut.length > 0 && (
        <span role="note">
          Broken scale: {cut.length === 1 ? 'the bar with a gap is' : 'the bars with a gap are'} far longer than drawn.{' '}
          {cut.map(({ name }) => name).join('; ')}.
        </span>
      )}
    </figcaption>
  )
}
