import { type MentionedPerson, mentionsIn } from '@check-requests/domain/comments/text-parts.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { listViewers } from '../../inbox/queries/viewers.ts'
import { moment } from '../../platform/clock.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'

// Whether there is nobody, or somebody in another place, is not for the writer to learn.
const notAReader = 'This mentions somebody who cannot see this request. Choose people from the list that @ opens.'

/** The people whom a text mentions; refuses it unless all of them can see the request. */
export async function demandMentions(
  { trx, now }: Unit,
  request: FoundRequest,
  text: string,
): Promise<MentionedPerson[]> {
  const ids = mentionsIn(text)
  if (ids.length === 0) return []
  const viewers = await listViewers(trx, request, moment(now), { among: ids })
  const byId = new Map(viewers.map(({ userId, name }) => [userId, name]))
  return ids.map((id) => {
    const name = byId.get(id)
    if (name === undefined) throw invalidFields({ text: notAReader })
    return { id, name }
  })
}
