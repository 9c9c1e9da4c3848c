import { lazy, Suspense } from 'react'
import type { FormDocuments } from '#attachments/use-form-documents.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'

const EditableDocuments = lazy(() =>
  import('#attachments/editable-documents.tsx').then(
    ({ EditableDocuments }) => ({ default: EditableDocuments }),
    // The rest of the form works without them.
    () => ({ default: NotLoaded }),
  ),
)

/** The documents of the request: the invoice, or another proof. They load after the fields. */
export function RequestFormDocuments({ documents }: { documents: FormDocuments }) {
  return (
    <RequestFormSection title="Documents" hint="Drop or paste files anywhere on this page.">
      <div className="grid min-h-18 content-start gap-3 sm:col-span-2">
        <Suspense>
          <EditableDocuments documents={documents} />
        </Suspense>
      </div>
    </RequestFormSection>
  )
}

function NotLoaded() {
  return <p className="text-ink-soft">Documents could not be loaded. Reload the page to add some: the draft is kept.</p>
}
