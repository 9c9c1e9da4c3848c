import type { WriteNotices } from '#platform/use-write.ts'

// A payee also decides what can become of its requests.
const refreshes = ['organisation', 'check-requests'] as const

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const payeeNotices = {
  create: told('Payee added', 'Couldn’t add this payee'),
  update: told('Payee updated', 'Couldn’t update this payee'),
  verify: told('Payee verified', 'Couldn’t verify this payee'),
  block: told('Payee blocked', 'Couldn’t block this payee'),
  merge: told('Payees merged', 'Couldn’t merge the payees'),
  unblock: told('Payee unblocked', 'Couldn’t unblock this payee'),
  taxForm: told('W-9 saved', 'Couldn’t save the W-9'),
  settings: told('Settings updated', 'Couldn’t update the settings'),
}
