import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { ExternalLink } from 'lucide-react'
import { useOpenFile } from '#platform/use-open-file.ts'
import { Button } from '#ui/button.tsx'

/** Opens the sheet that lies on top of the checks in a signing folder. */
export function CoverSheet({ run: { id, first_number } }: { run: PrintRunReply }) {
  const sheet = useOpenFile(checkPaperEndpoints.coverSheet, {
    name: `cover-sheet-${first_number}.pdf`,
    failed: 'Couldn’t create the cover sheet',
  })
  return (
    <Button variant="secondary" pending={sheet.isPending} onClick={() => sheet.open({ params: { id } })}>
      <ExternalLink aria-hidden className="size-4" />
      Cover Sheet
    </Button>
  )
}
