import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { importAccounts, previewAccounts } from './commands/accounts.ts'
import { importPayees, previewPayees } from './commands/payees.ts'
import { importPeople, previewPeople } from './commands/people.ts'

export function registerImports(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.previewPayees, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewPayees(read, caller, body),
  }))
  api.on(endpoints.payees, async ({ caller, repeatable, body }) => ({
    message: 'Payees imported',
    data: await importPayees(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.previewAccounts, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewAccounts(read, caller, body),
  }))
  api.on(endpoints.accounts, async ({ caller, repeatable, body }) => ({
    message: 'Accounts imported',
    data: await importAccounts(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.previewPeople, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewPeople(services, caller, body),
  }))
  api.on(endpoints.people, async ({ caller, repeatable, body }) => ({
    message: 'Users imported',
    data: await importPeople(services, { caller, repeatable }, body),
  }))
}
