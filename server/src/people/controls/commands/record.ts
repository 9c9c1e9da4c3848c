import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { listAdmins } from '../../confirmations/commands/second-people.ts'
import { tell } from '../../../notices/inbox/commands/tell.ts'
import type { Unit } from '../../../services.ts'
import { type ControlChange, saysOf } from '../queries/changes.ts'

/** Writes into the group's trail what became of a change, and brings its settings up to date wherever they are open. */
export function noteChange(unit: Unit, actor: Actor, verb: string, change: ControlChange): void {
  const { id, dealer_group_id, control, entity_id, asked_by_name } = change
  const after = { control, subject_id: entity_id, says: saysOf(change), asked_by: asked_by_name }
  const subject = { chain: dealer_group_id, entity: 'control-change' as const, entityId: id }
  unit.audit({ actor, ...subject, action: `control-change.${verb}`, after })
  const scopes = ['organisation:all', `organisation:${dealer_group_id}`]
  unit.changed({ topic: 'organisation', id: dealer_group_id, scopes })
}

/** Tells every admin of the group and every super admin of a change that loosens a control (F10). */
export async function tellAdmins(
  unit: Unit,
  actor: { readonly userId: number | null; readonly name: string },
  change: ControlChange,
  event: NoticeEvent,
): Promise<void> {
  const admins = await listAdmins(unit.trx, change.dealer_group_id, unit.now)
  await tell(
    unit,
    admins.map(({ userId }) => userId),
    {
      event,
      key: `control/${change.id}/${event}`,
      actor,
      dealerGroupId: change.dealer_group_id,
      accountId: change.asked_by_id,
      text: `${saysOf(change).join('. ')}.`,
    },
  )
}
