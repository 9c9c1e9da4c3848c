import { byMailEndpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { isGuarded, mostDocuments } from '@check-requests/domain/documents/attachments/fields.ts'
import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../../../access/sessions/commands/secrets.ts'
import { type Authenticated, isOver, readCookie, refuseForeignOrigin } from '../../../access/sessions/guard.ts'
import { findSession } from '../../../access/sessions/queries/caller.ts'
import {
  decideByLink,
  LinkUses,
  requireShown,
  showLinked,
} from '../../../check-requests/by-mail/commands/decision-links.ts'
import { keepSimilar } from '../../../check-requests/by-mail/commands/show-request.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { findVisible } from '../../../check-requests/queries/detail/find.ts'
import { requirePayee } from '../../../payees/commands/payee.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { readForm } from '../../../platform/files/read-form.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Services } from '../../../services.ts'
import { attachToDraft, attachToPayee, attachToRequest } from '../commands/attach.ts'
import { openDocument, removeAttachment } from '../commands/documents.ts'
import { presentListed } from '../presenter.ts'
import { isCurrent, listAttachments, ofDraft, ofPayee, ofRequest, wasApproved } from '../queries/attachments.ts'

const added = 'Document added'

export function registerAttachments(api: Api<Authenticated>, services: Services): void {
  registerAdding(api, services)
  registerLists(api, services)
  const { files, config } = services
  api.on(endpoints.limits, async () => ({
    message: 'Document limits',
    data: { most_bytes: config.mostBytesOfDocument, most_documents: mostDocuments },
  }))
  api.on(endpoints.content, async ({ caller, params }) => {
    const { name, type, size, stored_as: storedAs } = await openDocument(services, caller, params.id)
    return { download: { name, type, size, read: (range) => files.read({ storedAs, size }, range) } }
  })
  api.on(endpoints.remove, async ({ caller, repeatable, params }) => ({
    message: 'Document removed',
    data: await removeAttachment(services, { caller, repeatable }, params.id),
  }))
}

function registerAdding(api: Api<Authenticated>, services: Services): void {
  const { files, config } = services
  const formOf = (request: FastifyRequest) => () =>
    readForm(request.raw, (content) => files.receive(content, config.mostBytesOfDocument))
  api.on(endpoints.attach, async ({ caller, repeatable, params, request }) => ({
    message: added,
    data: await attachToRequest(services, { caller, repeatable }, params.id, formOf(request)),
  }))
  api.on(endpoints.attachToDraft, async ({ caller, repeatable, params, request }) => ({
    message: added,
    data: await attachToDraft(services, { caller, repeatable }, params.id, formOf(request)),
  }))
  api.on(endpoints.attachToPayee, async ({ caller, repeatable, params, request }) => ({
    message: added,
    data: await attachToPayee(services, { caller, repeatable }, params.id, formOf(request)),
  }))
}

function registerLists(api: Api<Authenticated>, { database: { read } }: Services): void {
  api.on(
    endpoints.list,
    async ({ caller, params }) => {
      const request = await findVisible(read, caller, params.id)
      if (!request) throw notFound('check request')
      const about = { wasApproved: await wasApproved(read, params.id), hasPayeeList: request.payee_list === 1 }
      const documents = await listAttachments(read, ofRequest(params.id))
      return { message: 'Documents', data: documents.map((row) => presentListed(row, caller, about)) }
    },
    { freshBy: 'check-requests' },
  )
  api.on(endpoints.listOfDraft, async ({ caller, params }) => {
    if (!(await findDraft(read, ownerOf(caller), params.id))) throw notFound('draft')
    const documents = await listAttachments(read, ofDraft(params.id))
    const about = { wasApproved: false, hasPayeeList: false }
    return { message: 'Documents', data: documents.map((row) => presentListed(row, caller, about)) }
  })
  api.on(endpoints.listOfPayee, async ({ caller, params }) => {
    await requirePayee(read, caller, params.id)
    const documents = (await listAttachments(read, ofPayee(params.id))).toReversed()
    const [current, others] = [documents.filter(isCurrent), documents.filter((row) => !isCurrent(row))]
    const about = { wasApproved: false, hasPayeeList: true }
    return { message: 'Documents', data: [...current, ...others].map((row) => presentListed(row, caller, about)) }
  })
}

/** The page behind the link of an approver's email, with the request's documents (decision 186). */
export function registerByMail(api: Api<Authenticated>, services: Services): void {
  const { database, files } = services
  const kept = keepSimilar(services)
  const uses = new LinkUses()
  const admit = async (request: FastifyRequest, link: string) => {
    if (isFromPage(request)) refuseForeignOrigin(request, services.config)
    uses.take(services, request.ip, link)
    return signedInUser(services, request)
  }
  api.on(byMailEndpoints.open, async ({ body: { link }, request }) => {
    const signedIn = await admit(request, link)
    const opened = await showLinked(services, link, { signedIn, kept })
    return {
      message: 'Check request',
      data: { ...opened, documents: opened.request ? await documentsOf(link, signedIn) : [] },
    }
  })
  api.on(byMailEndpoints.document, async ({ body: { link, document_id }, request }) => {
    const { caller, request: linked } = await requireShown(services, link, await admit(request, link))
    return database.forTenant(caller.scope.dealerGroupId, async () => {
      const listed = await listAttachments(database.read, ofRequest(linked.id))
      const document = listed.find(({ id }) => id === document_id)
      if (!document) throw notFound('document')
      if (isGuarded({ kind: document.kind, hasPayeeList: linked.payee_list === 1 }))
        throw new Failure('FORBIDDEN', 'Log in to open this document. It has a taxpayer number.')
      const { name, type, size, stored_as: storedAs } = await openDocument(services, caller, document_id)
      return { download: { name, type, size, read: (range) => files.read({ storedAs, size }, range) } }
    })
  })
  api.on(byMailEndpoints.decide, async ({ body, request }) => {
    const signedIn = await admit(request, body.link)
    return { message: 'Decision saved', data: await decideByLink(services, body, signedIn) }
  })

  async function documentsOf(link: string, signedIn: number | undefined) {
    const { caller, request } = await requireShown(services, link, signedIn)
    return database.forTenant(caller.scope.dealerGroupId, async () => {
      const about = {
        wasApproved: await wasApproved(database.read, request.id),
        hasPayeeList: request.payee_list === 1,
      }
      const documents = await listAttachments(database.read, ofRequest(request.id))
      return documents.filter(({ removed_at }) => removed_at === null).map((row) => presentListed(row, caller, about))
    })
  }
}

function isFromPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
}

/** The user of the browser's session, if it has one. */
async function signedInUser(
  { database, config, clock }: Services,
  request: FastifyRequest,
): Promise<number | undefined> {
  const secret = readCookie(request, config)
  const session = secret === undefined ? undefined : await findSession(database.read, hashSecret(secret), clock())
  return session?.caller && !isOver(session, clock()) ? session.caller.userId : undefined
}
