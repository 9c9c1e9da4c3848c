import { caseFileEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { noteLook } from '../../access/accounts/commands/record.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { makeCaseFile } from './commands/make-case-file.ts'

export function registerCaseFiles(api: Api<Authenticated>, services: Services): void {
  api.on(endpoints.make, async ({ caller, params }) => {
    const file = await makeCaseFile(services, caller, params.id)
    await noteLook(services, caller, { at: 'case file', id: params.id })
    return file
  })
}
