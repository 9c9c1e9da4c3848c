import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useRequestActs } from '#check-requests/detail/request-acts.ts'
import { useRequestDialogs } from '#check-requests/detail/request-dialogs.tsx'
import { useOfferActs } from '#platform/offered-acts.ts'
import { ReasonButton } from '#ui/reason-button.tsx'

/** The buttons for what this person can do with the request besides transitions; the palette offers it too. */
export function RequestActions({ request }: { request: DetailedRequest }) {
  const dialogs = useRequestDialogs(request)
  const acts = useRequestActs(request, dialogs.open)
  useOfferActs(
    'others',
    acts.filter(({ refusal }) => !refusal),
  )
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end print:hidden">
      {acts.map(({ text, icon: Icon, primary, refusal, perform }) => (
        <ReasonButton
          key={text}
          variant={primary && !refusal ? 'primary' : 'secondary'}
          size="sm"
          refusal={refusal}
          onClick={perform}
        >
          <Icon aria-hidden className="size-4" />
          {text}
        </ReasonButton>
      ))}
      {dialogs.shown}
    </div>
  )
}
