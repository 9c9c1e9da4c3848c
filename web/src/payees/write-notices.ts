import type { WriteNotices } from '#platform/use-write-with-notices.ts'

// A payee also decides what can become of its requests.
const refreshes = ['organisation', 'check-requests'] as const

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const payeeNotices = {
  create: told('Payee added', 'Payee not added'),
  update: told('Payee updated', 'Payee not updated'),
  verify: told('Payee verified', 'Payee not verified'),
  block: told('Payee blocked', 'Payee not blocked'),
  merge: told('Payees merged', 'Payees not merged'),
  unblock: told('Payee unblocked', 'Payee not unblocked'),
  taxForm: told('W-9 saved', 'W-9 not saved'),
  settings: told('Settings updated', 'Settings not updated'),
}
