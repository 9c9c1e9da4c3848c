import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import type { LocalSettings } from '@check-requests/domain/organization/local-settings.ts'
import type { SecondFactorRules } from '@check-requests/domain/organization/sign-in-rules.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { domainsInUse } from '../access/identity-providers/queries/passwords.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { updateDeliveryMethod, updatePurpose } from './commands/save-choice.ts'
import { createGroup, updateGroup } from './commands/save-group.ts'
import {
  requireGroupCovered,
  switchPasswords,
  updateConnections,
  updateLocalSettings,
  updateSecondFactorRules,
} from './commands/save-group-settings.ts'
import { createDealership, createDepartment, updateDealership, updateDepartment } from './commands/save-place.ts'
import { openHours, weekdaysAndHolidays } from './queries/calendars.ts'
import {
  listDealerGroups,
  listDealerships,
  listDeliveryMethods,
  listDepartments,
  listPurposes,
} from './queries/lists.ts'
import { factorRulesOf, findGroup } from './queries/places.ts'

const freshBy = { freshBy: 'organisation' } as const

/** Registers the organization's routes. Callers work with their own group, and super admins with all groups (R190). */
export function registerOrganization(api: Api<Authenticated>, services: Services): void {
  registerReads(api, services)
  registerGroups(api, services)
  registerLocalSettings(api, services)
  registerSecondFactorRules(api, services)
  registerPasswords(api, services)
  registerConnections(api, services)
  registerDealerships(api, services)
  registerDepartments(api, services)
  registerChoices(api, services)
}

// A repeated call returns the place that the first call saved, which may have been deleted or moved out of scope since.
function stillThere<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw notFound(what)
  return row
}

function groupOf({ scope }: Caller): number | null {
  return scope.dealerGroupId
}

function registerReads(api: Api<Authenticated>, { database: { read } }: Services): void {
  api.on(
    endpoints.dealerGroups,
    async ({ caller }) => {
      const rows = await listDealerGroups(read, groupOf(caller))
      return { message: 'Dealer groups', data: rows.map(presentDealerGroup) }
    },
    freshBy,
  )
  api.on(
    endpoints.dealerships,
    async ({ caller }) => {
      const rows = await listDealerships(read, groupOf(caller))
      return { message: 'Dealerships', data: rows.map(presentDealership) }
    },
    freshBy,
  )
  api.on(
    endpoints.departments,
    async ({ caller }) => ({
      message: 'Departments',
      data: (await listDepartments(read, groupOf(caller))).map(presentDepartment),
    }),
    freshBy,
  )
  api.on(endpoints.purposes, async () => ({ message: 'Purposes', data: await listPurposes(read) }), freshBy)
  api.on(
    endpoints.deliveryMethods,
    async () => ({ message: 'Delivery methods', data: await listDeliveryMethods(read) }),
    freshBy,
  )
}

function registerGroups(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const present = async (id: number) => {
    const [row] = await listDealerGroups(read, id)
    return presentDealerGroup(stillThere(row, 'dealer group'))
  }
  api.on(endpoints.createGroup, async ({ caller, repeatable, body }) => {
    const id = await createGroup(services, { caller, repeatable }, body)
    return { message: 'Dealer Group created', data: await present(id) }
  })
  api.on(endpoints.updateGroup, async ({ caller, repeatable, params, body }) => {
    const id = await updateGroup(services, { caller, repeatable }, params.id, body)
    return { message: 'Dealer Group updated', data: await present(id) }
  })
}

function registerLocalSettings(api: Api<Authenticated>, services: Services): void {
  const present = async (id: number) => {
    const [row] = await listDealerGroups(services.database.read, id)
    return presentLocalSettings(stillThere(row, 'dealer group'))
  }
  api.on(
    endpoints.localSettings,
    async ({ caller, params }) => {
      requireGroupCovered(caller.scope, params.id)
      return { message: 'Settings', data: await present(params.id) }
    },
    freshBy,
  )
  api.on(endpoints.updateLocalSettings, async ({ caller, repeatable, params, body }) => {
    const id = await updateLocalSettings(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await present(id) }
  })
}

function registerSecondFactorRules(api: Api<Authenticated>, services: Services): void {
  const present = async (id: number) => {
    const [row] = await listDealerGroups(services.database.read, id)
    return presentSecondFactorRules(stillThere(row, 'dealer group'))
  }
  api.on(
    endpoints.secondFactorRules,
    async ({ caller, params }) => {
      requireGroupCovered(caller.scope, params.id)
      return { message: 'Settings', data: await present(params.id) }
    },
    freshBy,
  )
  api.on(endpoints.updateSecondFactorRules, async ({ caller, repeatable, params, body }) => {
    const id = await updateSecondFactorRules(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await present(id) }
  })
}

