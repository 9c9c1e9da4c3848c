import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type {
  DealerGroup,
  Dealership,
  DeliveryMethod,
  Department,
  Purpose,
} from '@check-requests/domain/organization/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { type AuditEntity, auditEntities } from '@check-requests/domain/trail/fields.ts'
import { addDays, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useApprovalTitles } from '#approvals/api.ts'
import { useBankAccounts } from '#bank/accounts/api.ts'
import { useDealerGroups, useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { useUsers } from '#people/users/api.ts'
import { useApi } from '#platform/api-context.tsx'
import type { InputOf } from '#platform/call.ts'
import { useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read } from '#platform/query-client.ts'
import { choiceValue, textValue, type UrlValue, useUrlState } from '#platform/url-state.ts'

/** The filters of the audit trail: user, record, action, and time. */
type TrailFilter = Omit<InputOf<typeof auditEndpoints.list>['query'], 'cursor' | 'limit'>

/** Pages of the trail, newest first, by cursor. */
export function useTrail(filter: TrailFilter) {
  const api = useApi()
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: ['audit', 'list', filter],
    queryFn: (context) => read(api, auditEndpoints.list, { query: { ...filter, cursor: context.pageParam } })(context),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    entries: data?.pages.flatMap((page) => page.items),
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/**
 * Asks the server to recompute every chain and compare the audit trail with the live records; this can take a while.
 */
export function useVerification() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.call(auditEndpoints.verify, {}) })
}

/** Saves all matching entries as a CSV file. */
export function useExport() {
  return useDownload(auditEndpoints.exportCsv, { name: 'audit-trail.csv', failed: 'Couldn’t export the audit trail' })
}

export type { AuditEntity }

const idValue: UrlValue<number> = {
  initial: 0,
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
}

const dayValue: UrlValue<string> = { initial: '', parse: (text) => (isCalendarDate(text) ? text : undefined) }

const actionValue: UrlValue<string> = {
  ...textValue(),
  parse: (text) => (/^[a-z.-]{1,60}$/.test(text) ? text : undefined),
}

const shape = {
  person: idValue,
  entity: choiceValue<AuditEntity | ''>(['', ...auditEntities], ''),
  id: idValue,
  action: actionValue,
  from: dayValue,
  to: dayValue,
}

const everything = { person: 0, entity: '', id: 0, action: '', from: '', to: '' } as const

/** The filters in the URL: a user, a kind of record or a single record, an action, and days. */
export function useTrailState() {
  const [values, change] = useUrlState(shape)
  return {
    values,
    change,
    narrowed: Object.values(values).some((value) => value !== '' && value !== 0),
    clear: () => change(everything),
  }
}

export type TrailState = ReturnType<typeof useTrailState>

/** The API's filter. Days are in the user's time zone, so they are sent as timestamps. */
export function filterOf({ person, entity, id, action, from, to }: TrailState['values']): TrailFilter {
  return {
    ...(person && { person }),
    ...(entity && { entity }),
    ...(entity && id && { entity_id: id }),
    ...(action && { action }),
    ...(from && { from: startOf(from) }),
    ...(to && { to: startOf(addDays(to, 1)) }),
  }
}

/** The time when a day begins in the user's time zone. */
function startOf(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

type ById<Row> = ReadonlyMap<number, Row>

/** The records that entries name by id, if they still exist and are in the admin's scope. */
export interface Records {
  readonly users: ById<User>
  readonly groups: ById<DealerGroup>
  readonly dealerships: ById<Dealership>
  readonly departments: ById<Department>
  readonly purposes: ById<Purpose>
  readonly deliveryMethods: ById<DeliveryMethod>
  readonly accounts: ById<Pick<BankAccountReply, 'id' | 'name'>>
  readonly titles: ById<{ readonly id: number; readonly name: string }>
}

export function useRecords(): Records {
  const users = useUsers().data
  const groups = useDealerGroups().data
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const purposes = usePurposes().data
  const deliveryMethods = useDeliveryMethods().data
  const accounts = useBankAccounts().data
  // Auditors don't see the policy.
  const enabled = may(usePerson(), 'approval-policy.read')
  const titles = useApprovalTitles({ ...listFreshness, enabled }).data
  return useMemo(
    () => ({
      users: byId(users),
      groups: byId(groups),
      dealerships: byId(dealerships),
      departments: byId(departments),
      purposes: byId(purposes),
      deliveryMethods: byId(deliveryMethods),
      accounts: byId(accounts),
      titles: byId(titles),
    }),
    [users, groups, dealerships, departments, purposes, deliveryMethods, accounts, titles],
  )
}

export function fullName({ first_name, last_name }: User): string {
  return `${first_name} ${last_name}`
}

function byId<Row extends { id: number }>(rows: readonly Row[] = []): ById<Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
