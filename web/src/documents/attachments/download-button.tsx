import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import type { ListedAttachment } from '@check-requests/domain/documents/attachments/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Download } from 'lucide-react'
import { useDownload } from '#platform/use-download.ts'
import { Button } from '#ui/button.tsx'

export function DownloadButton({ document: { id, name } }: { document: ListedAttachment }) {
  const download = useDownload(attachmentEndpoints.content, { name, failed: 'Couldn’t download this document' })
  return (
    <Button
      variant="ghost"
      size="small-icon"
      aria-label={`Download ${markHidden(name)}`}
      pending={download.isPending}
      onClick={() => download.mutate({ params: { id } })}
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
    </Button>
  )
}
