import { onlyOwn } from '@check-requests/domain/access/permissions.ts'
import { chartSpans, usualSpan } from '@check-requests/domain/check-requests/chart-spans.ts'
import type { InsightsQuestion } from '#check-requests/api.ts'
import { useDealerships } from '#organisation/api.ts'
import { choiceValue, type UrlValue, useUrlState } from '#platform/url-state.ts'
import { usePerson } from '#sessions/session-provider.tsx'

const everywhere = ''

const idValue: UrlValue<string> = {
  initial: everywhere,
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? text : undefined),
}

const shape = { weeks: choiceValue(chartSpans, usualSpan), dealership: idValue }

/** How far the charts look back, and the dealership that they are about, as given by the address. */
export function useChartState() {
  const [url, change] = useUrlState(shape)
  const { role } = usePerson()
  // What people requested themselves is added up for all dealerships together.
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

export type ChartState = ReturnType<typeof useChartState>
