import type { Mentionable } from '@check-requests/domain/check-requests/comments/replies.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listViewers } from '../../../notices/inbox/queries/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { findVisible } from '../../queries/detail/find.ts'
import { presentMentionable } from '../presenter.ts'

const offeredAtOnce = 8

/** Some of the people whom the caller can mention on a request: whose first, last or whole name begins like this. */
export async function findMentionable(
  { database, clock }: Services,
  caller: Caller,
  requestId: number,
  beginning: string,
): Promise<Mentionable[]> {
  const request = await findVisible(database.read, caller, requestId)
  if (!request) throw notFound('check request')
  const viewers = await listViewers(database.read, request, moment(clock()))
  const wanted = fold(beginning)
  const others = viewers.filter(({ userId, name }) => userId !== caller.userId && begins(name, wanted))
  return others.slice(0, offeredAtOnce).map(presentMentionable)
}

function begins(name: string, wanted: string): boolean {
  return ` ${fold(name)}`.includes(` ${wanted}`)
}
