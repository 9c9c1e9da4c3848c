import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import type { LocalSettings } from '@check-requests/domain/organization/local-settings.ts'
import type { SecondFactorRules } from '@check-requests/domain/organization/sign-in-rules.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { openHours, weekdaysAndHolidays } from './queries/calendars.ts'
import type { listDealerGroups, listDealerships, listDepartments } from './queries/lists.ts'
import { factorRulesOf } from './queries/places.ts'

type GroupRow = Awaited<ReturnType<typeof listDealerGroups>>[number]
type DealershipRow = Awaited<ReturnType<typeof listDealerships>>[number]
type DepartmentRow = Awaited<ReturnType<typeof listDepartments>>[number]

export function presentDealerGroup(row: GroupRow): DealerGroup {
  const settings = {
    separation_of_duties: row.separation_of_duties === 1,
    account_confirmation: row.account_confirmation === 1,
    idle_hours: row.idle_hours,
    reminder_days: row.reminder_days,
    discreet_mails: row.discreet_mails === 1,
    time_zone: row.time_zone,
    ...(row.reads_documents === 0 && { reads_documents: false }),
    ...(row.has_bank_account === 1 && { custody: row.custody === 1 }),
  }
  const { id, version, name, code } = row
  return { id, version, name, code, is_active: row.is_active === 1, settings }
}

export function presentLocalSettings(row: GroupRow): LocalSettings {
  const { id, version, time_zone, mail_text } = row
  return { id, version, time_zone, ...weekdaysAndHolidays(row), ...openHours(row), mail_text }
}

export function presentSecondFactorRules(row: GroupRow): SecondFactorRules {
  const { roleIds, from, approveAbove } = factorRulesOf(row)
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents))
  const [approve_above, decide_by_email_to] = [dollars(approveAbove), dollars(row.mail_decisions_cents)]
  return { id: row.id, version: row.version, roles: [...roleIds], from, approve_above, decide_by_email_to }
}

export function presentDealership(row: DealershipRow): Dealership {
  const { deleted_at, ...shown } = row
  return { ...shown, dealership_id: row.id, settings: null, is_active: row.is_active === 1 }
}

export function presentDepartment(row: DepartmentRow): Department {
  return { ...row, is_active: row.is_active === 1 }
}
