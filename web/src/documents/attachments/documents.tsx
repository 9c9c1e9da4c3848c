import { AddDocuments } from '#documents/attachments/add-documents.tsx'
import { DocumentList } from '#documents/attachments/document-list.tsx'
import { useUploads } from '#documents/attachments/use-uploads.ts'
import { may } from '#access/sessions/may.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'

/** The documents of a request: what is there, what was removed, what is on its way, and how to add more. */
export function Documents({ requestId, onOpen }: { requestId: number; onOpen(id: number): void }) {
  const owner = { request: requestId }
  const uploads = useUploads({ destination: async () => owner })
  return (
    <Card
      title="Documents"
      actions={may(usePerson(), 'attachments.add') && <AddDocuments onAdd={uploads.add} />}
      className="print:hidden"
    >
      <DocumentList owner={owner} uploads={uploads} onOpen={onOpen} />
    </Card>
  )
}
