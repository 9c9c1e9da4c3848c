import { signatureField } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { kindWords } from '@check-requests/domain/checks/words.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { DrawnSignature } from '#checks/detail/drawn-signature.tsx'
import { checkRequestPath } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { NewTabLink } from '#ui/link-button.tsx'

type Receipt = NonNullable<WholeCheckReply['hand_over']>

/** To whom a check went, how they were identified, and their signature. */
export function HandOverReceipt({ receipt, requestId }: { receipt: Receipt; requestId: number | null }) {
  return (
    <Card title="Hand-Over">
      <DescriptionList items={itemsOf(receipt)} />
      {receipt.attachment_id !== null && requestId !== null && (
        <p className="mt-4">
          <NewTabLink to={checkRequestPath(requestId)} search={{ document: String(receipt.attachment_id) }}>
            Look at the signed slip
          </NewTabLink>
        </p>
      )}
      {receipt.signature && receipt.signature.length > 0 && (
        <figure className="mt-4 grid gap-1.5">
          <figcaption className="text-[0.8125rem] text-ink-soft">Signature</figcaption>
          <svg
            viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
            role="img"
            aria-label={`Signature of ${receipt.receiver ?? 'the person who took the check'}`}
            className="w-full max-w-md rounded-md border border-line bg-sunken"
          >
            <DrawnSignature strokes={receipt.signature} />
          </svg>
        </figure>
      )}
    </Card>
  )
}

function itemsOf(receipt: Receipt): Description[] {
  const { identification, identification_last4 } = receipt
  const identified = identification && [identification, identification_last4].filter(Boolean).join(', ending in ')
  return [
    { label: 'How', value: kindWords[receipt.kind] },
    { label: 'When', value: formatMoment(receipt.at) },
    ...told('Taken by', receipt.receiver),
    ...told('Relation to the payee', receipt.relation),
    ...told('Identified by', identified),
    ...told('Witness', receipt.witness),
    ...told('Tracking number', receipt.tracking_number),
  ]
}

function told(label: string, text: string | null): Description[] {
  return text === null ? [] : [{ label, value: markHidden(text) }]
}
