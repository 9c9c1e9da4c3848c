import { type Installation, installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { warningsOf } from '@check-requests/domain/operation/installation/warnings.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { counted } from '#platform/counted.ts'
import { sizeInWords } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { read } from '#platform/query-client.ts'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'
import { useNow } from '#ui/timers.ts'

/** The status of this installation, for super admins. */
export function InstallationFacts() {
  const facts = useInstallation()
  const { error, onRetry } = useLoadFailure(facts)
  return (
    <Card title="Installation" description="Status and configuration of the server.">
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {facts.data ? (
        <div className="grid gap-4">
          <Health facts={facts.data} />
          <DescriptionList columns={3} items={inWords(facts.data)} />
        </div>
      ) : (
        !error && <Skeleton className="h-24 w-full" />
      )}
    </Card>
  )
}

function Health({ facts }: { facts: Installation }) {
  const warnings = warningsOf(facts, useNow().getTime())
  if (warnings.length === 0) return <p>No problems found.</p>
  return <WarningList warnings={warnings.map(({ what, advice }) => `${what} ${advice}`)} />
}

function inWords(facts: Installation): Description[] {
  const { count, bytes } = facts.documents
  const documents = counted(count, 'document')
  return [
    { label: 'Version', value: facts.version },
    { label: 'Started', value: formatMoment(facts.started_at) },
    { label: 'Node.js', value: facts.node },
    { label: 'Database', value: `${facts.database}, ${sizeInWords(facts.database_bytes)}` },
    { label: 'Free Disk Space', value: facts.disk_free_bytes === null ? '' : sizeInWords(facts.disk_free_bytes) },
    { label: 'Sessions', value: facts.sessions.toLocaleString('en-US') },
    { label: 'Newest Backup', value: backupInWords(facts.backups) },
    {
      label: 'Audit Trail Last Verified',
      value: facts.verification.at ? formatMoment(facts.verification.at) : 'Not yet',
    },
    { label: 'Documents', value: count === 0 ? 'None' : `${documents}, ${sizeInWords(bytes)}` },
    { label: 'Document Storage', value: facts.files === 'bucket' ? 'In a bucket' : 'In the data folder' },
    { label: 'Largest Document', value: sizeInWords(facts.most_bytes_of_document) },
    {
      label: 'Signed Audit Trail Checkpoints',
      value: facts.checkpoints ? 'Written outside the database' : 'Off',
    },
  ]
}

function backupInWords(backups: Installation['backups']): string {
  if (backups === null) return 'Off'
  if (backups.newest_at === null) return 'None yet'
  return `${formatMoment(backups.newest_at)}, ${sizeInWords(backups.bytes ?? 0)}`
}

/** Fetches the status of this installation, for super admins. */
export function useInstallation() {
  return useQuery({ queryKey: ['installation'], queryFn: read(useApi(), installationEndpoints.read, {}) })
}
