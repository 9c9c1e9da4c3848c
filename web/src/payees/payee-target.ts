import type { RequestPayee } from '@check-requests/domain/payees/replies.ts'
import { paths, payeePath } from '#paths.ts'

/** Where the payee of a request is shown; those of its name, where the list has no such payee. */
export function payeeTarget({ id, name }: Pick<RequestPayee, 'id' | 'name'>) {
  return id === null ? { to: paths.payees, search: { search: name } } : { to: payeePath(id) }
}
