import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { leadsInto, placeOf } from '@check-requests/domain/access/scope.ts'
import { type DraftValues, mostDrafts } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { documentName } from '@check-requests/domain/documents/attachments/fields.ts'
import { mostFiles } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import type { Person } from '../../../access/accounts/queries/people.ts'
import { countDrafts, insertDraft } from '../../../check-requests/drafts/queries/drafts.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { requireDocument } from '../../attachments/commands/attach.ts'
import { insertAttachment, ofDraft } from '../../attachments/queries/attachments.ts'
import { readSoon } from '../../readings/commands/read-documents.ts'
import type { MailFile, ParsedMail } from '../documents/parse-mail.ts'
import type { ReceivedMail } from '../queries/mails.ts'

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

interface Drafting {
  readonly people: readonly Person[]
  /** True if the email isn't theirs but a payee's. */
  readonly isOfPayee: boolean
  readonly row: Pick<ReceivedMail, 'dealer_group_id' | 'dealership_id' | 'sender' | 'subject'>
  /** Marks the email as taken, and returns its id. Undefined if it was taken before. */
  readonly claim: (trx: Tx) => Promise<number | undefined>
  /** Who made the drafts, if not the email itself. */
  readonly actor?: Actor
}

/** An attachment that was judged, or the reason for not taking it. */
type Judged = { readonly name: string } & (
  | { readonly document: { readonly type: Awaited<ReturnType<typeof requireDocument>>; readonly content: Uint8Array } }
  | { readonly refused: string }
)

/**
 * Makes a draft for each of these users from each attachment, judged like an upload, in one transaction, and tells them
 * what became of the email. Returns false, having changed nothing, if it is a payee's and none of them can have more
 * drafts.
 */
export async function draftFrom(services: Services, { files }: ParsedMail, drafting: Drafting): Promise<boolean> {
  const { people, row, claim, isOfPayee, actor = system } = drafting
  const judged = await judgeAll(services, files, row.dealer_group_id)
  const stored = new Map<Person, NewDocument[]>()
  for (const person of people) stored.set(person, await storeAll(services, judged, await roomOf(services, person)))
  const some = [...stored.values()].some((documents) => documents.length > 0)
  if (isOfPayee && !some && judged.some((one) => 'document' in one)) return false
  await commit(services, undefined, async (unit) => {
    const id = await claim(unit.trx)
    if (id === undefined) return
    for (const [person, documents] of stored) {
      for (const document of documents) await addDraft(unit, person, row, document)
      if (judged.length > 0 || !isOfPayee) await tellPerson(unit, person, { id, row, judged, documents })
    }
    const drafts = [...stored].flatMap(([{ userId }, documents]) =>
      documents.map(({ name }) => ({ user_id: userId, name })),
    )
    const after = { sender: row.sender, subject: row.subject, drafts }
    const subject = { chain: row.dealer_group_id, entity: 'incoming-mail', entityId: id }
    unit.audit({ actor, ...subject, action: 'incoming-mail.draft', after })
  })
  return true
}

async function judgeAll(services: Services, files: readonly MailFile[], groupId: number): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const file of files.slice(0, mostFiles)) judged.push(await judge(services, file, groupId))
  const tooMany = `Only ${mostFiles} attachments of an email are taken. Send this one again.`
  return [...judged, ...files.slice(mostFiles).map(({ name }) => ({ name, refused: tooMany }))]
}

async function judge(services: Services, { name, content }: MailFile, groupId: number): Promise<Judged> {
  const { files, inspections, config } = services
  try {
    const file = await files.receive(inOnePart(content), config.mostBytesOfDocument)
    try {
      return { name, document: { type: await requireDocument(inspections, file, name, groupId), content } }
    } finally {
      await file.discard()
    }
  } catch (error) {
    // A full disk or a queue that is too long passes; what the file is doesn't change.
    const isFinal = error instanceof Failure && ['WRONG_TYPE', 'UNSAFE_FILE', 'TOO_LARGE'].includes(error.code)
    if (isFinal) return { name, refused: error.message }
    throw error
  }
}

async function roomOf({ database }: Services, { userId }: Person): Promise<number> {
  return Math.max(0, mostDrafts - (await countDrafts(database.read, userId)))
}

type NewDocument = Awaited<ReturnType<typeof storeAll>>[number]

/** Stores the first documents under names of their own. Those that nobody needs in the end are swept up later. */
async function storeAll({ files, config }: Services, judged: readonly Judged[], room: number) {
  const documents = judged.flatMap((one) => ('document' in one ? [{ name: one.name, ...one.document }] : []))
  return Promise.all(
    documents.slice(0, room).map(async ({ name, type, content }) => {
      const file = await files.receive(inOnePart(content), config.mostBytesOfDocument)
      const { storedAs: stored_as, size } = await file.keep()
      return { name: documentName(name, type), type, size, sha256: file.sha256, stored_as }
    }),
  )
}

async function* inOnePart(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

async function addDraft(unit: Unit, person: Person, row: Drafting['row'], document: NewDocument): Promise<void> {
  const { trx, now } = unit
  const { dealer_group_id, dealership_id } = row
  const owner = { userId: person.userId, roleId: roleNamed('requester').id, dealerGroupId: dealer_group_id }
  const isTheirs = leadsInto(person.scope, placeOf({ dealer_group_id, dealership_id, department_id: null }))
  const values: DraftValues = {
    requester_id: person.userId,
    ...(isTheirs && { dealer_group_id, dealership_id }),
    notes: `Received by email from ${row.sender}: ${row.subject || document.name}`,
  }
  const at = moment(now)
  const draft = await insertDraft(trx, owner, { form: 'new-check-request', content: JSON.stringify(values), at })
  const by = { created_by_id: person.userId, created_by_name: person.name, created_at: at }
  await readSoon(
    unit,
    await insertAttachment(trx, { ...document, ...ofDraft(draft), dealer_group_id, kind: null, ...by }),
  )
}

interface Told {
  readonly id: number
  readonly row: Drafting['row']
  readonly judged: readonly Judged[]
  readonly documents: readonly NewDocument[]
}

async function tellPerson(unit: Unit, person: Person, { id, row, judged, documents }: Told): Promise<void> {
  const isDrafted = documents.length > 0
  const missing = judged.filter((one) => 'document' in one).slice(documents.length)
  const sentences = [
    `“${row.subject || 'No subject'}” from ${row.sender}.`,
    ...(isDrafted ? [`Drafts from ${listWithAnd(documents.map(({ name }) => name))}.`] : []),
    ...(missing.length > 0
      ? [`No draft from ${listWithAnd(missing.map(({ name }) => name))}: you have ${mostDrafts} drafts, the maximum.`]
      : []),
    ...judged.flatMap((one) => ('refused' in one ? [`${one.name}: ${one.refused}`] : [])),
    ...(judged.length === 0 ? ['Attach each invoice as a PDF file or a photo.'] : []),
  ]
  await unit.tell([person.userId], {
    event: isDrafted ? 'email-drafted' : 'email-unusable',
    key: `incoming-mail/${id}/${person.userId}`,
    actor: system,
    dealerGroupId: row.dealer_group_id,
    text: sentences.join(' '),
  })
}
