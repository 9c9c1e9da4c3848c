import { byMailEndpoints as endpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { isGuarded } from '@check-requests/domain/documents/attachments/rules.ts'
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
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Services } from '../../../services.ts'
import { openDocument } from '../commands/open-document.ts'
import { presentListed } from '../presenter.ts'
import { listAttachments, ofRequest, wasApproved } from '../queries/attachments.ts'

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
  api.on(endpoints.open, async ({ body: { link }, request }) => {
    const signedIn = await admit(request, link)
    const opened = await showLinked(services, link, { signedIn, kept })
    return {
      message: 'Check request',
      data: { ...opened, documents: opened.request ? await documentsOf(link, signedIn) : [] },
    }
  })
  api.on(endpoints.document, async ({ body: { link, document_id }, request }) => {
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
  api.on(endpoints.decide, async ({ body, request }) => {
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
