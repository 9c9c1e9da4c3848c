import type { NoticeChoicesInput } from '@check-requests/domain/notices/inbox/choices.ts'
import { noticeTopics } from '@check-requests/domain/notices/inbox/notices.ts'
import type { NoticeChoices } from '@check-requests/domain/notices/inbox/replies.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { findZonesOf } from '../../../organization/queries/calendars.ts'
import { commit } from '../../../platform/commit.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { presentChoices } from '../presenter.ts'
import { findChoices, storeChoice } from '../queries/choices.ts'
import { inboxChanged } from './tell.ts'

/** Stores how the caller wants to be told of these topics. */
export function saveChoices(
  services: Services,
  { caller, repeatable }: Command,
  input: NoticeChoicesInput,
): Promise<NoticeChoices> {
  return commit(services, repeatable, async ({ trx, changed }) => {
    const owner = { userId: caller.userId, dealerGroupId: caller.scope.dealerGroupId }
    for (const { name: topic } of noticeTopics) {
      const delivery = input[topic]
      if (delivery) await storeChoice(trx, owner, { topic, delivery })
    }
    changed(inboxChanged([caller.userId]))
    return readChoices(trx, services, caller)
  })
}

/** How a person is told of each topic, and by which clocks they get their summaries. */
export async function readChoices(
  db: Db,
  { config, mailer }: Services,
  { userId, scope: { level } }: Command['caller'],
): Promise<NoticeChoices> {
  const zone = (await findZonesOf(db, [userId])).get(userId) ?? config.timeZone
  return presentChoices(await findChoices(db, userId), { level, mail: mailer !== undefined, time_zone: zone })
}
