import { type DecidedChange, refusalToConfirm, refusalToStop } from '@check-requests/domain/people/controls/controls.ts'
import {
  type ControlChange as ControlChangeReply,
  controlEndpoints as endpoints,
} from '@check-requests/domain/people/controls/endpoints.ts'
import { listAdmins } from '../../access/pending-accounts/commands/second-people.ts'
import { decidedOf } from '../../access/pending-controls/commands/hold.ts'
import { listOpenChanges, type OpenChange, saysOf } from '../../access/pending-controls/queries/changes.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import { inTurns, readOnce } from '../../platform/threads/promises.ts'
import type { Services } from '../../services.ts'
import { confirmChange, stopChange } from './listeners/take-effect.ts'

export function registerControls(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller }) => {
    const open = await listOpenChanges(read, caller.scope.dealerGroupId)
    const now = services.clock()
    const shown: ControlChangeReply[] = []
    const adminsOf = readOnce((groupId: number) => listAdmins(read, groupId, now))
    await inTurns(open, async (change) => {
      const decided = await decidedOf(read, change, now, await adminsOf(change.dealer_group_id))
      shown.push(presentChange(caller.userId, change, decided))
    })
    return { message: 'Changes that loosen a control', data: shown }
  })
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is confirmed.',
    data: await confirmChange(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(endpoints.stop, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is stopped.',
    data: await stopChange(services, { caller, repeatable }, params.id, body.version),
  }))
}

/** A change as this user sees it. */
function presentChange(userId: number, change: OpenChange, decided: DecidedChange): ControlChangeReply {
  const { id, version, dealer_group_id, dealer_group_name, control, asked_at, effective_at } = change
  return {
    id,
    version,
    dealer_group_id,
    dealer_group_name,
    control,
    asked_at,
    effective_at,
    subject: change.bank_account_name,
    says: saysOf(change),
    asked_by: { id: change.asked_by_id, name: change.asked_by_name },
    second_people: decided.secondPeople.map(({ name }) => name),
    alone: decided.inEffect,
    confirm_refusal: refusalToConfirm(userId, decided)?.sentence ?? null,
    stop_refusal: refusalToStop(userId, decided)?.sentence ?? null,
  }
}
