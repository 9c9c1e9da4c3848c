import type { WriteNotices } from '#platform/use-write-with-notices.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation'] }
}

export const accountingNotices = {
  create: told('Account added', 'Account not added'),
  update: told('Account updated', 'Account not updated'),
  import: told('Accounts imported', 'Accounts not imported'),
  defaults: told('Default accounts updated', 'Default accounts not updated'),
}
