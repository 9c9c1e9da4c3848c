import type { ModelPerson, ModelRequest } from './random-organization.ts'

/** A list call in a naive reading of the specification. */
export interface ModelQuery {
  readonly view: keyof typeof statusesOf
  readonly status: number
  readonly search: string
  readonly within: number
  readonly sort: keyof typeof orderOf
  readonly filters?: ModelFilters
}

/** A list call's filters, as texts in the URL and as lists of ids. */
export interface ModelFilters {
  readonly statuses?: readonly string[]
  readonly waiting_on?: keyof typeof waitingAt
  readonly overdue?: boolean
  readonly dealership?: readonly number[]
  readonly department?: readonly number[]
  readonly purpose?: readonly number[]
  readonly requester?: readonly number[]
  readonly priority?: readonly string[]
  readonly payee?: string
  readonly amount_from?: string
  readonly amount_to?: string
  readonly due_from?: string
  readonly due_to?: string
  readonly raised_from?: string
  readonly raised_to?: string
  readonly completed_from?: string
  readonly completed_to?: string
  readonly time_zone?: string
}

const requester = 2
const day = 86_400_000

const statusesOf = {
  all: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  pending: [1, 2],
  processing: [3, 4, 5],
  completed: [6, 7],
  sendback: [9],
  rejected: [8],
} as const

const statusNames = [
  'request',
  'processing',
  'approved',
  'printed',
  'signed',
  'ready',
  'closed',
  'rejected',
  'sendback',
]
const priorityNames = ['normal', 'medium', 'urgent', 'critical']
const waitingAt = { approvers: [1, 2], processors: [3, 4, 5], requester: [9], 'hand-over': [6] } as const

/** Status names that filters can use. */
export const modelStatusNames = statusNames
export const modelPriorities = priorityNames
export const modelWaits = Object.keys(waitingAt) as (keyof typeof waitingAt)[]

function passes(request: ModelRequest, filters: ModelFilters, now: number): boolean {
  // The Swedish locale writes dates like 2026-11-21.
  const dayOf = (time: number) => new Date(time).toLocaleDateString('sv-SE', { timeZone: filters.time_zone ?? 'UTC' })
  const isAmong = (value: unknown, list: readonly unknown[] | undefined) => !list || list.includes(value)
  const isWithin = (day: string | null, from = '', to = '9999') => day !== null && day >= from && day <= to
  const { completed_from, completed_to, waiting_on, payee = '' } = filters
  const isOpen = request.status !== 7 && request.status !== 8
  const waits: readonly number[] | undefined = waiting_on && waitingAt[waiting_on]
  const cleared = request.clearedAt === null ? null : dayOf(request.clearedAt)
  const { payee: first, second_payee: second } = request.texts
  return [
    isAmong(statusNames[request.status - 1], filters.statuses),
    isAmong(request.status, waits),
    !filters.overdue || (isOpen && request.due < dayOf(now)),
    isAmong(request.dealership, filters.dealership),
    isAmong(request.department, filters.department),
    isAmong(request.purpose, filters.purpose),
    isAmong(request.requester, filters.requester),
    isAmong(priorityNames[request.rank - 1], filters.priority),
    payee.trim() === '' || holdsWords(`${first}\n${second}`, payee),
    request.cents >= Number(filters.amount_from ?? 0) * 100 - 0.001,
    request.cents <= Number(filters.amount_to ?? 1e12) * 100 + 0.001,
    isWithin(request.due, filters.due_from, filters.due_to),
    isWithin(dayOf(request.raisedAt), filters.raised_from, filters.raised_to),
    (!completed_from && !completed_to) || isWithin(cleared, completed_from, completed_to),
  ].every(Boolean)
}

/** All texts for an amount, including those with only the first digit of the cents. */
function writtenAmounts(cents: number): string[] {
  const [dollars = '', rest = ''] = (cents / 100).toFixed(2).split('.')
  const grouped = Number(dollars).toLocaleString('en-US')
  const whole = [dollars, grouped].flatMap((text) => [text, `${text}.`, `${text}.${rest[0]}`, `${text}.${rest}`])
  return whole.flatMap((text) => [text, `$${text}`])
}

