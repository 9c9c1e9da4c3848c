import fc from 'fast-check'
import { moment } from '../platform/clock.ts'
import { testsBegin } from './clock.ts'
import { type ModelFilters, modelPriorities, modelStatusNames, modelWaits } from './list-model.ts'
import { type ModelRequest, searchShape } from './random-organization.ts'

const day = 86_400_000
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 })
const pick = fc.nat({ max: 1000 })
const picks = some(fc.array(pick, { minLength: 1, maxLength: 3 }))
const days = (ago: number) => moment(testsBegin - ago * day).slice(0, 10)
const dayShape = fc.constantFrom(-3, -1, 0, 0, 1, 2, 30, 31, 90, 300).map(days)
const amountShape = fc.constantFrom('0.01', '1.00', '123.45', '123.46', '2000', '99999999.99')

/** Filters that can be combined. Places, users, and purposes are taken from existing requests. */
export const filterShape = fc.record({
  statuses: some(fc.subarray(modelStatusNames, { minLength: 1 })),
  waiting_on: some(fc.constantFrom(...modelWaits)),
  overdue: some(fc.boolean()),
  dealership: picks,
  department: picks,
  purpose: some(fc.subarray([1, 2, 21], { minLength: 1 })),
  requester: picks,
  priority: some(fc.subarray(modelPriorities, { minLength: 1 })),
  payee: some(searchShape),
  amount: some(fc.tuple(amountShape, amountShape)),
  due: some(fc.tuple(dayShape, dayShape)),
  raised: some(fc.tuple(dayShape, dayShape)),
  completed: some(fc.tuple(dayShape, dayShape)),
  ends: fc.constantFrom('from', 'to', 'both'),
  keep: fc.integer({ min: 0, max: 3 }),
  first: pick,
  time_zone: some(fc.constantFrom('UTC', 'America/Chicago', 'Pacific/Auckland', 'Asia/Kathmandu')),
})
type FilterShape = typeof filterShape extends fc.Arbitrary<infer Shape> ? Shape : never

/**
 * Turns a shape into filters for these requests. Uses only a few filters, because using them all would match nothing.
 */
export function filtersOfShape(
  shape: FilterShape,
  requests: readonly ModelRequest[],
  wordsOf: (search: Exclude<FilterShape['payee'], undefined>) => string,
): ModelFilters {
  const { amount, due, raised, completed, ends, keep, first, time_zone, ...rest } = shape
  const at = (field: 'dealership' | 'department' | 'requester') =>
    rest[field]?.map((index) => requests[index % requests.length]?.[field] ?? 1)
  const filters: [string, object][] = Object.entries({
    ...rest,
    dealership: at('dealership'),
    department: at('department'),
    requester: at('requester'),
    payee: rest.payee === undefined ? undefined : wordsOf(rest.payee),
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, { [name]: value }])
  const ranges = Object.entries({ amount, due, raised, completed }).flatMap(([name, range]): [string, object][] =>
    range ? [[name, endsOf(name, range, ends)]] : [],
  )
  const all = [...filters, ...ranges]
  const kept = all.filter((_, index) => (index + first) % Math.max(1, all.length) < keep)
  return Object.assign({}, ...kept.map(([, value]) => value), time_zone && { time_zone })
}

function endsOf(name: string, range: [string, string], ends: FilterShape['ends']): Record<string, string> {
  const [low, high] = range.sort((a, b) => (name === 'amount' ? Number(a) - Number(b) : a.localeCompare(b)))
  return {
    ...(ends !== 'to' && { [`${name}_from`]: low as string }),
    ...(ends !== 'from' && { [`${name}_to`]: high as string }),
  }
}

/** The filters as query parameters. */
export function queryOfFilters(filters: ModelFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
}
