import type { z } from 'zod'
import type { ExamplesOf } from '../api/endpoint.ts'
import type { organizationEndpoints } from './endpoints.ts'
import type { secondFactorRulesBody } from './sign-in-rules.ts'

const group = {
  id: 1,
  version: 4,
  name: 'Lakeside Auto Group',
  code: 'LAG',
  is_active: true,
  settings: {
    separation_of_duties: true,
    account_confirmation: true,
    idle_hours: 72,
    reminder_days: 2,
    discreet_mails: false,
    time_zone: 'America/Chicago',
  },
}

const localSettings = {
  id: 1,
  version: 4,
  time_zone: 'America/Chicago',
  business_weekdays: [1, 2, 3, 4, 5],
  holidays: [{ date: '2026-11-26', name: 'Thanksgiving Day' }],
  mail_text: 'Questions? Call the office at (608) 555-0142.',
}

const secondFactorRules = {
  roles: [1, 3, 4],
  from: '2027-01-04',
  approve_above: 25_000,
  decide_by_email_to: null,
  first_page_in_emails: false,
} satisfies Partial<z.input<typeof secondFactorRulesBody>>

const address = {
  address: '1200 Harbor Way',
  city: 'Madison',
  state: 'WI',
  zip: '53703',
  phone: '(608) 555-0142',
}

const dealership = {
  id: 3,
  version: 4,
  dealership_id: 3,
  dealer_group_id: 1,
  dealer_group_name: 'Lakeside Auto Group',
  name: 'Lakeside Toyota',
  code: 'TOY',
  ...address,
  time_zone: null,
  settings: null,
  is_active: true,
  created_at: '2026-01-05T09:00:00.000Z',
}

const department = {
  id: 7,
  version: 4,
  name: 'Service',
  code: 'SVC',
  is_active: true,
  dealership_id: 3,
  dealer_group_id: 1,
  dealership_name: 'Lakeside Toyota',
  dealer_group_name: 'Lakeside Auto Group',
  dealership_code: 'TOY',
  dealer_group_code: 'LAG',
}

const purpose = { id: 10, version: 4, name: 'Parts', description: null, payment_for: 'Vendor' }
const deliveryMethod = { id: 1, version: 4, name: 'USPS Mail', kind: 'carrier' } as const

/** Examples of the calls about the organization. */
export const organizationExamples: ExamplesOf<typeof organizationEndpoints> = {
  dealerGroups: { reply: [group] },
  dealerships: { reply: [dealership] },
  departments: { reply: [department] },
  purposes: { reply: [purpose] },
  deliveryMethods: { reply: [deliveryMethod] },
  createGroup: { body: { name: group.name, code: 'LAG' }, reply: group },
  updateGroup: { body: { settings: { separation_of_duties: true }, version: 3 }, reply: group },
  localSettings: { reply: localSettings },
  updateLocalSettings: {
    body: { time_zone: 'America/Chicago', holidays: localSettings.holidays, version: 3 },
    reply: localSettings,
  },
  secondFactorRules: { reply: { id: 1, version: 4, ...secondFactorRules } },
  updateSecondFactorRules: {
    body: { version: 3, ...secondFactorRules },
    reply: { id: 1, version: 4, ...secondFactorRules },
  },
  passwords: { reply: { id: 1, version: 4, off: false, domains: ['lakeside.example'] } },
  switchPasswords: {
    body: { version: 4, off: true },
    reply: { id: 1, version: 5, off: true, domains: ['lakeside.example'] },
  },
  removeGroup: { body: { version: 4 }, reply: { id: 1, requests_left: 0 } },
  createDealership: {
    body: { dealer_group_id: 1, name: 'Lakeside Toyota', code: 'TOY', ...address },
    reply: dealership,
  },
  updateDealership: { body: { phone: address.phone, version: 3 }, reply: dealership },
  removeDealership: { body: { version: 4 }, reply: { id: 3, requests_left: 0 } },
  createDepartment: { body: { dealer_group_id: 1, dealership_id: 3, name: 'Service', code: 'SVC' }, reply: department },
  updateDepartment: { body: { name: 'Service', version: 3 }, reply: department },
  removeDepartment: { body: { version: 4 }, reply: { id: 7, requests_left: 0 } },
  updatePurpose: { body: { payment_for: 'Vendor', version: 3 }, reply: purpose },
  updateDeliveryMethod: { body: { name: 'USPS Mail', version: 3 }, reply: deliveryMethod },
}
