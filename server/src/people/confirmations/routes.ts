import { confirmationEndpoints as endpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { confirmAccount, dismissAnnouncement, listWaiting, stopAccount } from './commands/decide.ts'

export function registerConfirmations(api: Api<Authenticated>, services: Services): void {
  // Never answered from the cache, because a pending change can take effect merely because time passes.
  api.on(endpoints.list, async ({ caller }) => ({
    message: 'Account changes pending confirmation',
    data: await listWaiting(services, caller),
  }))
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'The account change is confirmed.',
    data: await confirmAccount(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(endpoints.stop, async ({ caller, repeatable, params, body }) => ({
    message: 'The account change is stopped.',
    data: await stopAccount(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(endpoints.dismiss, async ({ caller }) => ({
    message: 'Announcement dismissed',
    data: await dismissAnnouncement(services, caller),
  }))
}
