import { type WriteNotices, writeNotices } from '#platform/use-write.ts'

// A changed or deleted location also affects the location's users and requests. One topic covers all lists of locations
// (R219, R225).
const refreshes = {
  created: ['organisation'],
  changed: ['organisation', 'users', 'check-requests'],
} as const

export const groupNotices = writeNotices('Dealer Group', refreshes)
export const localSettingsNotices: WriteNotices = {
  done: 'Settings updated',
  failed: 'Couldn’t update the settings',
  refreshes: ['organisation', 'inbox'],
}
export const dealershipNotices = writeNotices('Dealership', refreshes)
export const departmentNotices = writeNotices('Department', refreshes)
export const purposeNotices = writeNotices('Purpose', refreshes)
export const deliveryMethodNotices = writeNotices('Delivery method', refreshes)
