import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { ExternalLink } from 'lucide-react'
import type { Ref } from 'react'
import { PaperPicture } from '#checks/detail/paper-picture.tsx'
import { useOpenFile } from '#platform/use-open-file.ts'
import { Button } from '#ui/button.tsx'

interface SlipFieldProps {
  check: WholeCheckReply
  value: number | undefined
  onChange(id: number): void
  onBlur(): void
  ref: Ref<HTMLInputElement>
}

/** A slip that is printed, signed at the counter, and added to the documents of the request. */
export function SlipField({ check: { id, number, check_request_id }, ...field }: SlipFieldProps) {
  const slip = useOpenFile(leavingEndpoints.slip, { name: `receipt-${number}.pdf`, failed: 'Couldn’t create the slip' })
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" size="sm" pending={slip.isPending} onClick={() => slip.open({ params: { id } })}>
        <ExternalLink aria-hidden className="size-4" />
        Print Slip
      </Button>
      {check_request_id !== null && <PaperPicture {...field} requestId={check_request_id} />}
    </div>
  )
}
