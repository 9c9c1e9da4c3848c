import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { ApiClient } from '#platform/api-client.ts'

/** Whether a dealer group currently has a payee list. */
export async function hasPayeeList(api: ApiClient, groupId: number, signal: AbortSignal): Promise<boolean> {
  const settings = await api.call(payeeEndpoints.settings, { params: { id: groupId } }, { signal, poll: true })
  return settings.payee_list === 'on'
}
