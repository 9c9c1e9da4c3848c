import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { deliveryBody, editBody } from '@check-requests/domain/check-requests/fields.ts'
import { Failure } from '../../platform/errors.ts'
import { parse } from '../../platform/validation.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../sessions/queries/command.ts'
import type { SavedRequest } from './apply-change.ts'
import { resubmitRequest } from './resubmit.ts'
import { updateDelivery } from './update-delivery.ts'

/** A request after an update, and what was updated. */
export interface UpdatedRequest {
  readonly updated: 'content' | 'delivery'
  readonly request: SavedRequest
}

/**
 * Updates what the caller's role may update: the delivery details of a ready check (R151, R177), or the content of a
 * request that was sent back (A14). Each has its own strict schema and is refused at any other status.
 */
export async function updateRequest(
  services: Services,
  command: Command,
  id: number,
  body: unknown,
): Promise<UpdatedRequest> {
  const { role } = command.caller
  if (mayRole(role, 'check-requests.update-delivery')) {
    const request = await updateDelivery(services, command, id, parse(deliveryBody, body))
    return { updated: 'delivery', request }
  }
  if (mayRole(role, 'check-requests.edit')) {
    const request = await resubmitRequest(services, command, id, parse(editBody, body))
    return { updated: 'content', request }
  }
  throw new Failure('FORBIDDEN', 'Your role does not allow this.')
}
