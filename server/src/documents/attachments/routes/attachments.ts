import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { mostDocuments } from '@check-requests/domain/documents/attachments/fields.ts'
import type { FastifyRequest } from 'fastify'
import type { Authenticated } from '../../../access/sessions/guard.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { findVisible } from '../../../check-requests/queries/detail/find.ts'
import { requirePayee } from '../../../payees/commands/payee.ts'
import { notFound } from '../../../platform/errors.ts'
import { readForm } from '../../../platform/files/read-form.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Services } from '../../../services.ts'
import { attachToDraft, attachToPayee, attachToRequest } from '../commands/attach.ts'
import { openDocument } from '../commands/open-document.ts'
import { removeAttachment } from '../commands/remove.ts'
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