function isFound({ texts, cents, po, purpose }: ModelRequest, search: string): boolean {
  const words = search.trim()
  const bare = (text: string) => text.replace(/[\s-]/g, '').toLowerCase()
  const number = bare(words).replace(/^\p{P}+|\p{P}+$/gu, '')
  const isPartOfNumber = number.length >= 3 && bare(po).includes(number)
  const isMeant = [...words].length >= 3 && (writtenAmounts(cents).includes(words) || isPartOfNumber)
  const { notes, purpose: named, ...others } = texts
  // A purpose's name is searched separately, except for a text that the user typed instead.
  const own = [...Object.values(others), ...(purpose === 21 && named.includes(' ') ? [named] : [])]
  return isMeant || [own.join('\n'), named, notes].some((text) => holdsWords(text, words))
}

/** Returns true if a text contains each word, in any order. */
export function holdsWords(text: string, search: string): boolean {
  const words = bareLetters(search).split(/\s+/).filter(Boolean)
  const isShort = words.every((word) => [...word].length < 3)
  const sought = isShort ? [words.join(' ')] : [...words.slice(0, 7), words.slice(7).join(' ')]
  return sought.every((word) => bareLetters(text).includes(word))
}

const spelled = new Map([...'øłđðħŧıŋς'].map((letter, index) => [letter, 'olddhtinσ'.charAt(index)]))
for (const [letter, letters] of [...'ßæœþ'].entries()) spelled.set(letters, ['ss', 'ae', 'oe', 'th'][letter] ?? '')

/** Lowercase letters without accents and quotation marks. */
export function bareLetters(text: string): string {
  const withoutMarks = (part: string) =>
    [...part].filter((sign) => !/[\u0300-\u036f'"`\u2018-\u201f\u2032-\u2036«»‹›´]/u.test(sign)).join('')
  const small = withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase()
  const letters = [...withoutMarks(small)].map(
    (sign) => spelled.get(sign) ?? sign.replace(/[\u2010-\u2015\u2212]/, '-'),
  )
  const folded = letters
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .normalize('NFC')
  return folded.trim() === '' ? text : folded
}

const orderOf = {
  newest: (a: ModelRequest, b: ModelRequest) => b.id - a.id,
  oldest: (a: ModelRequest, b: ModelRequest) => a.id - b.id,
  'amount-high': (a: ModelRequest, b: ModelRequest) => b.cents - a.cents || b.id - a.id,
  'amount-low': (a: ModelRequest, b: ModelRequest) => a.cents - b.cents || a.id - b.id,
  priority: (a: ModelRequest, b: ModelRequest) => b.rank - a.rank || b.id - a.id,
  due: (a: ModelRequest, b: ModelRequest) => a.due.localeCompare(b.due) || a.id - b.id,
  waiting: (a: ModelRequest, b: ModelRequest) => a.changedAt - b.changedAt || a.id - b.id,
  completed: (a: ModelRequest, b: ModelRequest) => (b.clearedAt ?? 0) - (a.clearedAt ?? 0) || b.id - a.id,
}

/** A list's views and sort orders. */
export const modelViews = Object.keys(statusesOf) as ModelQuery['view'][]
export const modelSorts = Object.keys(orderOf) as ModelQuery['sort'][]

/** Returns true if this user may see this request (A12). */
export function modelSees(person: ModelPerson, request: ModelRequest): boolean {
  if (person.role === requester)
    return request.requester === person.id && (person.level === 0 || person.group === request.group)
  if (person.level === 0) return true
  if (person.level === 1) return request.group === person.group
  if (person.level === 2) return person.dealerships.includes(request.dealership ?? 0)
  return person.departments.includes(request.department ?? 0)
}

/** The expected list across all pages. */
export function modelList(
  requests: readonly ModelRequest[],
  person: ModelPerson,
  query: ModelQuery,
  now: number,
): number[] {
  const statuses: readonly number[] = statusesOf[query.view]
  return requests
    .filter((request) => modelSees(person, request))
    .filter(({ status }) => statuses.includes(status) && (query.status === 0 || query.status === status))
    .filter(({ clearedAt }) => query.sort !== 'completed' || clearedAt !== null)
    .filter(({ status }) => query.sort !== 'waiting' || (status !== 7 && status !== 8))
    .filter(({ clearedAt }) => query.within === 0 || (clearedAt !== null && clearedAt >= now - query.within * day))
    .filter((request) => isFound(request, query.search))
    .filter((request) => passes(request, query.filters ?? {}, now))
    .sort(orderOf[query.sort])
    .map(({ id }) => id)
}
