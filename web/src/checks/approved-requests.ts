import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useCheckRequestList } from '#check-requests/api.ts'

/** As many dealerships as a filter of lists takes; of more, the rows are looked through here. */
export const mostInFilter = 50

/** Approved requests of the dealerships that draw on an account, those due first. */
export function useApproved({ dealerships }: Pick<BankAccountReply, 'dealerships'>, search = '') {
  const fits = dealerships.length <= mostInFilter
  const dealership = fits ? { dealership: dealerships.map(({ id }) => id).join() } : {}
  const words = search === '' ? {} : { search }
  const list = useCheckRequestList({ statuses: 'approved', sort: 'due', limit: 100, ...dealership, ...words })
  const names = new Set(dealerships.map(({ name }) => name))
  const rows = fits ? list.rows : list.rows?.filter((row) => names.has(row.dealership_name ?? ''))
  return { list, rows }
}

/** How many approved requests these dealerships have, and what they come to; undefined until that is known. */
export function useApprovedSum(dealershipIds: readonly number[]): string | undefined {
  const { first } = useCheckRequestList({ statuses: 'approved', dealership: dealershipIds.join(), limit: 1 })
  if (!first) return undefined
  const count = first.total === 1 ? '1 request' : `${first.total} requests`
  return first.sum === null ? count : `${count}, ${formatDollars(first.sum)}`
}
