import type { Installation } from '@check-requests/domain/installation/fields.ts'
import { sizeInWords } from '#attachments/size-in-words.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useInstallation } from '#settings/api.ts'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** How this installation runs, for super admins. */
export function InstallationFacts() {
  const facts = useInstallation()
  const { error, onRetry } = useLoadFailure(facts)
  return (
    <Card title="Installation" description="Set where the server is started.">
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {facts.data ? (
        <DescriptionList columns={3} items={inWords(facts.data)} />
      ) : (
        !error && <Skeleton className="h-24 w-full" />
      )}
    </Card>
  )
}

function inWords(facts: Installation): Description[] {
  const { count, bytes } = facts.documents
  const documents = count === 1 ? '1 document' : `${count.toLocaleString('en-US')} documents`
  return [
    { label: 'Version', value: facts.version },
    { label: 'Started', value: formatMoment(facts.started_at) },
    { label: 'Node.js', value: facts.node },
    { label: 'Database', value: facts.database },
    { label: 'Documents', value: count === 0 ? 'None' : `${documents}, ${sizeInWords(bytes)}` },
    { label: 'Files of documents', value: facts.files === 'bucket' ? 'In a bucket' : 'In the data folder' },
    { label: 'Largest document', value: sizeInWords(facts.most_bytes_of_document) },
    {
      label: 'Signed checkpoints of the audit trail',
      value: facts.checkpoints ? 'Written outside the database' : 'Off',
    },
  ]
}
