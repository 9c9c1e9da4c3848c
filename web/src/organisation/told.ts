import { toldAbout } from '#platform/use-told-write.ts'

// A place that changes or goes shows in its users and requests too; the topic covers all lists of places (R219, R225).
const refreshes = {
  created: ['organisation'],
  changed: ['organisation', 'users', 'check-requests'],
} as const

export const groupTold = toldAbout('Dealer Group', refreshes)
export const dealershipTold = toldAbout('Dealership', refreshes)
export const departmentTold = toldAbout('Department', refreshes)
export const purposeTold = toldAbout('Purpose', refreshes)
export const deliveryMethodTold = toldAbout('Delivery method', refreshes)
