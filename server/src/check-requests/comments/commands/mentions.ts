import type { Mentionable } from '@check-requests/domain/check-requests/comments/fields.ts'
import { type MentionedPerson, mentionsIn, withIds } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listViewers } from '../../../notices/inbox/queries/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import { invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { type FoundRequest, findVisible } from '../../queries/detail/find.ts'
import { presentMentionable } from '../presenter.ts'

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
