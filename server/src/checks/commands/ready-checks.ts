import { mostOnPaper } from '@check-requests/domain/checks/papers/fields.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { listReady } from '../queries/ready.ts'
import { accountsAsked } from './load.ts'

interface Wanted {
  readonly accountId: number | undefined
  readonly leaves: Parameters<typeof listReady>[1]['leaves']
}

/** Checks of an account, or of all that the caller works with, that are ready to leave; at most those of one paper. */
export async function readyChecks({ database: { read } }: Services, caller: Caller, { accountId, leaves }: Wanted) {
  const accounts = await accountsAsked(read, caller, { bank_account_id: accountId })
  const search = { accountIds: accounts.map(({ id }) => id), scope: caller.scope, leaves }
  const found = accounts.length > 0 ? await listReady(read, search) : []
  const checks = found.slice(0, mostOnPaper)
  const omitted = found.length > checks.length ? [`Only the first ${mostOnPaper} are listed.`] : []
  return { accounts, checks, omitted }
}
