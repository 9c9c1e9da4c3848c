import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { viewEndpoints as views } from '@check-requests/domain/check-requests/views/endpoints.ts'
import { attachmentEndpoints as attachments } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { inboxEndpoints as inbox } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { Parts } from '../../server/src/testing/client.ts'
import { jpegOf, pdfOf, pngOf } from '../../server/src/testing/documents.ts'
import type { RoleWord } from '../../server/src/testing/organization.ts'
import { type Act, byOwner, roleWords } from './act.ts'
import { fileParts, type Life } from './life.ts'

/** Requesters see only their own requests. */
const seeing: readonly RoleWord[] = ['admin', 'approver', 'processor']
const changeable = 300_000
const pdf = pdfOf('Brake pads and wiper blades 129.50')
const layout = { columns: [{ key: 'amount', shown: true, width: 120 }], density: 'dense' as const }

function requests(life: Life) {
  return life.db
    .selectFrom('check_requests as r')
    .innerJoin('dealer_groups as g', 'g.id', 'r.dealer_group_id')
    .select(['r.id', 'r.dealer_group_id'])
    .where('g.deleted_at', 'is', null)
    .orderBy('r.id', 'desc')
}

async function documentFor(life: Life) {
  const [name, content] = life.dice.pick([
    ['invoice.pdf', await pdf],
    ['copy.pdf', await pdf],
    ['photo.png', pngOf(2, 2)],
    ['photo.jpg', jpegOf()],
  ] as const)
  return { name, content, kind: life.dice.pick(['invoice', 'receipt', 'other', 'tax-form', 'payoff-letter']) }
}

/** An action in which any user of the location calls this endpoint, in any role. */
async function byAnybody<Row extends Endpoint>(life: Life, row: Row, parts: Parts<Row>) {
  return life.by(life.dice.pick(roleWords), null, row, parts)
}

const attach: Act['take'] = async (life) => {
  const request = await life.one(requests(life))
  const parts = request && (await fileParts({ id: request.id }, await documentFor(life)))
  return parts && life.by(life.dice.pick(seeing), request.dealer_group_id, attachments.attach, parts)
}

const comment: Act['take'] = async (life) => {
  const request = await life.one(requests(life))
  const [named] = await life.players('approver', request?.dealer_group_id ?? null)
  const text = `@${named?.email.split('@')[0]} Tester please look: https://example.com`
  const parts = { params: { id: request?.id ?? 0 }, body: { text } }
  return request && life.by(life.dice.pick(seeing), request.dealer_group_id, comments.write, parts)
}

const ownComments = (life: Life) =>
  life.db
    .selectFrom('comments')
    .select(['id', 'created_by_id as owner'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')

/** The documents of drafts and requests. An approved request keeps its documents. */
const ownDocuments = (life: Life) =>
  life.db
    .selectFrom('attachments as a')
    .leftJoin('check_requests as r', 'r.id', 'a.check_request_id')
    .select(['a.id', 'a.created_by_id as owner'])
    .where('a.removed_at', 'is', null)
    .where((on) => on.or([on('r.status_id', 'in', [1, 2, 9]), on('a.draft_id', 'is not', null)]))
    .orderBy('a.id', 'desc')

const ownDrafts = (life: Life) => life.db.selectFrom('drafts').select(['id', 'user_id as owner']).orderBy('id', 'desc')
const ownViews = (life: Life) =>
  life.db.selectFrom('saved_views').select(['id', 'user_id as owner']).orderBy('id', 'desc')

const values = (life: Life) => ({ amount: '12.50', payee_name_1: `Vendor ${life.next()}` })

const attachToDraft: Act['take'] = async (life) => {
  const draft = await life.one(ownDrafts(life))
  const parts = draft && (await fileParts({ id: draft.id }, await documentFor(life)))
  const players = await life.players('requester', null)
  return (
    parts &&
    life.first(
      players.filter(({ id }) => id === draft.owner),
      attachments.attachToDraft,
      parts,
    )
  )
}

const editDraft: Act['take'] = async (life) => {
  const draft = await life.one(life.db.selectFrom('drafts').selectAll().orderBy('id', 'desc'))
  const players = (await life.players('requester', null)).filter(({ id }) => id === draft?.user_id)
  const body = { values: values(life), version: draft?.version }
  return draft && life.first(players, drafts.update, { params: { id: draft.id }, body })
}

/** Comments that can still be changed. */
const newComments = (life: Life) =>
  ownComments(life).where('created_at', '>', new Date(life.world.clock.read() - changeable).toISOString())

export const wordActs: readonly Act[] = [
  { name: 'attach a document', weight: 1, take: attach },
  { name: 'remove a document', weight: 3, take: byOwner(ownDocuments, attachments.remove) },
  { name: 'add a comment', weight: 12, take: comment },
  { name: 'edit a comment', weight: 3, take: byOwner(newComments, comments.edit, () => ({ text: 'Thank you' })) },
  { name: 'delete a comment', weight: 3, take: byOwner(newComments, comments.remove) },
  {
    name: 'start a draft',
    weight: 5,
    take: (life) =>
      life.by('requester', null, drafts.create, { body: { form: 'new-check-request', values: values(life) } }),
  },
  {
    name: 'edit a draft',
    weight: 3,
    take: editDraft,
  },
  { name: 'attach to a draft', weight: 1, take: attachToDraft },
  { name: 'delete a draft', weight: 2, take: byOwner(ownDrafts, drafts.remove, undefined, ['requester']) },
  {
    name: 'save a view',
    weight: 3,
    take: (life) =>
      byAnybody(life, views.create, {
        body: { list: 'pending', name: `View ${life.next()}`, query: 'sort=oldest', layout, shared: life.chance(2) },
      }),
  },
  {
    name: 'change a view',
    weight: 2,
    take: byOwner(ownViews, views.update, (life) => ({ name: `Other ${life.next()}` })),
  },
  { name: 'delete a view', weight: 2, take: byOwner(ownViews, views.remove) },
  {
    name: 'save a layout',
    weight: 3,
    take: (life) =>
      byAnybody(life, views.saveLayout, { body: { list: life.dice.pick(['all', 'pending'] as const), layout } }),
  },
  { name: 'read the inbox', weight: 3, take: (life) => byAnybody(life, inbox.markRead, { body: { all: true } }) },
  {
    name: 'read data about a request',
    weight: 3,
    take: async (life) => {
      const request = await life.one(requests(life).where('r.status_id', 'in', [1, 2]))
      const body = { check_request_id: request?.id ?? 0 }
      return request && life.by('approver', request.dealer_group_id, inbox.markRead, { body })
    },
  },
  {
    name: 'choose notifications',
    weight: 2,
    take: (life) =>
      byAnybody(life, inbox.saveChoices, { body: { comment: life.dice.pick(['off', 'inbox'] as const) } }),
  },
]
