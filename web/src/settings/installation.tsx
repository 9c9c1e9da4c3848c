import { type Installation, installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { warningsOf } from '@check-requests/domain/operation/installation/warnings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { counted } from '#platform/counted.ts'
import { sizeInWords } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
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
          {facts.data.key_copies.confirmed_at === null && facts.data.key_copies.files.length > 0 && (
            <ConfirmKeyCopies />
          )}
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

const confirming = { done: 'Key copies confirmed', failed: 'Couldn’t confirm the key copies', refreshes: [] }

/** Ends the reminder that copies of the keys have to be kept elsewhere. */
function ConfirmKeyCopies() {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const confirm = useWriteWithNotices(installationEndpoints.confirmKeyCopies, confirming, {
    onSuccess: () => {
      setIsOpen(false)
      void queries.invalidateQueries({ queryKey: ['installation'] })
    },
  })
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Confirm Key Copies
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Are copies of the keys kept elsewhere?"
        text="Confirm only if copies of the key files are kept on another machine, separate from the backups. The audit trail records your confirmation. After a key is added, you are asked again."
        confirmLabel="Confirm Key Copies"
        danger={false}
        pending={confirm.isPending}
        error={confirm.error?.message}
        onConfirm={() => confirm.mutate({})}
      />
    </div>
  )
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
    { label: 'Key Copies Confirmed', value: copiesInWords(facts.key_copies) },
    {
      label: 'Signed Audit Trail Checkpoints',
      value: facts.checkpoints ? 'Written outside the database' : 'Off',
    },
  ]
}

function copiesInWords({ confirmed_at, confirmed_by }: Installation['key_copies']): string {
  return confirmed_at === null ? 'Not yet' : `${formatMoment(confirmed_at)}, by ${confirmed_by ?? ''}`
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
