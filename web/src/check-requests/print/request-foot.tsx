import { findRole } from '@check-requests/domain/access/roles.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { usePrinting } from '#ui/use-printing.ts'

const signers = ['Signature', 'Received by']

/** A printed request's footer: signature lines, the request number, and who printed the request when. */
export function RequestFoot({ request }: { request: DetailedRequest }) {
  const printedAt = usePrinting()
  if (!printedAt) return null
  return (
    <section aria-label="Signatures" className="hidden gap-2 break-inside-avoid print:grid">
      {signers.map((signer) => (
        <div key={signer} className="grid grid-cols-[2fr_2fr_1fr] gap-6">
          <Line name={signer} />
          <Line name="Printed name" />
          <Line name="Date" />
        </div>
      ))}
      <p className="text-[0.8125rem] text-ink-soft">
        {request.request_number} · <PrintedBy at={printedAt} />
      </p>
    </section>
  )
}

function Line({ name }: { name: string }) {
  return <p className="mt-10 border-t border-ink pt-0.5 text-[0.8125rem] text-ink-soft">{name}</p>
}

/** The user who printed the page, their role, and the time. */
export function PrintedBy({ at }: { at: Date }) {
  const { firstname, lastname, roleId } = usePerson()
  return (
    <>
      Printed by {markHidden(`${firstname} ${lastname}`)} ({findRole(roleId)?.label}), {formatMoment(at.toISOString())}
    </>
  )
}
