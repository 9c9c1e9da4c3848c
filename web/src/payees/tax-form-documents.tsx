import type { ListedAttachment } from '@check-requests/domain/attachments/replies.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Paperclip } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useDocuments } from '#attachments/api.ts'
import { DocumentList } from '#attachments/document-list.tsx'
import { FileButton } from '#attachments/file-button.tsx'
import { useUploads } from '#attachments/use-uploads.ts'

const Viewer = lazy(async () => ({
  default: (await import('#attachments/viewer/document-viewer.tsx')).WholeScreenViewer,
}))

/** The W-9 documents of a payee: the current one, earlier ones below it, and how to add another. */
export function TaxFormDocuments({ payee }: { payee: PayeeReply }) {
  const owner = { payee: payee.id }
  const uploads = useUploads({ destination: async () => owner })
  const { data: documents = [] } = useDocuments(owner)
  const [shownId, setShownId] = useState<number>()
  const openable = documents.filter((one) => one.removed_at === null && one.refusal_to_open === undefined)
  const shown = openable.find(({ id }) => id === shownId)
  return (
    <section aria-label="W-9 document" className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">W-9 Document</h3>
        <FileButton
          icon={Paperclip}
          label={documents.some(isCurrent) ? 'Replace W-9' : 'Add W-9'}
          inputLabel="W-9 file"
          pending={uploads.uploads.some(({ error }) => error === undefined)}
          onChoose={(files) => uploads.add(files, undefined)}
        />
      </div>
      <DocumentList
        owner={owner}
        uploads={uploads}
        empty="No W-9 document. Add the signed form: PDF, JPEG or PNG."
        onOpen={setShownId}
      />
      {shown && (
        <Suspense>
          <Viewer
            documents={openable}
            shown={shown}
            about={<span className="font-semibold">W-9 of {markHidden(payee.name)}</span>}
            onShow={setShownId}
            onClose={() => setShownId(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

function isCurrent({ removed_at, replaced_at }: ListedAttachment): boolean {
  return removed_at === null && replaced_at === undefined
}
