import type { WriteNotices } from '#platform/use-write-with-notices.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation'] }
}

export const accountingNotices = {
  create: told('Account added', 'Couldn’t add this account'),
  update: told('Account updated', 'Couldn’t update this account'),
  import: told('Accounts imported', 'Couldn’t import the accounts'),
  defaults: told('Default accounts updated', 'Couldn’t update the default accounts'),
}
