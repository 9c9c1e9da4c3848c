import { z } from 'zod'
import { longestIdleHours, shortestIdleHours } from '../access/sessions/fields.ts'
import { longestReminderDays } from '../notices/inbox/reminders.ts'
import { idField, versionField } from '../values/fields.ts'
import { nameField, optionalLine } from '../values/text.ts'
import { timeZoneField } from '../values/time-zones.ts'

const text = z.string()

/** A dealer group as shown in lists (R122). */
export const dealerGroupReply = z
  .object({
    id: z.int(),
    version: z.int(),
    name: text,
    code: text,
    is_active: z.boolean(),
    settings: z.object({
      separation_of_duties: z.boolean(),
      account_confirmation: z.boolean(),
      idle_hours: z.int(),
      reminder_days: z.int(),
      discreet_mails: z.boolean(),
      time_zone: text,
      reads_documents: z.boolean().optional().describe('False if documents don’t fill forms; otherwise absent'),
      custody: z.boolean().optional().describe('Absent while the dealer group has no bank account'),
    }),
  })
  .meta({ id: 'DealerGroup' })
export type DealerGroup = z.output<typeof dealerGroupReply>

/** A dealership as shown in lists (R123). */
export const dealershipReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealership_id: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: text,
    name: text,
    code: text,
    address: text,
    city: text,
    state: text,
    zip: text,
    phone: text,
    time_zone: text.nullable().describe('Null if the dealer group’s time zone applies'),
    settings: z.null(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Dealership' })
export type Dealership = z.output<typeof dealershipReply>

/** A department as shown in lists (R124). */
export const departmentReply = z
  .object({
    id: z.int(),
    version: z.int(),
    name: text,
    code: text,
    is_active: z.boolean(),
    dealership_id: z.int(),
    dealer_group_id: z.int(),
    dealership_name: text,
    dealer_group_name: text,
    dealership_code: text,
    dealer_group_code: text,
  })
  .meta({ id: 'Department' })
export type Department = z.output<typeof departmentReply>

/** The purposes of payments (R125, A11). A purpose named 'other' reveals a free-text field. */
export const purposeReply = z
  .object({ id: z.int(), version: z.int(), name: text, description: text.nullable(), payment_for: text })
  .meta({ id: 'Purpose' })
export type Purpose = z.output<typeof purposeReply>

/** The name of the purpose that reveals a free-text field (R125). */
export const otherPurpose = 'other'

/** The kind of a delivery method, so that code doesn't compare ids (A9). */
export const deliveryKinds = ['carrier', 'pickup', 'other'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** A delivery method for checks (R126, A9). */
export const deliveryMethodReply = z
  .object({ id: z.int(), version: z.int(), name: text, kind: z.enum(deliveryKinds) })
  .meta({ id: 'DeliveryMethod' })
export type DeliveryMethod = z.output<typeof deliveryMethodReply>

/** Carriers need a mailing method and an address; other kinds need a message or details (A9, R172, R177). */
export function isMailed(kind: DeliveryKind): boolean {
  return kind === 'carrier'
}

/**
 * A code of a group, dealership, or department: part of request numbers, so no hyphens; converted to uppercase (D2).
 */
const codeField = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, { error: 'Code is required' })
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,10}$/, { error: 'Enter a code of 1 to 10 letters and digits.' })

const groupShape = { name: nameField('Name is required'), code: codeField }

const idleLimit = { error: `Choose from ${shortestIdleHours} hour to ${longestIdleHours} hours.` }

const reminderLimit = { error: `Choose from 0 (never) to ${longestReminderDays} business days.` }

const groupSettings = z.strictObject({
  separation_of_duties: z.boolean().optional(),
  account_confirmation: z.boolean().optional(),
  idle_hours: z.int(idleLimit).min(shortestIdleHours, idleLimit).max(longestIdleHours, idleLimit).optional(),
  reminder_days: z.int(reminderLimit).min(0, reminderLimit).max(longestReminderDays, reminderLimit).optional(),
  discreet_mails: z.boolean().optional(),
  time_zone: timeZoneField.optional(),
  reads_documents: z.boolean().optional(),
  custody: z.boolean().optional(),
})

/**
 * Body of a create call for a dealer group (R122, R186). If `settings` is null, separation of duties is on (D1),
 * changes of accounts need a second person, sessions end after 72 hours without user activity (E3), approvers are
 * reminded after two business days, emails name payee and amount, and the time zone is that of New York. `custody`:
 * users who created or approved a request can't take its check; on by default.
 */
export const createGroupBody = z.strictObject({ ...groupShape, settings: groupSettings.nullish() })
export type CreateGroupInput = z.output<typeof createGroupBody>

const placeChange = { is_active: z.boolean().optional(), version: versionField }

/** Body of an update of a dealer group: any subset, including whether it is active (A20, E7). */
export const updateGroupBody = createGroupBody.partial().extend(placeChange)
export type UpdateGroupInput = z.output<typeof updateGroupBody>

const dealershipShape = {
  dealer_group_id: idField('Dealer Group is required'),
  ...groupShape,
  address: nameField('Address is required'),
  city: nameField('City is required'),
  state: nameField('State is required', 50),
  zip: nameField('ZIP Code is required', 20).regex(/^[0-9][0-9 -]*$/, { error: 'Enter a ZIP Code of digits only.' }),
  phone: nameField('Phone is required', 30).regex(/^[0-9+()./ x-]+$/i, { error: 'Enter a phone number.' }),
  time_zone: timeZoneField.nullable().optional(),
  settings: z.null().optional(),
}

/** Body of a create call for a dealership (R123, R185): all fields but the time zone are required. */
export const createDealershipBody = z.strictObject(dealershipShape)
export type CreateDealershipInput = z.output<typeof createDealershipBody>

/** Body of an update of a dealership: any subset, including whether it is active (A20). Its group can't change. */
export const updateDealershipBody = z.strictObject({
  ...z.strictObject(dealershipShape).partial().shape,
  ...placeChange,
})
export type UpdateDealershipInput = z.output<typeof updateDealershipBody>

/** Body of a create call for a department (R124, R184). */
export const createDepartmentBody = z.strictObject({
  ...groupShape,
  dealer_group_id: idField('Dealer Group is required'),
  dealership_id: idField('Dealership is required'),
})
export type CreateDepartmentInput = z.output<typeof createDepartmentBody>

/**
 * Body of an update of a department: any subset, including whether it is active (A20, E7). Its dealership can't change.
 */
export const updateDepartmentBody = createDepartmentBody.partial().extend(placeChange)
export type UpdateDepartmentInput = z.output<typeof updateDepartmentBody>

/** Body of an update of a purpose: any subset (A20). */
export const updatePurposeBody = z
  .strictObject({
    name: nameField('Name is required'),
    description: optionalLine(),
    payment_for: nameField('Payment for is required'),
  })
  .partial()
  .extend({ version: versionField })
export type UpdatePurposeInput = z.output<typeof updatePurposeBody>

/** Body of an update of a delivery method: any subset (A20). */
export const updateDeliveryMethodBody = z
  .strictObject({ name: nameField('Name is required'), kind: z.enum(deliveryKinds) })
  .partial()
  .extend({ version: versionField })
export type UpdateDeliveryMethodInput = z.output<typeof updateDeliveryMethodBody>

/** Body of a delete of a group, dealership, or department: empty, or the version shown to the user. */
export const deletePlaceBody = z.strictObject({ version: versionField }).nullish()
