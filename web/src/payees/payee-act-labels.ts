import type { PayeeAct } from '@check-requests/domain/payees/lifecycle.ts'

/** What the buttons say that do something to a payee. */
export const actLabels: Record<PayeeAct, string> = { verify: 'Verify', block: 'Block', unblock: 'Unblock' }
