import { type MentionedPerson, mentionsIn, withIds } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { listViewers } from '../../../notices/inbox/queries/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { FoundRequest } from '../../queries/detail/find.ts'

// Whether there is nobody, or somebody in another place, is not for the writer to learn.
const notAReader = 'This mentions somebody who cannot see this request. Choose people from the list that @ opens.'

/** A comment as it is kept: with ids for the people whom it mentions. */
export interface Mentioning {
  readonly text: string
  readonly mentions: readonly MentionedPerson[]
}

/**
 * The people whom a text mentions, by id or by the whole name behind an `@`; refuses it unless all of them can see the
 * request, and where a name is that of several.
 */
export async function demandMentions({ trx, now }: Unit, request: FoundRequest, written: string): Promise<Mentioning> {
  if (!written.includes('@')) return { text: written, mentions: [] }
  const viewers = await listViewers(trx, request, moment(now))
  const people = viewers.map(({ userId: id, name }) => ({ id, name }))
  const { text, unclear } = withIds(written, people)
  if (unclear !== undefined)
    throw invalidFields({ text: `Several people are called ${unclear}. Choose one from the list that @ opens.` })
  const mentions = mentionsIn(text).map((id) => {
    const person = people.find((one) => one.id === id)
    if (!person) throw invalidFields({ text: notAReader })
    return person
  })
  return { text, mentions }
}
