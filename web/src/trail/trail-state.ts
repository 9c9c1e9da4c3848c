import { auditEntities } from '@check-requests/domain/trail/fields.ts'
import { addDays, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import type { TrailFilter } from '#trail/api.ts'
import { choiceValue, textValue, type UrlValue, useUrlState } from '#platform/url-state.ts'

export type AuditEntity = (typeof auditEntities)[number]

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

/** The filters in the address: a person, a kind of record or a single one, an action, and days. */
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

/** The filter of the API. Days are in the person's time zone, so they are sent as points in time. */
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

/** When a day begins in the person's time zone. */
function startOf(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}
