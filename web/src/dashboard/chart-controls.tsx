import { chartSpans } from '@check-requests/domain/check-requests/chart-spans.ts'
import type { ChartState } from '#dashboard/chart-state.ts'
import { NativeSelect } from '#ui/native-select.tsx'

const spans = chartSpans.map((weeks) => ({ value: weeks, label: `Last ${weeks} weeks` }))

/** Chooses how far the charts look back and which dealership they are about. */
export function ChartControls({ weeks, dealership, dealerships, change }: ChartState) {
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
        aria-label="Look back"
        options={spans}
        value={weeks}
        onChange={(chosen) => change({ weeks: chosen })}
      />
    </div>
  )
}