function registerPasswords(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const present = async (id: number) => {
    const { version, passwords_off } = stillThere(await findGroup(read, id), 'dealer group')
    return { id, version, off: passwords_off === 1, domains: await domainsInUse(read, id) }
  }
  api.on(
    endpoints.passwords,
    async ({ caller, params }) => {
      requireGroupCovered(caller.scope, params.id)
      return { message: 'Settings', data: await present(params.id) }
    },
    freshBy,
  )
  api.on(endpoints.switchPasswords, async ({ caller, repeatable, params, body }) => {
    const id = await switchPasswords(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await present(id) }
  })
}

function registerConnections(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const present = async (id: number) => {
    const { version, personal_tokens, personal_chats } = stillThere(await findGroup(read, id), 'dealer group')
    return { id, version, personal_tokens: personal_tokens === 1, personal_chats: personal_chats === 1 }
  }
  api.on(
    tokenEndpoints.connections,
    async ({ caller, params }) => {
      requireGroupCovered(caller.scope, params.id)
      return { message: 'Settings', data: await present(params.id) }
    },
    freshBy,
  )
  api.on(tokenEndpoints.saveConnections, async ({ caller, repeatable, params, body }) => {
    const id = await updateConnections(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await present(id) }
  })
}

function registerDealerships(api: Api<Authenticated>, services: Services): void {
  const present = async (caller: Caller, id: number) => {
    const rows = await listDealerships(services.database.read, groupOf(caller))
    const row = rows.find((dealership) => dealership.id === id)
    return presentDealership(stillThere(row, 'dealership'))
  }
  api.on(endpoints.createDealership, async ({ caller, repeatable, body }) => {
    const id = await createDealership(services, { caller, repeatable }, body)
    return { message: 'Dealership created', data: await present(caller, id) }
  })
  api.on(endpoints.updateDealership, async ({ caller, repeatable, params, body }) => {
    const id = await updateDealership(services, { caller, repeatable }, params.id, body)
    return { message: 'Dealership updated', data: await present(caller, id) }
  })
}

function registerDepartments(api: Api<Authenticated>, services: Services): void {
  const present = async (caller: Caller, id: number) => {
    const rows = await listDepartments(services.database.read, groupOf(caller))
    return presentDepartment(
      stillThere(
        rows.find((department) => department.id === id),
        'department',
      ),
    )
  }
  api.on(endpoints.createDepartment, async ({ caller, repeatable, body }) => {
    const id = await createDepartment(services, { caller, repeatable }, body)
    return { message: 'Department created', data: await present(caller, id) }
  })
  api.on(endpoints.updateDepartment, async ({ caller, repeatable, params, body }) => {
    const id = await updateDepartment(services, { caller, repeatable }, params.id, body)
    return { message: 'Department updated', data: await present(caller, id) }
  })
}

function registerChoices(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.updatePurpose, async ({ caller, repeatable, params, body }) => {
    const id = await updatePurpose(services, { caller, repeatable }, params.id, body)
    return { message: 'Purpose updated', data: withId(await listPurposes(read), id, 'purpose') }
  })
  api.on(endpoints.updateDeliveryMethod, async ({ caller, repeatable, params, body }) => {
    const id = await updateDeliveryMethod(services, { caller, repeatable }, params.id, body)
    return { message: 'Delivery method updated', data: withId(await listDeliveryMethods(read), id, 'delivery method') }
  })
}

function withId<Row extends { readonly id: number }>(rows: readonly Row[], id: number, what: string): Row {
  return stillThere(
    rows.find((row) => row.id === id),
    what,
  )
}

type GroupRow = Awaited<ReturnType<typeof listDealerGroups>>[number]
type DealershipRow = Awaited<ReturnType<typeof listDealerships>>[number]
type DepartmentRow = Awaited<ReturnType<typeof listDepartments>>[number]

function presentDealerGroup(row: GroupRow): DealerGroup {
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

function presentLocalSettings(row: GroupRow): LocalSettings {
  const { id, version, time_zone, mail_text } = row
  return { id, version, time_zone, ...weekdaysAndHolidays(row), ...openHours(row), mail_text }
}

function presentSecondFactorRules(row: GroupRow): SecondFactorRules {
  const { roleIds, from, approveAbove } = factorRulesOf(row)
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents))
  const [approve_above, decide_by_email_to] = [dollars(approveAbove), dollars(row.mail_decisions_cents)]
  const byEmail = { decide_by_email_to, first_page_in_emails: row.mail_pages === 1 }
  return { id: row.id, version: row.version, roles: [...roleIds], from, approve_above, ...byEmail }
}

function presentDealership(row: DealershipRow): Dealership {
  const { deleted_at, ...shown } = row
  return { ...shown, dealership_id: row.id, settings: null, is_active: row.is_active === 1 }
}

function presentDepartment(row: DepartmentRow): Department {
  return { ...row, is_active: row.is_active === 1 }
}
