import { inboxEndpoints as endpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { listInbox, markRead, readChoices, saveChoices } from './commands/inbox.ts'

export function registerInbox(api: Api<Authenticated>, services: Services): void {
  api.on(
    endpoints.list,
    async ({ caller, query }) => ({ message: 'Inbox', data: await listInbox(services, caller, query) }),
    { freshBy: 'inbox' },
  )
  api.on(endpoints.markRead, async ({ caller, repeatable, body }) => ({
    message: 'Marked as read',
    data: await markRead(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.choices, async ({ caller }) => ({
    message: 'Notices',
    data: await readChoices(services.database.read, services, caller),
  }))
  api.on(endpoints.saveChoices, async ({ caller, repeatable, body }) => ({
    message: 'Notices saved',
    data: await saveChoices(services, { caller, repeatable }, body),
  }))
}
