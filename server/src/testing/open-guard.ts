import type { Guard } from '../platform/http/api.ts'

/** Admits every caller as the same requester, for API tests without sessions. */
export const openGuard: Guard<object> = {
  admit: async () => ({}),
  tag: () => undefined,
  watchTag: () => () => false,
  forTenant: (_identity, work) => work(),
  shareOf: () => ({ userId: 1, tenant: 1 }),
  roleOf: () => 'requester',
}
